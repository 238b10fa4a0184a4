//! ProbCut (<https://www.chessprogramming.org/ProbCut>).

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::ordering::history::moved_piece;
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult, NonPvNode};
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// Reduction of the ProbCut search, in plies.
const REDUCTION: i32 = 4;

/// Small ProbCut (from Stockfish): a lower bound in the transposition table that lies far above beta causes a
/// cutoff although it was not searched deep enough.
pub(crate) fn small_probcut(node: &Node, beta: Score) -> Option<Score> {
    let tt_entry = node.tt_entry?;
    let tt_score = Score::from_tt(tt_entry.score, node.ply);
    let probcut_beta = beta + params::small_probcut_margin();
    let is_cutoff = !is_known_win(beta)
        && tt_entry.bound != Bound::Upper
        && i32::from(tt_entry.depth) >= node.depth - 4
        && tt_score >= probcut_beta
        && !tt_score.is_decisive();
    is_cutoff.then_some(probcut_beta)
}

impl<R: EvalRules> Worker<'_, R> {
    /// ProbCut: a capture that beats beta by a margin in a reduced search is likely to beat beta in the full one.
    pub(crate) fn probcut(
        &mut self,
        position: &Position<R>,
        node: &Node,
        beta: Score,
    ) -> Option<Score> {
        let ply = node.ply;
        if is_known_win(beta) {
            return None;
        }
        let static_eval = node.static_eval?;
        let improving = if node.improving {
            params::probcut_improving()
        } else {
            0
        };
        let probcut_beta = beta + params::probcut_margin() - improving;
        let is_refuted = node.tt_entry.is_some_and(|tt_entry| {
            i32::from(tt_entry.depth) >= node.depth - 3
                && Score::from_tt(tt_entry.score, ply) < probcut_beta
        });
        if node.depth < params::probcut_depth() || is_refuted {
            return None;
        }
        let threshold = (probcut_beta - static_eval).max(0);
        // The picker applies the SEE threshold to every move but the TT move.
        let is_good = |&m: &Move| !m.is_quiet() && position.see_at_least(m, threshold);
        let tt_move = node.tt_move.filter(is_good);
        let mut picker = MovePicker::good_noisy(tt_move, threshold);
        let depth = node.depth - REDUCTION;
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            if self.misses_move(position, m, ply) {
                continue;
            }
            self.stack[ply].move_count = 0;
            let mut next = *position;
            self.prefetch_tt(position, m);
            self.make_move(&mut next, m, moved_piece(position, m), ply);
            let window = Window::null(probcut_beta - 1).flipped();
            let mut score = -self.quiescence::<NonPvNode>(&next, window, ply + 1);
            if score >= probcut_beta && depth > 0 {
                score = -self.negamax::<NonPvNode>(&next, window, depth, ply + 1, !node.cut_node);
            }
            self.unmake_move();
            if self.stopped {
                return None;
            }
            if score >= probcut_beta {
                let result = NodeResult {
                    best_move: Some(m),
                    score,
                    bound: Bound::Lower,
                };
                self.tt_store(position, ply, &result, depth + 1, node.tt_pv);
                return Some(if score.is_decisive() {
                    score
                } else {
                    score - (probcut_beta - beta)
                });
            }
        }
        None
    }
}
