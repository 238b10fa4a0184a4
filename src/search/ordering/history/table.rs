//! Tables of numbers that follow what happens.

use std::sync::atomic::{AtomicI16, Ordering};

/// The bound of all history values.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// A value after a reward (or punishment). What it gains shrinks as it nears the bound, so that values
/// follow the present part of the tree ("history gravity",
/// <https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).
#[inline]
fn updated(value: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16
}

/// Numbers from `-HISTORY_MAX` to `HISTORY_MAX`, at first 0. Several threads may write at once: now and then one
/// overwrites what another has just noted, which does less harm than waiting.
pub(super) struct HistoryTable<const N: usize>(Box<[AtomicI16]>);

impl<const N: usize> HistoryTable<N> {
    /// The memory it takes.
    pub(super) const BYTES: usize = N * size_of::<AtomicI16>();

    /// All zeros.
    pub(super) fn new() -> HistoryTable<N> {
        HistoryTable((0..N).map(|_| AtomicI16::new(0)).collect())
    }

    /// The value of a cell.
    #[inline]
    pub(super) fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell].load(Ordering::Relaxed))
    }

    /// Rewards (or punishes) a cell.
    #[inline]
    pub(super) fn update(&self, cell: usize, bonus: i32) {
        let value = &self.0[cell];
        value.store(
            updated(value.load(Ordering::Relaxed), bonus),
            Ordering::Relaxed,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_bound() {
        let table = HistoryTable::<2>::new();
        for bonus in [1600, -1600, 100_000, -100_000] {
            for _ in 0..1000 {
                table.update(1, bonus);
                assert!(table.get(1).abs() <= HISTORY_MAX);
            }
            assert_eq!(table.get(1).signum(), i32::signum(bonus));
        }
        assert_eq!(table.get(0), 0);
    }
}
