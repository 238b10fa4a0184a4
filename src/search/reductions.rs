//! Late move reductions: moves that come late in the order are searched less deeply first.

use std::sync::LazyLock;

use super::params;

const SIZE: usize = 64;

/// Reductions in hundredths of a ply by depth and move number.
pub struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    /// The table, computed once.
    pub fn shared() -> &'static Reductions {
        static TABLE: LazyLock<Reductions> = LazyLock::new(Reductions::compute);
        &TABLE
    }

    /// base + ln(depth) * ln(number) / divisor, a formula in common use
    /// (<https://www.chessprogramming.org/Late_Move_Reductions>).
    fn compute() -> Reductions {
        let base = f64::from(params::late_move_base()) / 100.0;
        let divisor = f64::from(params::late_move_divisor()) / 100.0;
        let mut table = [[0; SIZE]; SIZE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *cell = (100.0 * (base + product / divisor)) as i32;
            }
        }
        Reductions(table)
    }

    /// Plies by which to reduce the `number`th quiet move of a node of this depth, given its history;
    /// less in nodes of the principal variation.
    #[inline]
    pub fn quiet(&self, depth: i32, number: usize, pv: bool, history: i32) -> i32 {
        let hundredths = self.0[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)];
        let history = 100 * history / params::late_move_history();
        let reduction = (hundredths - history - if pv { 100 } else { 0 }) / 100;
        reduction.clamp(0, depth - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_and_leave_a_ply() {
        let table = Reductions::shared();
        for depth in 3..100 {
            for number in 2..250 {
                let reduction = table.quiet(depth, number, false, 0);
                assert!((0..=depth - 2).contains(&reduction));
                assert!(reduction >= table.quiet(depth, number, true, 0));
                assert!(reduction >= table.quiet(depth, number, false, 10_000));
            }
        }
        assert!(table.quiet(12, 30, false, 0) > table.quiet(4, 4, false, 0));
    }
}
