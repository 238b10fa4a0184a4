//! The table of late move reductions.

use std::sync::LazyLock;

use crate::search::params;

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
}
