//! Error of parsing a move.

use thiserror::Error;

/// Error: not a legal move of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not in a move notation.
    #[error("not a move")]
    NotAMove,
    /// The move is not legal in the position.
    #[error("illegal move")]
    Illegal,
    /// The text matches several legal moves.
    #[error("ambiguous move")]
    Ambiguous,
}
