//! Reasons not to search a node or a move, and how much less.

use crate::board::Position;
use crate::search::params;
use crate::types::{Move, Score};

/// The window that is left at a ply: neither side can do better than mating at once, so what lies
/// outside of that need not be searched (mate distance pruning).
#[inline]
pub(crate) fn mate_distance_window(alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
    (
        alpha.max(Score::mated_in(ply)),
        beta.min(Score::mate_in(ply + 1)),
    )
}

/// Whether the evaluation is so far below alpha that only captures are likely to reach it
/// (<https://www.chessprogramming.org/Razoring>).
#[inline]
pub(crate) fn razoring(depth: i32, eval: Score, alpha: Score) -> bool {
    let margin = params::razoring_base() + params::razoring_factor() * depth * depth;
    !alpha.is_decisive() && eval + margin < alpha
}

/// Whether the evaluation is so far above beta that nothing the other side can do within the
/// remaining depth is likely to bring it below (reverse futility pruning, also called static null
/// move pruning, <https://www.chessprogramming.org/Reverse_Futility_Pruning>).
#[inline]
pub(crate) fn reverse_futility_pruning(
    depth: i32,
    eval: Score,
    beta: Score,
    improving: bool,
) -> bool {
    let history_reduction = if improving {
        params::rfp_improving()
    } else {
        0
    };
    let margin = params::rfp_margin() * depth - history_reduction;
    depth <= params::rfp_depth()
        && !beta.is_loss()
        && is_estimate(eval)
        && eval - margin.max(params::rfp_margin() / 4) >= beta
}

/// The score of a node whose evaluation lies above beta. That it really is so much better has not been
/// shown, so it is met half-way (from Stockfish), but not on the way to or from a mate.
#[inline]
pub(crate) fn blend_toward_beta(eval: Score, beta: Score) -> Score {
    match is_estimate(eval) && is_estimate(beta) {
        true => eval.midpoint(beta),
        false => eval,
    }
}

/// The score of a node that has failed high. By how much is less certain the less deeply it was searched
/// (from Stockfish).
#[inline]
pub(crate) fn scale_fail_high(score: Score, beta: Score, depth: i32) -> Score {
    match is_estimate(score) && is_estimate(beta) {
        true => beta + (score - beta) * depth / (depth + 1),
        false => score,
    }
}

/// Beyond this, in centipawns, an evaluation comes from knowledge of endgames that are won anyway. It
/// only tells the way to the mate, which corrections and margins would blur.
const KNOWLEDGE: i32 = 5000;

/// Whether an evaluation is an estimate that may be corrected and relied on by margins.
#[inline]
pub(crate) fn is_estimate(eval: Score) -> bool {
    eval.raw().abs() < KNOWLEDGE
}

/// By how many plies to search less deeply after a null move
/// (<https://www.chessprogramming.org/Null_Move_Pruning>): more at great depth and the further the
/// evaluation is above beta.
#[inline]
pub(crate) fn nmp_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let by_eval = (eval - beta) / params::nmp_eval_divisor();
    params::nmp_base()
        + depth / params::nmp_depth_divisor()
        + by_eval.clamp(0, params::nmp_eval_max())
}

/// Whether so many moves have been tried in vain that the remaining quiet ones may be left out (late
/// move pruning, also called move count based pruning,
/// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>): half as many where
/// the position does not improve.
#[inline]
pub(crate) fn late_move_pruning(depth: i32, number: usize, improving: bool) -> bool {
    let most = (params::lmp_base() + depth * depth) >> i32::from(!improving);
    depth <= params::lmp_depth() && number as i32 >= most.max(2)
}

/// Whether the evaluation is so far below alpha that a quiet move, searched so deep, is not likely to
/// reach it (<https://www.chessprogramming.org/Futility_Pruning>).
#[inline]
pub(crate) fn futility_pruning(depth: i32, eval: Score, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth() && !alpha.is_decisive() && eval + margin <= alpha
}

/// The same for a capture of a piece worth `victim` centipawns.
#[inline]
pub(crate) fn capture_futility_pruning(depth: i32, eval: Score, victim: i32, alpha: Score) -> bool {
    let margin = params::futility_noisy_base() + params::futility_noisy_margin() * depth + victim;
    depth <= params::futility_depth() && !alpha.is_decisive() && eval + margin <= alpha
}

/// Whether a quiet move has done too badly before to be tried (continuation
/// history based pruning, from Stockfish).
#[inline]
pub(crate) fn history_pruning(depth: i32, history: i32) -> bool {
    depth <= params::history_pruning_depth() && history < -params::history_pruning_margin() * depth
}

/// Whether a move, searched so deep, loses so much in exchanges that it is left out. Captures with a
/// good history may lose more.
#[inline]
pub(crate) fn see_pruning(position: &Position, m: Move, depth: i32, history: i32) -> bool {
    let margin = match m.is_quiet() {
        true => params::see_quiet_margin() * depth * depth,
        false => (params::see_noisy_margin() * depth + history / 128).max(0),
    };
    depth <= params::see_depth() && !position.see_at_least(m, -margin)
}
