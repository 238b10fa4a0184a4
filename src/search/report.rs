//! The reports of a search.

use std::time::{Duration, Instant};

use crate::eval::Wdl;
use crate::search::bench::result::BenchResult;
use crate::search::bound::Bound;
use crate::search::threads::error::JobError;
use crate::types::{Move, Score};

/// A principal variation with its score and the statistics of the search.
#[derive(Clone, Debug)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Selective depth: the deepest ply reached.
    pub selective_depth: u32,
    /// MultiPV rank of this line, from 1.
    pub multi_pv: usize,
    /// Number of lines that are reported together, best first; this is the last one if it equals `multi_pv`.
    pub line_count: usize,
    /// The score from the view of the side to move at the root.
    pub score: Score,
    /// Win, draw and loss probabilities of the score.
    pub wdl: Wdl,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Time used from a clock that runs on the search's [`TimeSource`]; zero while pondering.
    ///
    /// [`TimeSource`]: crate::search::TimeSource
    pub used: Duration,
    /// Hash full: permille of the transposition table written by this search.
    pub hash_full: u32,
    /// Processor load in permille of all search threads; `None` during the first second and on
    /// platforms that cannot measure it.
    pub cpu_load: Option<u32>,
    /// Successful tablebase probes.
    pub tablebase_hits: u64,
    /// The principal variation, beginning with the root move. Every move is legal.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes per second. Times below a millisecond count as a millisecond.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// The statistics of a running search, reported about once a second when no principal variation is.
#[derive(Clone, Copy, Debug)]
pub struct Statistics {
    /// Depth of the current iteration in plies.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Hash full: permille of the transposition table written by this search.
    pub hash_full: u32,
    /// Processor load in permille of all search threads; `None` on platforms that cannot measure it.
    pub cpu_load: Option<u32>,
    /// Successful tablebase probes.
    pub tablebase_hits: u64,
}

impl Statistics {
    /// Nodes per second. Times below a millisecond count as a millisecond.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let microseconds = time.as_micros().max(1000);
    (u128::from(nodes) * 1_000_000 / microseconds) as u64
}

/// The root move being searched (`currmove`).
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// The root move.
    pub m: Move,
    /// Its number in the move order, from 1.
    pub number: usize,
}

/// The line that a thread is searching (`currline`).
#[derive(Clone, Debug)]
pub struct CurrentLine {
    /// Number of the thread, from 1.
    pub thread: usize,
    /// The moves from the root.
    pub moves: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug)]
pub struct BestMove {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
}

/// A message of a running job. Every search ends with exactly one [`Report::Done`], every perft with
/// exactly one [`Report::Perft`] and every benchmark with exactly one [`Report::Bench`].
#[derive(Clone, Debug)]
pub enum Report {
    /// A new principal variation.
    Progress(Info),
    /// How far the search is, between two principal variations.
    Statistics(Statistics),
    /// The search begins a root move.
    CurrentMove(CurrentMove),
    /// The lines that the threads are searching, of all threads together.
    CurrentLines(Vec<CurrentLine>),
    /// A root move that is not the best, and the reply that refutes it if one is known.
    Refutation(Vec<Move>),
    /// The search ended at this time.
    Done(BestMove, Instant),
    /// The perft ended with these node counts per root move.
    Perft(Result<Vec<(Move, u64)>, JobError>),
    /// The benchmark ended.
    Bench(Result<BenchResult, JobError>),
}

impl Report {
    /// Whether the job goes on after this report.
    pub fn is_progress(&self) -> bool {
        match self {
            Report::Progress(_)
            | Report::Statistics(_)
            | Report::CurrentMove(_)
            | Report::CurrentLines(_)
            | Report::Refutation(_) => true,
            Report::Done(..) | Report::Perft(_) | Report::Bench(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn nodes_per_second_does_not_overflow() {
        let info = Info {
            depth: 239,
            selective_depth: 240,
            multi_pv: 1,
            line_count: 1,
            score: Score::DRAW,
            wdl: Wdl::of(Score::DRAW, &Position::startpos()),
            bound: Bound::Exact,
            nodes: u64::MAX,
            time: Duration::from_secs(100 * 365 * 24 * 3600),
            hash_full: 1000,
            used: Duration::ZERO,
            cpu_load: None,
            tablebase_hits: u64::MAX,
            pv: Vec::new(),
        };
        assert_eq!(info.nodes_per_second(), 5_849_424_173);
        let start = Info {
            time: Duration::ZERO,
            ..info
        };
        assert!(start.nodes_per_second() > 0);
    }
}
