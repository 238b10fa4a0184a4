//! What a search tells whoever started it.

use std::time::{Duration, Instant};

use crate::eval::Wdl;
use crate::search::bench::BenchResult;
use crate::search::bound::Bound;
use crate::types::{Move, Score};

/// A principal variation with its score and the state of the search.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration in plies.
    pub depth: u32,
    /// The deepest line in plies.
    pub selective_depth: u32,
    /// Which of the best moves this is, from 1.
    pub multi_pv: usize,
    /// From the view of the side to move at the root.
    pub score: Score,
    /// What the score means for the game.
    pub wdl: Wdl,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Positions visited by all workers.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// What the search has used of a clock that goes by its measure of time; nothing while it ponders.
    pub used: Duration,
    /// Permille of the transposition table filled by this search.
    pub hash_full: u32,
    /// Load of the processors in permille of what the threads of the search can use, once it has run
    /// long enough to be measured and where the platform tells.
    pub cpu_load: Option<u32>,
    /// Tablebase look-ups that succeeded.
    pub tablebase_hits: u64,
    /// The line, legal to its end; it begins with the root move.
    pub pv: Vec<Move>,
}

impl Info {
    /// Positions visited a second. Less than a millisecond is no measure, and counts as one.
    pub fn nodes_per_second(&self) -> u64 {
        let microseconds = self.time.as_micros().max(1000);
        (u128::from(self.nodes) * 1_000_000 / microseconds) as u64
    }
}

/// The root move being searched.
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// The iteration in plies.
    pub depth: u32,
    /// The move.
    pub m: Move,
    /// Its place in the order, from 1.
    pub number: usize,
}

/// The line that a worker is looking at.
#[derive(Clone, Debug)]
pub struct CurrentLine {
    /// Which worker, from 1.
    pub worker: usize,
    /// The moves from the root.
    pub moves: Vec<Move>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub struct BestMove {
    /// The move to make; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
}

/// One message of a job. Every search ends with exactly one [`Report::Done`], every
/// count with exactly one [`Report::Counted`], every benchmark with exactly one [`Report::Benched`].
#[derive(Clone, Debug)]
pub enum Report {
    /// A new principal variation.
    Progress(Info),
    /// A root move has its turn.
    CurrentMove(CurrentMove),
    /// A worker is looking at a line.
    CurrentLine(CurrentLine),
    /// A root move that is not the best, followed by the reply that refutes it if one is known.
    Refutation(Vec<Move>),
    /// The search is over, since this moment.
    Done(BestMove, Instant),
    /// The positions after each move have been counted; `None` if that was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// The benchmark is over; `None` if it was stopped.
    Benched(Option<BenchResult>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn counters_of_a_search_of_years_do_not_overflow() {
        let info = Info {
            depth: 239,
            selective_depth: 240,
            multi_pv: 1,
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
