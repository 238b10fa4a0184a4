//! Late move reductions (LMR, <https://www.chessprogramming.org/Late_Move_Reductions>).

use crate::board::Position;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeType};
use crate::search::tree::reduction_table::{PLY, ReductionTable};
use crate::search::tree::scored_move::ScoredMove;
use crate::search::tt::TtEntry;
use crate::types::Score;

impl Worker<'_> {
    /// The late move reduction of a move in plies; negative to search it deeper.
    pub(crate) fn late_move_reduction<N: NodeType>(
        &self,
        next: &Position,
        node: &Node,
        scored_move: &ScoredMove,
        alpha: Score,
    ) -> i32 {
        let m = scored_move.m;
        let table = ReductionTable::shared();
        let mut reduction = table.get(m.is_quiet(), node.depth, scored_move.move_count);
        if N::PV {
            reduction -= params::lmr_pv();
        }
        if node.tt_pv {
            reduction -= params::lmr_tt_pv();
            let fails_low = |tt_entry: TtEntry| Score::from_tt(tt_entry.score, node.ply) <= alpha;
            if node.tt_entry.is_some_and(fails_low) {
                reduction += params::lmr_tt_fail_low();
            }
        }
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if !node.improving {
            reduction += params::lmr_not_improving();
        }
        if node.tt_move.is_some_and(|m| !m.is_quiet()) {
            reduction += params::lmr_tt_capture();
        }
        if self.stack[node.ply + 1].cutoff_count > 2 {
            reduction += params::lmr_cutoff_count();
        }
        if self.stack[node.ply].killers.moves().contains(&Some(m)) {
            reduction -= params::lmr_killer();
        }
        if next.in_check() {
            reduction -= params::lmr_check();
        }
        (reduction - scored_move.history_reduction()) / PLY
    }
}

/// Reduction, in plies, of the remaining moves of a node once a move has raised alpha to `score`: few of them will
/// do better (from Stockfish). It is not applied at the root, where it loses strength.
#[inline]
pub(crate) fn alpha_raise_reduction(score: Score, depth: i32) -> i32 {
    let reduction = params::alpha_raise_reduction();
    if depth > reduction && depth <= params::alpha_raise_depth() && !score.is_decisive() {
        reduction
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_stays_positive_after_an_alpha_raise() {
        for depth in 1..30 {
            let reduced = depth - alpha_raise_reduction(Score::cp(50), depth);
            assert!((1..=depth).contains(&reduced));
            assert_eq!(alpha_raise_reduction(Score::mate_in(5), depth), 0);
        }
        assert!(alpha_raise_reduction(Score::cp(50), 8) > 0);
    }
}
