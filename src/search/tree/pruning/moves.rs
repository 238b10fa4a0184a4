//! Pruning of moves: late move pruning, futility pruning, history pruning and SEE pruning.

use crate::board::{Position, Rules};
use crate::search::params;
use crate::types::{Move, Score};

/// Material in centipawns that a check may cost for each ply of depth, in variants that checks decide.
const CHECK_MARGIN: i32 = 300;

/// Late move pruning (LMP), also called move count based pruning
/// (<https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>): whether the move count is so high
/// that the remaining quiet moves are pruned. The limit is lower where the position is not improving.
#[inline]
pub(crate) fn late_move_pruning(depth: i32, move_count: usize, improving: bool) -> bool {
    let mut limit = params::lmp_base() + depth * depth;
    if !improving {
        limit = limit * 100 / params::lmp_not_improving();
    }
    depth <= params::lmp_depth() && move_count as i32 >= limit.max(2)
}

/// Futility pruning (<https://www.chessprogramming.org/Futility_Pruning>): whether the evaluation is so far below
/// alpha that a quiet move is not likely to raise it to alpha. `depth` is that after the reduction.
#[inline]
pub(crate) fn futility_pruning(depth: i32, eval: Score, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth() && !alpha.is_decisive() && eval + margin <= alpha
}

/// Futility pruning of a capture, whose victim is worth `victim` centipawns.
#[inline]
pub(crate) fn capture_futility_pruning(depth: i32, eval: Score, victim: i32, alpha: Score) -> bool {
    let margin =
        params::futility_capture_base() + params::futility_capture_margin() * depth + victim;
    depth <= params::futility_depth() && !alpha.is_decisive() && eval + margin <= alpha
}

/// History pruning: whether the history of a quiet move is too bad to search it (continuation history based
/// pruning, from Stockfish).
#[inline]
pub(crate) fn history_pruning(depth: i32, stat_score: i32) -> bool {
    depth <= params::history_pruning_depth()
        && stat_score < -params::history_pruning_margin() * depth
}

/// SEE pruning: whether a move loses too much material by static exchange evaluation. The limit grows with depth
/// and, for captures, with their history.
#[inline]
pub(crate) fn see_pruning<R: Rules>(
    position: &Position<R>,
    m: Move,
    depth: i32,
    stat_score: i32,
) -> bool {
    let margin = if m.is_quiet() {
        params::see_quiet_margin() * depth * depth
    } else {
        (params::see_noisy_margin() * depth + stat_score / 128).max(0)
    };
    depth <= params::see_depth() && !position.see_at_least(m, -margin)
}

/// SEE pruning of checks in variants that they decide: a check may cost material that grows with depth.
pub(crate) fn check_see_pruning<R: Rules>(position: &Position<R>, m: Move, depth: i32) -> bool {
    !position.see_at_least(m, -CHECK_MARGIN * depth)
}
