//! Positions for unit tests.

use super::{CastlingMode, Position};

/// A position of standard chess.
pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap().0
}
