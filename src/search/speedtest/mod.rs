//! The speed test: nodes per second as in games, to compare machines. It searches the positions of a fixed set of games one
//! after another and keeps the transposition table within each game, after a warm-up, as the speed test of Stockfish
//! does. Unlike the benchmark it searches by time, so that its node count is another each time.

pub(super) mod config;
mod games;
pub(super) mod result;
pub(super) mod run;
