//! History tables with gravity.

use std::sync::atomic::{AtomicI16, Ordering};

use bytemuck::Zeroable;

use crate::search::prefetch::prefetch;

/// The greatest absolute value of an entry.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// An entry after a bonus, or a malus if negative. The change shrinks as the entry nears its bound, so that recent
/// results outweigh old ones ("history gravity",
/// <https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).
#[inline]
fn updated(value: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16
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
        let value = &self.0[index];
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
        let table = HistoryTable::<2>::zeroed();
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
