//! Clusters of entries, read and written without locks, and the replacement of entries by depth and generation.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::entry::replacement_value;

/// Entries of a cluster.
pub(super) const ENTRIES: usize = 3;
const CHECK_BITS: usize = 21;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;

/// Three entries in half a cache line.
#[repr(C, align(32))]
#[derive(Default, Zeroable)]
pub(super) struct Cluster {
    /// The packed entries.
    pub(super) data: [AtomicU64; ENTRIES],
    /// The checks of the entries, that of the first entry in the lowest bits.
    checks: AtomicU64,
}

impl Cluster {
    /// Finds the entry of a key: its index and data.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<(usize, u64)> {
        let checks = self.checks.load(Ordering::Relaxed);
        self.data.iter().enumerate().find_map(|(i, data)| {
            let data = data.load(Ordering::Relaxed);
            let matches = checks >> (CHECK_BITS * i) & CHECK_MASK == check(key, data);
            (matches && data != 0).then_some((i, data))
        })
    }

    /// The index of the entry to replace.
    pub(super) fn least_valuable(&self, generation: u8) -> usize {
        let value =
            |i: &usize| replacement_value(self.data[*i].load(Ordering::Relaxed), generation);
        (0..ENTRIES).min_by_key(value).unwrap_or(0)
    }

    pub(super) fn write(&self, i: usize, key: u64, data: u64) {
        let shift = CHECK_BITS * i;
        let others = self.checks.load(Ordering::Relaxed) & !(CHECK_MASK << shift);
        self.data[i].store(data, Ordering::Relaxed);
        let checks = others | check(key, data) << shift;
        self.checks.store(checks, Ordering::Relaxed);
    }
}

/// The check that proves that key and data belong together. Keys of the same cluster agree in their high bits, so
/// the check uses the low ones.
#[inline]
fn check(key: u64, data: u64) -> u64 {
    let digest = data.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CHECK_BITS);
    (key ^ digest) & CHECK_MASK
}
