//! History tables with gravity.

use std::sync::atomic::{AtomicI16, Ordering};

use bytemuck::Zeroable;

use crate::search::prefetch::prefetch;

/// The greatest absolute value of an entry.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// An entry after a bonus, or a malus if negative. The change shrinks as `base`, which is the entry itself or stands for
/// it and others, nears the bound, so that recent results outweigh old ones ("history gravity",
/// <https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).
#[inline]
fn updated(value: i32, base: i32, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let new = value + bonus - base * bonus.abs() / HISTORY_MAX;
    new.clamp(-HISTORY_MAX, HISTORY_MAX) as i16
}

/// Entries from `-HISTORY_MAX` to `HISTORY_MAX`, initially 0. Several threads may write at once: a lost update does
/// less harm than waiting.
// Aligned to cache lines, so that the entries of one piece fill two of them.
#[repr(align(64))]
#[derive(Zeroable)]
pub(super) struct HistoryTable<const N: usize>([AtomicI16; N]);

impl<const N: usize> HistoryTable<N> {
    /// Sets all entries to 0.
    pub(super) fn clear(&mut self) {
        self.0.fill_with(|| AtomicI16::new(0));
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> i32 {
        i32::from(self.0[index].load(Ordering::Relaxed))
    }

    /// Prefetches an entry into the cache.
    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        prefetch(&self.0[index]);
    }

    /// Adds a bonus, or a malus if negative, to an entry.
    #[inline]
    pub(super) fn update(&self, index: usize, bonus: i32) {
        self.update_with_base(index, self.get(index), bonus);
    }

    /// Adds a bonus, or a malus if negative, to an entry, with the gravity of `base` instead of the entry.
    #[inline]
    pub(super) fn update_with_base(&self, index: usize, base: i32, bonus: i32) {
        let value = updated(self.get(index), base, bonus);
        self.0[index].store(value, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_bound() {
        let table = HistoryTable::<2>::zeroed();
        for bonus in [1600, -1600, 100_000, -100_000] {
            for _ in 0..1000 {
                table.update(1, bonus);
                assert!(table.get(1).abs() <= HISTORY_MAX);
            }
            assert_eq!(table.get(1).signum(), i32::signum(bonus));
            for base in [0, HISTORY_MAX, -HISTORY_MAX] {
                table.update_with_base(1, base, bonus);
                assert!(table.get(1).abs() <= HISTORY_MAX);
            }
        }
        assert_eq!(table.get(0), 0);
    }
}
