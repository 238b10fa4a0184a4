//! Late move reductions (LMR, <https://www.chessprogramming.org/Late_Move_Reductions>).

use std::sync::LazyLock;

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeType};
use crate::search::tree::scored_move::ScoredMove;
use crate::search::tt::TtEntry;
use crate::types::Score;

const SIZE: usize = 64;

/// One ply in the units of the table.
pub(crate) const PLY: i32 = 1024;

/// Late move reductions by depth and move count, in 1024ths of a ply.
pub(crate) struct ReductionTable {
    quiet: Box<[[i32; SIZE]; SIZE]>,
    noisy: Box<[[i32; SIZE]; SIZE]>,
}

impl ReductionTable {
    /// The table, computed at first use.
    pub(crate) fn shared() -> &'static ReductionTable {
        static TABLE: LazyLock<ReductionTable> = LazyLock::new(|| ReductionTable {
            quiet: logarithmic(params::lmr_base(), params::lmr_divisor()),
            noisy: logarithmic(params::lmr_noisy_base(), params::lmr_noisy_divisor()),
        });
        &TABLE
    }

    #[inline]
    pub(crate) fn get(&self, quiet: bool, depth: i32, move_count: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[(depth as usize).min(SIZE - 1)][move_count.min(SIZE - 1)]
    }
}

/// base + ln(depth) * ln(move_count) / divisor, a formula in common use
/// (<https://www.chessprogramming.org/Late_Move_Reductions>). The divisor is in hundredths.
fn logarithmic(base: i32, divisor: i32) -> Box<[[i32; SIZE]; SIZE]> {
    let mut table = Box::new([[0; SIZE]; SIZE]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (move_count, cell) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (move_count as f64).ln();
            let plies = product * 100.0 / f64::from(divisor);
            *cell = base + (f64::from(PLY) * plies) as i32;
        }
    }
    table
}

impl<R: EvalRules> Worker<'_, R> {
    /// The late move reduction of a move in plies; negative to search it deeper.
    pub(crate) fn late_move_reduction<N: NodeType>(
        &self,
        next: &Position<R>,
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
            if let Some(tt_entry) = node.tt_entry {
                reduction += if fails_low(tt_entry) {
                    params::lmr_tt_fail_low()
                } else {
                    -params::lmr_tt_above_alpha()
                };
                if i32::from(tt_entry.depth) >= node.depth {
                    reduction -= params::lmr_tt_depth();
                }
            }
        }
        if node.cut_node {
            reduction += params::lmr_cut_node();
            if node.tt_move.is_none() {
                reduction += params::lmr_cut_node_no_tt_move();
            }
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
        reduction -= params::lmr_correction() * node.correction;
        (reduction - history_reduction(scored_move)) / PLY
    }
}

/// Reduction decrease for a good history of the move, in 1024ths of a ply.
#[inline]
pub(crate) fn history_reduction(scored_move: &ScoredMove) -> i32 {
    // Each branch divides by a constant, which is faster than one division by a variable.
    if scored_move.m.is_quiet() {
        scored_move.stat_score * PLY / params::lmr_history()
    } else {
        scored_move.stat_score * PLY / params::lmr_noisy_history()
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
    fn reductions_grow_with_depth_and_move_count() {
        let table = ReductionTable::shared();
        for quiet in [false, true] {
            assert!(table.get(quiet, 12, 30) > table.get(quiet, 4, 4));
            assert_eq!(table.get(quiet, 500, 500), table.get(quiet, 63, 63));
        }
        assert!(table.get(true, 12, 30) > table.get(false, 12, 30));
    }

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
