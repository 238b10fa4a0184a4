//! A line of the opening book, reported in place of a search.

use std::time::Duration;

use crate::eval::Wdl;
use crate::search::{BestMove, Bound, Info};
use crate::types::{Move, Score};

/// A move chosen from the book and the expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BookLine {
    /// The chosen move, followed by the moves of largest weight.
    pub(super) moves: Vec<Move>,
    pub(super) wdl: Wdl,
}

impl BookLine {
    /// The principal variation to report, with the time and the nodes that were searched before it. A book has no
    /// scores, so the line is reported as a draw.
    pub(super) fn info(&self, time: Duration, nodes: u64) -> Info {
        Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            line_count: 1,
            score: Score::DRAW,
            wdl: self.wdl,
            bound: Bound::Exact,
            nodes,
            time,
            used: Duration::ZERO,
            hash_full: 0,
            cpu_load: None,
            tablebase_hits: 0,
            pv: self.moves.clone(),
        }
    }

    /// The result to report in place of that of a search.
    pub(super) fn best_move(&self) -> BestMove {
        BestMove {
            best: self.moves.first().copied(),
            ponder: self.moves.get(1).copied(),
            score: Score::DRAW,
        }
    }
}
