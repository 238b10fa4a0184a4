//! Late move reductions: moves that come late in the order are searched less deeply first.

use std::sync::LazyLock;

use crate::search::params;
use crate::types::Score;

const SIZE: usize = 64;

/// A ply in the units of reductions.
pub(crate) const PLY: i32 = 1024;

/// Reductions by depth and move number, in 1024ths of a ply.
pub(crate) struct Reductions {
    quiet: Box<[[i32; SIZE]; SIZE]>,
    noisy: Box<[[i32; SIZE]; SIZE]>,
}

impl Reductions {
    /// The table, computed once.
    pub(crate) fn shared() -> &'static Reductions {
        static TABLE: LazyLock<Reductions> = LazyLock::new(|| Reductions {
            quiet: logarithmic(params::lmr_base(), params::lmr_divisor()),
            noisy: logarithmic(params::lmr_noisy_base(), params::lmr_noisy_divisor()),
        });
        &TABLE
    }

    /// For the `number`th move of a node of this depth.
    #[inline]
    pub(crate) fn get(&self, quiet: bool, depth: i32, number: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// How many plies less deeply the other moves of a node of this depth are searched once one has raised
/// alpha to `score`: few will do better still (from Stockfish). Not for the root, where it loses.
#[inline]
pub(crate) fn reduction_after(score: Score, depth: i32) -> i32 {
    let reduction = params::raised_alpha_reduction();
    let fits = depth > reduction && depth <= params::raised_alpha_depth();
    match fits && !score.is_decisive() {
        true => reduction,
        false => 0,
    }
}

/// base + ln(depth) * ln(number) / divisor, a formula in common use
/// (<https://www.chessprogramming.org/Late_Move_Reductions>); the divisor is in hundredths.
fn logarithmic(base: i32, divisor: i32) -> Box<[[i32; SIZE]; SIZE]> {
    let mut table = Box::new([[0; SIZE]; SIZE]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, cell) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            let plies = product * 100.0 / f64::from(divisor);
            *cell = base + (f64::from(PLY) * plies) as i32;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_is_left_to_search_after_a_raise() {
        for depth in 1..30 {
            let left = depth - reduction_after(Score::cp(50), depth);
            assert!((1..=depth).contains(&left));
            assert_eq!(reduction_after(Score::mate_in(5), depth), 0);
        }
        assert!(reduction_after(Score::cp(50), 8) > 0);
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let table = Reductions::shared();
        for quiet in [false, true] {
            assert!(table.get(quiet, 12, 30) > table.get(quiet, 4, 4));
            assert_eq!(table.get(quiet, 500, 500), table.get(quiet, 63, 63));
        }
        assert!(table.get(true, 12, 30) > table.get(false, 12, 30));
    }
}
