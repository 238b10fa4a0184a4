//! Errors of reading a move.

use thiserror::Error;

/// Why a text is no move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("not a move")]
    NotAMove,
    /// The text is a move, but not here.
    #[error("illegal move")]
    Illegal,
    /// The text fits several moves.
    #[error("ambiguous move")]
    Ambiguous,
}
