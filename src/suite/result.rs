//! The result of one test position.

use std::time::Duration;

use super::solution::Solution;
use crate::types::{Move, Score};

/// The result of a search of a position of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The best move; `None` only if the search failed.
    pub best: Option<Move>,
    /// Its score, from the view of the side to move.
    pub score: Score,
    /// Depth of the last iteration that was reported, in plies.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Duration of the search.
    pub time: Duration,
    /// When the solution was found; `None` if the position is not solved.
    pub solution: Option<Solution>,
    /// Points for the best move.
    pub points: u32,
    /// Whether a mate was asked for, and one by the right side was found, of any length.
    pub is_mate_found: bool,
}
