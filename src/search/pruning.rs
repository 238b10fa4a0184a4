//! Reasons not to search a node, and how much less.

use super::params;
use crate::board::Position;
use crate::types::{Move, Score};

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

/// Whether so many moves have been tried in vain that the remaining quiet ones may be left out (late
/// move pruning, also called move count based pruning,
/// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>).
#[inline]
pub fn is_late(depth: i32, number: usize) -> bool {
    depth <= params::late_move_pruning_depth()
        && number as i32 > params::late_move_pruning_base() + depth * depth
}

/// Whether the evaluation is so far below alpha that a quiet move is not likely to reach it
/// (<https://www.chessprogramming.org/Futility_Pruning>).
#[inline]
pub fn is_futile(depth: i32, eval: Score, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth() && !alpha.is_decisive() && eval + margin <= alpha
}

/// Whether a move loses so much in exchanges that it is not searched at this depth.
#[inline]
pub fn loses_too_much(position: &Position, m: Move, depth: i32) -> bool {
    let margin = match m.is_quiet() {
        true => params::see_quiet_margin() * depth,
        false => params::see_noisy_margin() * depth * depth,
    };
    depth <= params::see_depth() && !position.see_at_least(m, -margin)
}
