//! Why bytes or a record are not a valid game.

use thiserror::Error;

/// Why bytes or a record are not a valid game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PackedGameError {
    /// The bytes end too early.
    #[error("it ends too early")]
    Short,
    /// Bytes follow the end.
    #[error("bytes follow its end")]
    Long,
    /// A number is too large or not in its shortest encoding.
    #[error("it has an invalid number")]
    Number,
    /// The start position is invalid.
    #[error("its start position is invalid")]
    Start,
    /// The result is invalid or contradicts the termination.
    #[error("its result is invalid")]
    Result,
    /// The game has more than [`MAX_PLIES`](super::MAX_PLIES).
    #[error("it has too many plies")]
    TooLong,
    /// A move is illegal.
    #[error("a move is illegal")]
    Move,
    /// A score is out of range.
    #[error("a score is out of range")]
    Score,
    /// The game was over earlier, or not over by the rule that the termination names.
    #[error("its end contradicts its termination")]
    Termination,
}
