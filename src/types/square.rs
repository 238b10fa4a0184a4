//! Squares, files and ranks. a1 is 0, b1 is 1, h8 is 63 (little-endian rank-file mapping).

use std::fmt;

use super::color::Color;

/// A file, 0 (a) to 7 (h).
pub type File = u8;

/// A rank, 0 (first) to 7 (eighth) from White's point of view.
pub type Rank = u8;

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

#[allow(missing_docs)] // self-explanatory
impl Square {
    pub const A1: Square = Square::new(0, 0);
    pub const C1: Square = Square::new(2, 0);
    pub const E1: Square = Square::new(4, 0);
    pub const G1: Square = Square::new(6, 0);
    pub const H1: Square = Square::new(7, 0);
    pub const A8: Square = Square::new(0, 7);
    pub const E8: Square = Square::new(4, 7);
    pub const H8: Square = Square::new(7, 7);
}

impl Square {
    /// The square on a file and a rank, both taken modulo 8.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// The square of an index, taken modulo 64.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Array index: 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop bounds checks on arrays of 64.
        (self.0 & 63) as usize
    }

    /// File of the square.
    #[inline]
    pub const fn file(self) -> File {
        self.0 & 7
    }

    /// Rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        self.0 >> 3
    }

    /// Rank from `color`'s point of view: 0 is its back rank.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> Rank {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square from `color`'s point of view: unchanged for White, mirrored vertically for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flipped(),
        }
    }

    /// Mirrors the square vertically: a1 becomes a8.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square one rank forward for `color`; wraps around at the edge.
    #[inline]
    pub const fn forward(self, color: Color) -> Square {
        match color {
            Color::White => Square(self.0.wrapping_add(8) & 63),
            Color::Black => Square(self.0.wrapping_sub(8) & 63),
        }
    }

    /// Chebyshev distance (king moves on an empty board), 0 to 7.
    pub fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        files.max(ranks)
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Parses a square such as `e4`.
    pub fn parse(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::new(file - b'a', rank - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (b'a' + self.file()) as char;
        let rank = (b'1' + self.rank()) as char;
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for bad in ["", "e", "e9", "i1", "e44", "E4", "é"] {
            assert_eq!(Square::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn forward_and_relative_mirror_each_other() {
        let e4 = Square::new(4, 3);
        assert_eq!(e4.forward(Color::White).to_string(), "e5");
        assert_eq!(e4.forward(Color::Black).to_string(), "e3");
        assert_eq!(e4.relative_to(Color::Black).to_string(), "e5");
        assert_eq!(e4.relative_rank(Color::Black), 4);
    }
}
