//! A move of a game that cannot be played.

use thiserror::Error;

use crate::board::{MoveError, excerpt};

/// Error: a move of a game cannot be parsed or is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}: {text:?}, ply {ply}")]
pub struct PgnMoveError {
    reason: MoveError,
    /// The move as written, shortened.
    text: String,
    /// Counted from 1.
    ply: usize,
}

impl PgnMoveError {
    /// Error of the move `text` after `plies_before` plies.
    pub(crate) fn new(reason: MoveError, text: &str, plies_before: usize) -> PgnMoveError {
        PgnMoveError {
            reason,
            text: excerpt(text),
            ply: plies_before + 1,
        }
    }
}
