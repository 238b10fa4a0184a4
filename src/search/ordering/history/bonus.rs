//! History bonus and malus
//! (<https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).

use crate::search::params;

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
    fn bonus_and_malus_grow_with_depth() {
        for depth in 1..60 {
            assert!(history_bonus(depth) > 0 && history_malus(depth) > 0);
            assert!(history_bonus(depth + 1) >= history_bonus(depth));
        }
    }
}
