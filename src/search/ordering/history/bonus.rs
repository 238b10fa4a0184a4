//! History bonus and malus
//! (<https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).

use crate::search::params;
use crate::types::Score;

/// The depth that counts for bonus and malus of a node, in plies: one more if its score lies far above beta (from
/// Stockfish).
pub(crate) fn history_depth(depth: i32, score: Score, beta: Score) -> i32 {
    depth + i32::from(score >= beta + params::history_bonus_margin())
}

/// The history bonus of a move that fails high in a node of this depth.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus_factor() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

/// The history malus of the moves searched before it.
pub(crate) fn history_malus(depth: i32) -> i32 {
    (params::history_malus_factor() * depth - params::history_malus_offset())
        .min(params::history_malus_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_far_above_beta_counts_one_ply_more() {
        let (beta, margin) = (Score::cp(20), params::history_bonus_margin());
        assert_eq!(history_depth(7, beta - 1, beta), 7);
        assert_eq!(history_depth(7, beta + margin - 1, beta), 7);
        assert_eq!(history_depth(7, beta + margin, beta), 8);
    }

    #[test]
    fn bonus_and_malus_grow_with_depth() {
        for depth in 1..60 {
            assert!(history_bonus(depth) > 0 && history_malus(depth) > 0);
            assert!(history_bonus(depth + 1) >= history_bonus(depth));
        }
    }
}
