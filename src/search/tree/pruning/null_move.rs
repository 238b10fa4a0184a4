//! Null move pruning (NMP, <https://www.chessprogramming.org/Null_Move_Pruning>).

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NonPvNode};
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::window::Window;
use crate::types::Score;

impl<R: EvalRules> Worker<'_, R> {
    /// Null move pruning: if the side to move can pass and still fail high in a reduced search, some move will
    /// fail high too. It is not tried twice in a row, nor with only king and pawns, where zugzwang is common.
    pub(crate) fn null_move_pruning(
        &mut self,
        position: &Position<R>,
        node: &Node,
        beta: Score,
    ) -> Option<Score> {
        let (eval, static_eval) = (node.eval?, node.static_eval?);
        let ply = node.ply;
        let after_null_move = self.stack[ply - 1].current_move.is_none();
        let margin = params::nmp_margin() - params::nmp_depth_margin() * node.depth;
        if node.depth < params::nmp_depth()
            || eval < beta
            || static_eval < beta + margin
            || after_null_move
            || ply < self.nmp_min_ply
            || is_known_win(beta)
            || !position.may_pass()
        {
            return None;
        }
        let depth = node.depth - nmp_reduction(node.depth, eval, beta);
        let next = self.make_null_move(position, ply);
        let window = Window::null(beta - 1).flipped();
        let score = -self.negamax::<NonPvNode>(&next, window, depth, ply + 1, !node.cut_node);
        self.unmake_null_move();
        if self.stopped || score < beta {
            return None;
        }
        // A win found after a null move is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.nmp_min_ply > 0 || node.depth < params::nmp_verification_depth() {
            return Some(score);
        }
        self.zugzwang_verification(position, beta, depth, ply)
            .then_some(score)
    }

    /// Zugzwang verification (<https://www.chessprogramming.org/Null_Move_Pruning#Zugzwang>): repeats the reduced
    /// search without null moves for the next plies. Returns whether it still fails high. Only deep nodes are
    /// verified, where an error costs most.
    fn zugzwang_verification(
        &mut self,
        position: &Position<R>,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> bool {
        self.nmp_min_ply = ply + 3 * depth.max(0) as usize / 4;
        let window = Window::null(beta - 1);
        let score = self.negamax::<NonPvNode>(position, window, depth, ply, false);
        self.nmp_min_ply = 0;
        score >= beta && !self.stopped
    }
}

/// The reduction of the search after a null move, in plies: it grows with depth and with the distance of the
/// evaluation from beta.
#[inline]
fn nmp_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let by_eval = (eval - beta) / params::nmp_eval_divisor();
    params::nmp_base()
        + depth / params::nmp_depth_divisor()
        + by_eval.clamp(0, params::nmp_eval_max())
}
