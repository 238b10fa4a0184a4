//! Root moves and what the search knows about them.

use crate::board::{Position, Rules};
use crate::search::bound::Bound;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Move, Score, ScoreKind};

/// A move of the root with its score and principal variation.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// -INFINITE if the move has not been searched or did not raise alpha.
    pub(crate) score: Score,
    /// The principal variation, beginning with the move. On the heap, since root moves are sorted often.
    pub(crate) pv: Vec<Move>,
    /// The iteration that found the principal variation, in plies.
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) bound: Bound,
    /// Rank by the tablebases: moves of a higher rank are searched first. All ranks are equal if the
    /// tablebases do not contain the root.
    pub(crate) rank: i32,
    /// Score by the tablebases.
    pub(crate) tablebase_score: Option<Score>,
    /// Nodes below the move in the whole search.
    pub(crate) nodes: u64,
}

impl RootMove {
    /// The legal moves that are in `search_moves`; all legal moves if none is.
    pub(crate) fn list<R: Rules>(
        position: &Position<R>,
        search_moves: Option<&[Move]>,
    ) -> Vec<RootMove> {
        let legal = position.legal_moves();
        let is_searched = |m: &Move| search_moves.is_none_or(|moves| moves.contains(m));
        let mut moves: Vec<Move> = legal.iter().copied().filter(is_searched).collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        moves.into_iter().map(RootMove::new).collect()
    }

    fn new(m: Move) -> RootMove {
        RootMove {
            m,
            score: Score::NEG_INFINITE,
            pv: vec![m],
            depth: 0,
            selective_depth: 1,
            bound: Bound::Exact,
            nodes: 0,
            rank: 0,
            tablebase_score: None,
        }
    }

    /// The score to report: mates of the search come before tablebase scores, and these before other scores.
    pub(crate) fn reported_score(&self) -> Score {
        match (self.score.kind(), self.tablebase_score) {
            (ScoreKind::Mate(_) | ScoreKind::Mated(_), _) | (_, None) => self.score,
            (_, Some(tablebase_score)) => tablebase_score,
        }
    }

    /// Sort key for best move first. A mate that the search has found comes before every other win, whatever the distance
    /// to the next capture.
    pub(crate) fn order(&self) -> (i32, Score) {
        let is_mate = matches!(self.score.kind(), ScoreKind::Mate(_));
        let rank = if is_mate { i32::MAX } else { self.rank };
        (-rank, -self.score)
    }

    /// Stores the score of a search with this window and the principal variation after the move.
    pub(crate) fn set_score(&mut self, score: Score, window: Window, line: &[Move]) {
        self.score = score;
        self.bound = if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        self.pv.truncate(1);
        self.pv.extend_from_slice(line);
        self.pv.truncate(MAX_PLY);
    }
}
