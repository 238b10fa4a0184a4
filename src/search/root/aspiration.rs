//! Aspiration windows (<https://www.chessprogramming.org/Aspiration_Windows>).

use crate::eval::EvalRules;
use crate::search::params;
use crate::search::root::root_move::RootMove;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::RootNode;
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// A wider aspiration window is opened completely, in centipawns.
const MAX_WIDTH: i32 = 500;

impl<R: EvalRules> Worker<'_, R> {
    /// Searches the current MultiPV line with an aspiration window around its last score, which is
    /// widened after a fail high or a fail low.
    pub(crate) fn aspiration_search(&mut self) {
        self.selective_depth = 0;
        let previous_score = match self.completed.get(self.pv_index) {
            Some(completed) => completed.score,
            None => Score::NEG_INFINITE,
        };
        let mut width = params::aspiration_window() * self.width_factor();
        let mut window = Window {
            alpha: Score::NEG_INFINITE,
            beta: Score::INFINITE,
        };
        if self.depth >= params::aspiration_depth() && !is_known_win(previous_score) {
            window.alpha = (previous_score - width).max(Score::NEG_INFINITE);
            window.beta = (previous_score + width).min(Score::INFINITE);
        }
        // After a fail high a shallower search will fail high again (from Stockfish).
        let mut fail_highs = 0;
        loop {
            let root = self.root;
            let depth = (self.depth - fail_highs).max(1);
            let score = self.negamax::<RootNode>(&root, window, depth, 0, false);
            let first = self.pv_index;
            self.root_moves[first..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            if score <= window.alpha {
                // Fail low.
                self.report_bound(first);
                window.beta = window.alpha.midpoint(window.beta);
                window.alpha = (score - width).max(Score::NEG_INFINITE);
                fail_highs = 0;
            } else if score >= window.beta {
                // Fail high.
                self.report_bound(first);
                window.beta = (score + width).min(Score::INFINITE);
                fail_highs += i32::from(!is_known_win(score));
            } else {
                return;
            }
            width += width / 2;
            if is_known_win(score) || width > MAX_WIDTH {
                window.alpha = Score::NEG_INFINITE;
                window.beta = Score::INFINITE;
            }
        }
    }

    /// Every other thread begins with a wider window: if the score moves and the others have to search
    /// again, it completes the iteration first.
    fn width_factor(&self) -> i32 {
        if self.index.is_multiple_of(2) { 1 } else { 3 }
    }

    /// Whether a root move belongs to the current MultiPV line: no earlier line begins with it, and no
    /// remaining move has a higher tablebase rank.
    pub(crate) fn is_root_candidate(&self, m: Move) -> bool {
        if self.pv_index == 0 && !self.is_root_restricted {
            return true;
        }
        let remaining = &self.root_moves[self.pv_index..];
        let is_candidate =
            |root_move: &RootMove| root_move.m == m && root_move.rank == remaining[0].rank;
        remaining.iter().any(is_candidate)
    }

    /// Stores the result of a root move. If a move after the first does not raise alpha, its score is
    /// only a bound and not stored.
    pub(crate) fn update_root_move(
        &mut self,
        m: Move,
        score: Score,
        window: Window,
        is_first: bool,
        nodes: u64,
    ) {
        let line = self.pv_table.line(1);
        let Some(root_move) = self.root_moves.iter_mut().find(|r| r.m == m) else {
            return;
        };
        root_move.nodes += nodes;
        if !is_first && score <= window.alpha {
            root_move.score = Score::NEG_INFINITE;
            return;
        }
        root_move.set_score(score, window, line);
        root_move.selective_depth = self.selective_depth;
        root_move.depth = self.depth;
    }
}
