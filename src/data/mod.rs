//! Packed games with scores: writing, checked reading, recovery after damage, statistics, import from PGN, and export
//! for the trainer bullet.
//!
//! # Reading positions
//!
//! ```no_run
//! use diglot::data::{DataError, GameReader};
//!
//! fn sum_of_scores(path: &std::path::Path) -> Result<i64, DataError> {
//!     let mut sum = 0;
//!     for game in GameReader::open(path)? {
//!         let game = game?; // the checksum is right
//!         let _white_scores = game.result(); // 0, 0.5 or 1
//!         // A replay fails if the writer was wrong: `map_while(Result::ok)` takes the plies before the error.
//!         for ply in game.replay().map_while(Result::ok) {
//!             // The moves of the opening are random and have no score.
//!             if let Some(score) = ply.score {
//!                 // The position before the move, and the score for its side to move.
//!                 let (_position, _move, _number) = (&ply.position, ply.m, ply.number);
//!                 sum += i64::from(score.raw());
//!             }
//!         }
//!     }
//!     Ok(sum)
//! }
//! ```
//!
//! A [`PackedGame`] takes about 1.6 bytes for each ply and half a kilobyte beside them in memory, so programs can keep
//! many. Each replay unpacks it again.
//!
//! # The format, version 1
//!
//! All numbers are little-endian. A file is a header and any number of games.
//!
//! | bytes | header |
//! |---|---|
//! | 8 | `89 44 49 47 4C 4F 54 0A` |
//! | 2 | version: 1 |
//! | 2 | length of the text |
//! | 4 | CRC-32 of the length and the text |
//! | … | text, UTF-8: a description of the games |
//!
//! | bytes | game |
//! |---|---|
//! | 2 | length of the content after the checksum |
//! | 4 | CRC-32 of the length and the content |
//! | 1 | bits 0 and 1: 0 Black won, 1 draw, 2 White won; the other bits: [`Termination`] |
//! | 1 to 10 | game number |
//! | 1 to 51 | start position |
//! | 1 or 2 | number of opening moves, which have no scores |
//! | 1 or 2 | number of moves with scores |
//! | … | moves and scores as bits |
//!
//! CRC-32 is that of zlib and PNG: it detects every damage of up to 32 consecutive bits, and misses one in 2^32 of
//! other damages. The game number and the numbers of moves are LEB128 varints: seven bits per byte, the lowest first;
//! the highest bit says that another byte follows.
//!
//! The start position is a byte 0 for that of standard chess; 1 and two numbers of 2 bytes for
//! [`Position::chess960`](crate::board::Position::chess960); or 2 and a position:
//!
//! | bytes | position |
//! |---|---|
//! | 8 | occupied squares; a1 is bit 0, b1 bit 1, h8 bit 63 |
//! | … | the pieces on them, two per byte, the first in the lower half, see below |
//! | 1 | the side to move: 0 White, 1 Black |
//! | 4 | squares of the rooks that may castle, or 255: White's kingside and queenside, then Black's |
//! | 1 | the square where a pawn may legally be captured en passant, or 255 |
//! | 2 | halfmove clock |
//! | 2 | fullmove number |
//!
//! Pieces are pawn 0, knight 2, bishop 4, rook 6, queen 8 and king 10; black pieces are 1 more.
//!
//! Bits are written least significant first, within bytes and numbers. The last byte is padded with zeros. Each ply is
//! its move, and after the opening its score:
//!
//! - The *move* is its index among the legal moves sorted by from-square, to-square (the own rook's for castling), then by
//!   promotion: knight, bishop, rook, queen. An index below n is written in truncated binary: with w = ⌊log2 n⌋ and
//!   s = 2^(w+1) - n, indices below s take w bits; for others index + s is written, its upper w bits first, then its
//!   lowest bit.
//! - The *score* is [`Score::raw`](crate::types::Score::raw) for the side to move, -32,000 to 32,000. Its difference from
//!   the predicted score, d, is zigzag-encoded as z = 2d, or -2d - 1 for negative d. The predicted score is the negated
//!   previous score, 0 at first. z is written as an exponential Golomb code of order k: with b + 1 bits in z + 2^k,
//!   these are b - k zeros, a one, and the lower b bits of z + 2^k. k is ⌊log2 ⌊m / 8⌋⌋, or 0 if m < 8. m is 256 at
//!   first; after each score min(z, 128) is added to it, and then ⌊m / 8⌋ subtracted.

mod bits;
mod bulletformat;
mod codec;
mod comment_score;
mod error;
mod filter;
mod game;
mod game_file;
mod index;
mod locked_file;
mod pgn_import;
mod recovery;
mod replay;
#[cfg(test)]
mod samples;
mod start;
mod statistics;
mod td_lambda;
mod termination;
mod variant_game;
mod viriformat;

pub use bulletformat::bullet_positions;
pub use error::PackedGameError;
pub use filter::PositionFilter;
pub use game::{GameRecord, MAX_PLIES, PackedGame};
pub(crate) use game_file::io_error;
pub use game_file::{Damage, DataError, GameReader, GameWriter, VERSION};
pub use index::GameIndex;
pub use locked_file::LockedFile;
pub use pgn_import::{PgnImport, PgnImportError, import_pgn};
pub use recovery::{Recovery, recover};
pub use replay::{Replay, ReplayedPly};
pub use start::StartPosition;
pub use statistics::{PIECE_COUNTS, ResultCounts, SCORE_BOUNDS, Statistics};
pub use td_lambda::{Blend, TdLambda};
pub use termination::Termination;
pub use variant_game::{VariantGame, VariantGameError};
pub use viriformat::viriformat_game;
