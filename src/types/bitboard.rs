//! Bitboards: sets of squares in 64 bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The light squares (h1, a8).
    pub const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Bitboard::FILE_A << 7;

    /// The squares of a file, 0 to 7.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(Bitboard::FILE_A << (file & 7))
    }

    /// The squares of a rank, 0 to 7 from White's point of view.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// The squares of a rank, 0 to 7 from `color`'s point of view.
    #[inline]
    pub const fn relative_rank(color: Color, rank: Rank) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(rank),
            Color::Black => Bitboard::rank(7 - rank),
        }
    }

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns whether the set contains `square`.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square (nearest a1), or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize))
        }
    }

    /// The square farthest from `color`'s back rank, or `None` if the set is empty.
    #[inline]
    pub const fn frontmost(self, color: Color) -> Option<Square> {
        match color {
            Color::White if self.0 == 0 => None,
            Color::White => Some(Square::from_index(63 - self.0.leading_zeros() as usize)),
            Color::Black => self.first(),
        }
    }

    /// Shifts the set one rank forward for `color`; squares beyond the edge are dropped.
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Shifts the set one file towards h; squares beyond the edge are dropped.
    #[inline]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H) << 1)
    }

    /// Shifts the set one file towards a; squares beyond the edge are dropped.
    #[inline]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_A) >> 1)
    }

    /// Adds all squares in front of the set for `color` (north or south fill).
    #[inline]
    pub const fn fill_forward(self, color: Color) -> Bitboard {
        let mut b = self.0;
        match color {
            Color::White => {
                b |= b << 8;
                b |= b << 16;
                b |= b << 32;
            }
            Color::Black => {
                b |= b >> 8;
                b |= b >> 16;
                b |= b >> 32;
            }
        }
        Bitboard(b)
    }

    /// Mirrors the set vertically (rank 1 to rank 8).
    #[inline]
    pub const fn flipped(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

/// The union of squares or sets.
impl<T: Into<Bitboard>> FromIterator<T> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(sets: I) -> Bitboard {
        let sets = sets.into_iter();
        sets.fold(Bitboard::EMPTY, |all, set| all | set.into())
    }
}

/// Iterator over the squares of a bitboard, from a1 to h8.
#[derive(Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

macro_rules! binary_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $operator:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $operator other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0 = self.0 $operator other.0;
            }
        }
    };
}

binary_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
binary_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
binary_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_do_not_wrap() {
        let h4 = Bitboard::from(Square::new(7, 3));
        let a4 = Bitboard::from(Square::new(0, 3));
        assert!(h4.east().is_empty());
        assert!(a4.west().is_empty());
        assert!(Bitboard::rank(7).forward(Color::White).is_empty());
        assert!(Bitboard::rank(0).forward(Color::Black).is_empty());
    }

    #[test]
    fn iterates_from_a1_to_h8() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E1].into_iter().collect();
        let squares: Vec<_> = set.into_iter().collect();
        assert_eq!(squares, [Square::A1, Square::E1, Square::H8]);
        assert_eq!(set.frontmost(Color::White), Some(Square::H8));
        assert_eq!(set.frontmost(Color::Black), Some(Square::A1));
        assert_eq!(Bitboard::EMPTY.frontmost(Color::White), None);
    }

    #[test]
    fn light_squares_contain_h1_and_a8() {
        assert!(Bitboard::LIGHT_SQUARES.contains(Square::H1));
        assert!(Bitboard::LIGHT_SQUARES.contains(Square::A8));
        assert!(!Bitboard::LIGHT_SQUARES.contains(Square::A1));
    }
}
