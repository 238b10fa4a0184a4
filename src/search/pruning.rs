//! Reasons not to search a node, and how much less.

use super::params;
use crate::types::Score;

/// The window that is left at a ply: neither side can do better than mating at once, so what lies
/// outside of that need not be searched (mate distance pruning).
#[inline]
pub fn mate_distance_window(alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
    (
        alpha.max(Score::mated_in(ply)),
        beta.min(Score::mate_in(ply + 1)),
    )
}

/// By how many plies to search less deeply after a null move
/// (<https://www.chessprogramming.org/Null_Move_Pruning>): more at great depth and the further the
/// evaluation is above beta.
#[inline]
pub fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let by_eval = (eval - beta) / params::null_move_eval_divisor();
    params::null_move_base()
        + depth / params::null_move_depth_divisor()
        + by_eval.clamp(0, params::null_move_eval_max())
}

/// Whether the evaluation is so far above beta that nothing the other side can do within the
/// remaining depth is likely to bring it below (reverse futility pruning, also called static null
/// move pruning, <https://www.chessprogramming.org/Reverse_Futility_Pruning>).
#[inline]
pub fn is_reverse_futile(depth: i32, eval: Score, beta: Score) -> bool {
    depth <= params::reverse_futility_depth()
        && !beta.is_loss()
        && eval - params::reverse_futility_margin() * depth >= beta
}
