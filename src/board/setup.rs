//! Unchecked positions: [`Setup::validate`](super::Setup::validate) turns a [`Setup`] into a
//! [`Position`](super::Position).

use std::fmt;

use super::castling::CastlingSide;
use crate::types::{Color, File, Piece, PieceType, Square};

/// An unchecked castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupCastlingRight {
    /// With the rook on this side: in the corner, or the outermost one in Chess960.
    Side(Color, CastlingSide),
    /// With the rook on this file.
    RookFile(Color, File),
}

impl SetupCastlingRight {
    /// Parses a letter of the castling field of a FEN: `KQkq`, or the file of the rook (Shredder-FEN, X-FEN).
    pub fn from_letter(letter: char) -> Option<SetupCastlingRight> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(match letter.to_ascii_lowercase() {
            'k' => SetupCastlingRight::Side(color, CastlingSide::KingSide),
            'q' => SetupCastlingRight::Side(color, CastlingSide::QueenSide),
            file @ 'a'..='h' => SetupCastlingRight::RookFile(color, file as u8 - b'a'),
            _ => return None,
        })
    }

    /// The side that has the right.
    pub fn color(self) -> Color {
        match self {
            SetupCastlingRight::Side(color, _) | SetupCastlingRight::RookFile(color, _) => color,
        }
    }
}

impl fmt::Display for SetupCastlingRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, letter) = match *self {
            SetupCastlingRight::Side(color, CastlingSide::KingSide) => (color, 'k'),
            SetupCastlingRight::Side(color, CastlingSide::QueenSide) => (color, 'q'),
            SetupCastlingRight::RookFile(color, file) => (color, (b'a' + file) as char),
        };
        write!(f, "{}", color.letter_case(letter))
    }
}

/// A defect of a set-up that was ignored or replaced by a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupWarning {
    /// Numbers of empty squares stand beside each other in the board and were added up.
    AdjacentDigits(String),
    /// An impossible castling right, or an invalid character of the castling field, was dropped.
    Castling(String),
    /// An impossible en passant square was dropped.
    EnPassant(String),
    /// The halfmove clock was set to 0.
    HalfmoveClock(String),
    /// The move number was set to 1.
    FullmoveNumber(String),
}

impl fmt::Display for SetupWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupWarning::AdjacentDigits(text) => {
                write!(f, "adjacent numbers of empty squares in {text} added up")
            }
            SetupWarning::Castling(text) => write!(f, "castling right {text} dropped"),
            SetupWarning::EnPassant(text) => write!(f, "en passant square {text} dropped"),
            SetupWarning::HalfmoveClock(text) => write!(f, "halfmove clock {text} replaced by 0"),
            SetupWarning::FullmoveNumber(text) => write!(f, "move number {text} replaced by 1"),
        }
    }
}

/// An unchecked position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Piece on each square, indexed by [`Square::index`].
    pub squares: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// Castling rights.
    pub castling: Vec<SetupCastlingRight>,
    /// En passant target square: the square behind a pawn that has just made a double push.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Move number, starting at 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board with White to move.
    pub fn empty() -> Setup {
        Setup {
            squares: [None; 64],
            side_to_move: Color::White,
            castling: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The start position of chess.
    pub fn startpos() -> Setup {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut setup = Setup::empty();
        let pieces = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        for (file, piece) in (0..).zip(pieces) {
            for (rank, color, piece) in [
                (0, Color::White, piece),
                (1, Color::White, Pawn),
                (6, Color::Black, Pawn),
                (7, Color::Black, piece),
            ] {
                setup.squares[Square::new(file, rank).index()] = Some(Piece::new(color, piece));
            }
        }
        for color in Color::ALL {
            let rights = CastlingSide::ALL.map(|side| SetupCastlingRight::Side(color, side));
            setup.castling.extend(rights);
        }
        setup
    }
}
