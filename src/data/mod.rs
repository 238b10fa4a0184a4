//! Games that the engine has played against itself, packed in files: writing them, reading them with
//! every check, repairing and counting them.
//!
//! # Reading positions
//!
//! ```no_run
//! use diglot::data::{DataError, GameReader};
//!
//! fn sum_of_scores(path: &std::path::Path) -> Result<i64, DataError> {
//!     let mut sum = 0;
//!     for game in GameReader::open(path)? {
//!         let game = game?; // its checksum is right
//!         let _white_scores = game.result(); // 0, 0.5 or 1
//!         // An error in a replay is one of whoever wrote the game: `map_while(Result::ok)` takes what is before.
//!         for ply in game.replay().map_while(Result::ok) {
//!             // The moves of the opening are random, and have no score.
//!             if let Some(score) = ply.score {
//!                 // The position before the move, and what its side to move thought it worth.
//!                 let (_position, _move, _number) = (&ply.position, ply.m, ply.number);
//!                 sum += i64::from(score.raw());
//!             }
//!         }
//!     }
//!     Ok(sum)
//! }
//! ```
//!
//! A [`PackedGame`] may be kept: its bytes, some 1.6 for each ply, and half a kilobyte beside them. Each replay
//! unpacks it anew.
//!
//! # The format, version 1
//!
//! All numbers are little-endian. A file is a head and any number of games.
//!
//! | bytes | head |
//! |---|---|
//! | 8 | `89 44 49 47 4C 4F 54 0A` |
//! | 2 | version: 1 |
//! | 2 | length of the text |
//! | 4 | CRC-32 of the length and the text |
//! | … | text, UTF-8: what made the games, for people |
//!
//! | bytes | game |
//! |---|---|
//! | 2 | length of what follows the checksum |
//! | 4 | CRC-32 of the length and what follows |
//! | 1 | bits 0 and 1: 0 Black has won, 1 a draw, 2 White has won; the other bits: [`Termination`] |
//! | 1 to 10 | number of the game |
//! | 1 to 51 | start |
//! | 1 or 2 | moves of the opening, which have no scores |
//! | 1 or 2 | moves with scores |
//! | … | bits of the moves |
//!
//! CRC-32 is that of zlib and PNG: it misses no damage of up to 32 bits in a row, and of other damage one
//! in four thousand million. The number of the game and those of its moves are written with seven bits
//! a byte, the lowest first; the highest bit of a byte says that another one follows.
//!
//! The start is a byte 0 for the start position of chess; 1 and two numbers of 2 bytes for
//! [`Position::chess960`](crate::board::Position::chess960); or 2 and a position:
//!
//! | bytes | position |
//! |---|---|
//! | 8 | the squares with a piece; a1 is bit 0, b1 bit 1, h8 bit 63 |
//! | … | the pieces on them, two to a byte, the first in the lower half: pawn 0, knight 2, bishop 4, rook 6, queen 8, king 10, black ones 1 more |
//! | 1 | the side to move: 0 White, 1 Black |
//! | 4 | squares of the rooks that may castle, or 255: White's on the king's side and on the queen's side, Black's |
//! | 1 | the square where a pawn may legally be captured en passant, or 255 |
//! | 2 | plies since the last capture or pawn move |
//! | 2 | number of the move |
//!
//! The bits of the moves begin with the lowest bit of a byte, and so do numbers of several bits. The last byte
//! is filled up with zeros. Each ply is its move, and after the opening its score:
//!
//! - The *move* is its index among the legal moves sorted by the square it comes from, then the one it goes to (the
//!   own rook's for castling), then by what a pawn becomes: knight, bishop, rook, queen. An index below n
//!   in truncated binary: with w = ⌊log2 n⌋ and s = 2^(w+1) - n, indices below s take w bits; for others index + s is
//!   written, its upper w bits first, then its lowest bit.
//! - The *score* is [`Score::raw`](crate::types::Score::raw) from the view of the side to move, -32,000 to 32,000. Its difference from what
//!   is expected, d, becomes z = 2d, or -2d - 1 where d is negative. What is expected is the negative of the last score,
//!   at first 0. z takes an exponential Golomb code of order k: with b + 1 bits in z + 2^k, there come b - k zeros, a one, and the
//!   lower b bits of z + 2^k. k is ⌊log2 ⌊m / 8⌋⌋, or 0 where that is none. m is 256 at first; after each score min(z, 128) is added to it,
//!   and then ⌊m / 8⌋ taken away.

mod bits;
mod codec;
mod game;
mod game_file;
mod index;
mod locked_file;
mod recovery;
#[cfg(test)]
mod samples;
mod start;
mod statistics;

pub use game::{GameRecord, MAX_PLIES, PackedGame, Replay, ReplayedPly, Termination};
pub use game_file::{Damage, DataError, GameReader, GameWriter, VERSION};
pub use index::GameIndex;
pub use locked_file::LockedFile;
pub use recovery::{Recovery, recover};
pub use start::StartPosition;
pub use statistics::{PIECE_COUNTS, ResultCounts, SCORE_BOUNDS, Statistics};

use thiserror::Error;

/// Why something is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GameError {
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
    /// The game was over before, or was not over by the rule it names.
    #[error("it does not end as it says")]
    Termination,
}
