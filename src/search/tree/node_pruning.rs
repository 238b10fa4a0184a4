//! Ways to leave a node without searching its moves.

use crate::board::Position;
use crate::search::bound::Bound;
use crate::search::ordering::history::moving_piece;
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult, NonPvNode};
use crate::search::tree::pruning::{
    blend_toward_beta, is_estimate, nmp_reduction, razoring, reverse_futility_pruning,
};
use crate::search::window::Window;
use crate::types::{Move, Score};

impl Worker<'_> {
    /// The score of a node outside the principal variation, if the evaluation lies so far outside the
    /// window that its moves need not be searched.
    pub(crate) fn prune_node(
        &mut self,
        position: &Position,
        node: &Node,
        window: Window,
    ) -> Option<Score> {
        let eval = node.eval?;
        if razoring(node.depth, eval, window.alpha) {
            let score =
                self.quiescence::<NonPvNode>(position, Window::null(window.alpha), node.ply);
            if score <= window.alpha || self.stopped {
                return Some(score);
            }
        }
        if !node.tt_pv && reverse_futility_pruning(node.depth, eval, window.beta, node.improving) {
            return Some(blend_toward_beta(eval, window.beta));
        }
        self.null_move_pruning(position, node, window.beta)
    }

    /// If even passing keeps the score above beta, some move will too. Not tried twice in a row, nor
    /// with king and pawns alone, where passing is often the best one could wish for (zugzwang). Deep
    /// down, where an error would cost most, the result is verified by a search in which the same
    /// side may not pass (<https://www.chessprogramming.org/Null_Move_Pruning#Zugzwang>).
    fn null_move_pruning(
        &mut self,
        position: &Position,
        node: &Node,
        beta: Score,
    ) -> Option<Score> {
        let (eval, static_eval) = (node.eval?, node.static_eval?);
        let ply = node.ply;
        let after_null = self.stack[ply - 1].current_move.is_none();
        let margin = params::nmp_margin() - params::nmp_depth_margin() * node.depth;
        if node.depth < params::nmp_depth()
            || eval < beta
            || static_eval < beta + margin
            || after_null
            || ply < self.nmp_min_ply
            || !is_estimate(beta)
            || !position.has_non_pawn_material(position.side_to_move())
        {
            return None;
        }
        let depth = node.depth - nmp_reduction(node.depth, eval, beta);
        let next = self.descend_null(position, ply);
        let window = Window::null(beta - 1).flipped();
        let score = -self.negamax::<NonPvNode>(&next, window, depth, ply + 1, !node.cut_node);
        self.ascend_null();
        if self.stopped || score < beta {
            return None;
        }
        // A win that needs the other side to be given two moves is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.nmp_min_ply > 0 || node.depth < params::nmp_verification_depth() {
            return Some(score);
        }
        self.nmp_min_ply = ply + 3 * depth.max(0) as usize / 4;
        let verified =
            self.negamax::<NonPvNode>(position, Window::null(beta - 1), depth, ply, false);
        self.nmp_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// If a capture holds well above beta in a much shallower search, the full one is not likely to
    /// refute it (<https://www.chessprogramming.org/ProbCut>).
    pub(crate) fn probcut(
        &mut self,
        position: &Position,
        node: &Node,
        beta: Score,
    ) -> Option<Score> {
        let ply = node.ply;
        if !is_estimate(beta) {
            return None;
        }
        if let Some(score) = small_probcut(node, beta) {
            return Some(score);
        }
        let static_eval = node.static_eval?;
        let relief = if node.improving {
            params::probcut_improving()
        } else {
            0
        };
        let raised = beta + params::probcut_margin() - relief;
        let refuted = node.tt_entry.is_some_and(|tt_entry| {
            i32::from(tt_entry.depth) >= node.depth - 3
                && Score::from_tt(tt_entry.score, ply) < raised
        });
        if node.depth < params::probcut_depth() || refuted {
            return None;
        }
        let threshold = (raised - static_eval).max(0);
        // The picker asks this of all other moves.
        let is_good = |&m: &Move| !m.is_quiet() && position.see_at_least(m, threshold);
        let tt_move = node.tt_move.filter(is_good);
        let context = self.quiet_context(position, ply);
        let mut picker = MovePicker::good_noisy(tt_move, context, threshold);
        let depth = node.depth - 4;
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            if self.overlooks(position, m, ply) {
                continue;
            }
            let next = self.descend(position, m, moving_piece(position, m), ply);
            let window = Window::null(raised - 1).flipped();
            let mut score = -self.quiescence::<NonPvNode>(&next, window, ply + 1);
            if score >= raised && depth > 0 {
                score = -self.negamax::<NonPvNode>(&next, window, depth, ply + 1, !node.cut_node);
            }
            self.ascend();
            if self.stopped {
                return None;
            }
            if score >= raised {
                let result = NodeResult {
                    best_move: Some(m),
                    score,
                    bound: Bound::Lower,
                };
                self.tt_store(position, ply, &result, depth + 1, node.tt_pv);
                return Some(match score.is_decisive() {
                    true => score,
                    false => score - (raised - beta),
                });
            }
        }
        None
    }
}

/// A lower bound in the table, from a search not quite deep enough, that lies so far above beta that
/// it will hold (from Stockfish).
fn small_probcut(node: &Node, beta: Score) -> Option<Score> {
    let tt_entry = node.tt_entry?;
    let score = Score::from_tt(tt_entry.score, node.ply);
    let raised = beta + params::small_probcut_margin();
    let believed = tt_entry.bound != Bound::Upper
        && i32::from(tt_entry.depth) >= node.depth - 4
        && score >= raised
        && !score.is_decisive();
    believed.then_some(raised)
}
