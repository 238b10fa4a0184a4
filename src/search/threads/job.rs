//! The jobs of the search thread and the data that a search needs.

use std::sync::Arc;

use crate::board::{KeyHistory, Position, RuleSet, Standard};
use crate::search::bench::config::BenchConfig;
use crate::search::config::SearchConfig;
use crate::search::progress::LiveProgress;
use crate::search::report::{BestMove, Report};
use crate::search::time::limits::Limits;
use crate::search::time::signal::Signal;
use crate::types::{Move, Score};

/// Receives the reports of a job, from any of its threads.
pub type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// A position to search.
pub struct SearchJob<R: RuleSet = Standard> {
    /// The root position.
    pub position: Position<R>,
    /// The positions before the root, for repetitions.
    pub history: KeyHistory,
    /// When to stop.
    pub limits: Limits,
    /// Strength, evaluation and reporting.
    pub config: SearchConfig,
    /// Stops, pauses and releases the search.
    pub signal: Arc<Signal>,
    /// The live counters of the search.
    pub progress: Arc<LiveProgress>,
    /// Receives [`Report::Progress`] and other reports. Without it none are made.
    pub report: Option<Reporter>,
}

impl<R: RuleSet> SearchJob<R> {
    /// A search with the default network and without game history that reports nothing.
    pub fn new(position: Position<R>, limits: Limits) -> SearchJob<R> {
        SearchJob {
            position,
            history: KeyHistory::default(),
            limits,
            config: SearchConfig::with_default_network(),
            signal: Arc::new(Signal::new(false)),
            progress: Arc::default(),
            report: None,
        }
    }
}

/// A position whose leaf nodes are to be counted (perft).
pub struct PerftJob<R: RuleSet = Standard> {
    /// The root position.
    pub position: Position<R>,
    /// Depth in plies, at least 1.
    pub depth: u32,
    /// Stops the count.
    pub signal: Arc<Signal>,
    /// Receives [`Report::Perft`].
    pub report: Reporter,
}

/// A benchmark. It uses its own threads and tables.
pub struct BenchJob {
    /// Depth, threads, table size and evaluation.
    pub config: BenchConfig,
    /// Stops the benchmark.
    pub signal: Arc<Signal>,
    /// Receives [`Report::Bench`].
    pub report: Reporter,
}

/// The outcome of a finished search.
#[derive(Clone, Copy, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move, from the side to move's view.
    pub score: Score,
    /// Nodes visited by all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// The moves and the score without the node count.
    pub(crate) fn best_move(&self) -> BestMove {
        BestMove {
            best: self.best,
            ponder: self.ponder,
            score: self.score,
        }
    }
}
