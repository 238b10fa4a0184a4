//! The results of the benchmark.

use std::fmt;
use std::time::Duration;

use crate::board::Position;
use crate::types::Move;

/// The result of one position of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// Number of the position, from 1.
    pub number: usize,
    /// Number of all positions.
    pub count: usize,
    /// FEN of the position.
    pub fen: &'static str,
    /// Nodes visited.
    pub nodes: u64,
    /// The position and its best move.
    pub best: Option<(Position, Move)>,
}

/// The result of the whole benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes visited.
    pub nodes: u64,
    /// Duration of the benchmark.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)).round() as u64
    }
}

/// The line that testing tools such as OpenBench parse.
impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}
