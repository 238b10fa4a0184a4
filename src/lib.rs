//! Diglot, a chess engine that natively speaks both engine protocols, CECP (xboard) and UCI.
//!
//! The modules are layers; each uses only modules above it in this list:
//!
//! - [`types`]: colours, squares, bitboards, moves, scores, attack tables; [`files`]: reads of regular files, atomic writes
//! - [`board`]: positions, rules, move generation, notations
//! - [`pgn`]: games in PGN
//! - [`eval`]: evaluation; [`book`]: opening books; [`tablebase`]: Syzygy tables; [`data`]: packed games
//! - [`search`]: the search and its transposition table, time management and threads; [`plot`]: plots of logs;
//!   `train` (feature `train`): training networks
//! - [`engine`]: the protocol-neutral engine; [`selfplay`]: games against itself; [`suite`]: test suites;
//!   [`analysis`]: annotating games
//! - [`protocol`]: UCI and CECP sessions
//! - [`cli`]: the command line
//!
//! ARCHITECTURE.md in the repository describes the layers, their invariants and where each technique is implemented.

pub mod analysis;
pub mod board;
pub mod book;
pub mod cli;
pub mod data;
pub mod engine;
pub mod eval;
pub mod files;
pub mod pgn;
pub mod plot;
pub mod protocol;
pub mod search;
pub mod selfplay;
mod signals;
mod streams;
pub mod suite;
pub mod tablebase;
#[cfg(feature = "train")]
pub mod train;
pub mod types;
