//! Pieces and piece types.

use super::color::Color;

/// A piece without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl PieceType {
    /// All piece types, from pawn to king.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// Promotion choices, the most valuable first.
    pub const PROMOTIONS: [PieceType; 4] = [
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
    ];

    /// Array index: 0 (pawn) to 5 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece type of an array index; `None` above 5.
    pub const fn from_index(index: usize) -> Option<PieceType> {
        if index < PieceType::ALL.len() {
            Some(PieceType::ALL[index])
        } else {
            None
        }
    }

    /// Lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }

    /// The piece type of an English letter in either case.
    pub fn from_letter(letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_lowercase();
        PieceType::ALL.into_iter().find(|p| p.letter() == letter)
    }
}

/// A piece: piece type and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // self-explanatory
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All twelve pieces, in the order of [`Piece::index`].
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of a colour and type.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Piece {
        Piece::ALL[piece_type.index() * 2 + color.index()]
    }

    /// Colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Type of the piece.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        match self as u8 >> 1 {
            0 => PieceType::Pawn,
            1 => PieceType::Knight,
            2 => PieceType::Bishop,
            3 => PieceType::Rook,
            4 => PieceType::Queen,
            _ => PieceType::King,
        }
    }

    /// Array index: 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        self.color().letter_case(self.piece_type().letter())
    }

    /// The piece of a FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece::new(color, PieceType::from_letter(letter)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_type_and_letter_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::new(piece.color(), piece.piece_type()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
