//! Positions as people and programs set them up: nothing in a [`Setup`] is checked until
//! [`Setup::validate`](super::Setup::validate) makes a [`Position`](super::Position) of it.

use std::fmt;

use super::castling::CastlingSide;
use crate::types::{Color, File, Piece, PieceType, Square};

/// A right to castle as somebody claims it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupCastlingRight {
    /// With the rook of this side: in the corner, or the outermost one in Chess960.
    Side(Color, CastlingSide),
    /// With the rook on this file.
    RookFile(Color, File),
}

impl SetupCastlingRight {
    /// Reads a letter of a FEN: `KQkq`, or the file of the rook (Shredder-FEN, X-FEN).
    pub fn from_letter(letter: char) -> Option<SetupCastlingRight> {
        let color = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        Some(match letter.to_ascii_lowercase() {
            'k' => SetupCastlingRight::Side(color, CastlingSide::KingSide),
            'q' => SetupCastlingRight::Side(color, CastlingSide::QueenSide),
            file @ 'a'..='h' => SetupCastlingRight::RookFile(color, file as u8 - b'a'),
            _ => return None,
        })
    }
}

impl fmt::Display for SetupCastlingRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, letter) = match *self {
            SetupCastlingRight::Side(color, CastlingSide::KingSide) => (color, 'k'),
            SetupCastlingRight::Side(color, CastlingSide::QueenSide) => (color, 'q'),
            SetupCastlingRight::RookFile(color, file) => (color, (b'a' + file) as char),
        };
        match color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}

/// Something sloppy in a set-up that was put right, so that the position could be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupWarning {
    /// A castling right that cannot exist, or a sign that is none, was dropped.
    Castling(String),
    /// An en passant square that cannot be one was dropped.
    EnPassant(String),
    /// The count of plies without capture or pawn move was set to 0.
    HalfmoveClock(String),
    /// The move number was set to 1.
    FullmoveNumber(String),
}

impl fmt::Display for SetupWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupWarning::Castling(text) => write!(f, "castling right {text} dropped"),
            SetupWarning::EnPassant(text) => write!(f, "en passant square {text} dropped"),
            SetupWarning::HalfmoveClock(text) => write!(f, "halfmove clock {text} replaced by 0"),
            SetupWarning::FullmoveNumber(text) => write!(f, "move number {text} replaced by 1"),
        }
    }
}

/// Anything that can be set up on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, indexed by [`Square::index`].
    pub squares: [Option<Piece>; 64],
    /// The side on move.
    pub side_to_move: Color,
    /// The rights to castle that are claimed.
    pub castling: Vec<SetupCastlingRight>,
    /// The square behind a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move to be made.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White on move.
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
            let claims = CastlingSide::ALL.map(|side| SetupCastlingRight::Side(color, side));
            setup.castling.extend(claims);
        }
        setup
    }
}
