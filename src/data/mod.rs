//! Games that the engine has played against itself, packed in files: writing and reading them.

mod bits;
mod code;
mod file;
mod game;
#[cfg(test)]
mod samples;
mod start;

pub use file::{DataError, GameReader, GameWriter, frame};
pub use game::{Ending, GameRecord, MAX_PLIES, PackedGame, Ply, Replay};
pub use start::Start;

use thiserror::Error;

/// Why something is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// There are too few bytes.
    #[error("it ends too early")]
    Short,
    /// There are too many bytes.
    #[error("it goes on after its end")]
    Long,
    /// A number is too great, or written in more bytes than it needs.
    #[error("a number in it is none")]
    Number,
    /// It begins with no position.
    #[error("it begins with no position")]
    Start,
    /// Its result is none, or does not fit the way it ended.
    #[error("it has no result")]
    Result,
    /// It has more than [`MAX_PLIES`].
    #[error("it has too many plies")]
    TooLong,
    /// A move is not legal.
    #[error("a move in it is not legal")]
    Move,
    /// A score is none.
    #[error("a score in it is none")]
    Score,
}
