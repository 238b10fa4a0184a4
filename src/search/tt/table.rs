//! The transposition table itself: probe, store, prefetch and hash full.

use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use thiserror::Error;

use super::available_memory::{can_allocate, usable_mebibytes};
use super::cluster::{Cluster, ENTRIES};
use super::entry::{GENERATION_MASK, TtEntry, generation_of};
use crate::search::bound::Bound;
use crate::search::large_pages::LargeSlice;
use crate::search::prefetch::prefetch;

/// Clusters below which a further thread clears no faster.
const CLUSTERS_PER_THREAD: usize = (32 << 20) / size_of::<Cluster>();

/// The memory for a transposition table of this size, in MiB, could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {0} MiB")]
pub struct OutOfMemory(pub usize);

/// The transposition table, shared by all search threads.
pub struct TranspositionTable {
    clusters: LargeSlice<Cluster>,
    /// The generation of the current search.
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Creates an empty table of `mebibytes` MiB, at least 1. An error if there is too little memory.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20);
        let bytes = bytes.filter(|&bytes| can_allocate(bytes));
        let clusters = bytes.and_then(|bytes| LargeSlice::zeroed(bytes / size_of::<Cluster>()));
        Ok(TranspositionTable {
            clusters: clusters.ok_or(OutOfMemory(mebibytes))?,
            generation: AtomicU8::new(0),
        })
    }

    /// Size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&*self.clusters) >> 20
    }

    /// Clears all entries, on up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        let share = share.max(CLUSTERS_PER_THREAD);
        let all_spawned = thread::scope(|scope| {
            let mut parts = self.clusters.chunks_mut(share);
            let first = parts.next().unwrap_or_default();
            let spawned = parts.map(|part| {
                let clear = || part.fill_with(Cluster::default);
                thread::Builder::new().spawn_scoped(scope, clear).is_ok()
            });
            // Every part is spawned, also after one that fails.
            let mut all_spawned = true;
            for is_spawned in spawned {
                all_spawned &= is_spawned;
            }
            first.fill_with(Cluster::default);
            all_spawned
        });
        if !all_spawned {
            self.clusters.fill_with(Cluster::default);
        }
        *self.generation.get_mut() = 0;
    }

    /// Takes the memory of an empty table from the system, which would otherwise provide each page at its first
    /// access, in the middle of a search and at a millisecond or more. Does nothing if the table would take almost all
    /// of the available memory: it may never need all pages, and the system would end the process.
    pub fn populate(&mut self, threads: usize) {
        let size = self.mebibytes();
        if usable_mebibytes().is_none_or(|usable| size <= usable) {
            self.clear(threads);
        }
    }

    /// Starts the generation of a new search: the present entries age.
    pub fn new_search(&self) {
        let generation = self.generation.load(Ordering::Relaxed).wrapping_add(1) & GENERATION_MASK;
        self.generation.store(generation, Ordering::Relaxed);
    }

    /// Probes the table for a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let (_, data) = self.cluster(key).find(key)?;
        TtEntry::unpack(data)
    }

    /// Stores an entry. It replaces that of the same position, unless that one is much deeper and takes only its move, or
    /// else the least valuable entry of its cluster.
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let index = match cluster.find(key) {
            Some((i, data)) => {
                if let Some(old) = TtEntry::unpack(data) {
                    let is_deeper = old.depth > entry.depth.saturating_add(3)
                        && generation_of(data) == generation;
                    entry.best_move = entry.best_move.or(old.best_move);
                    if is_deeper && entry.bound != Bound::Exact {
                        let best_move = entry.best_move;
                        entry = TtEntry { best_move, ..old };
                    }
                }
                i
            }
            None => cluster.least_valuable(generation),
        };
        cluster.write(index, key, entry.pack(generation));
    }

    /// Prefetches the cluster of a position into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Hash full: the share of entries, in permille, that the current search has written, by a sample.
    pub fn hash_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .map(|data| data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // Maps the key to the range without a division (Lemire 2016).
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, MoveKind, Score, Square};

    fn entry(depth: u8, score: i16) -> TtEntry {
        TtEntry {
            best_move: Some(Move::new(Square::E1, Square::G1, MoveKind::Quiet)),
            score,
            eval: Some(Score::cp(-12)),
            depth,
            bound: Bound::Lower,
            pv: depth == 9,
        }
    }

    #[test]
    fn probe_finds_the_stored_entry() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key), None);
        for score in [0, -1, 31_999, -31_999] {
            table.store(key, entry(9, score));
            assert_eq!(table.probe(key), Some(entry(9, score)));
        }
        assert_eq!(table.probe(key ^ 1), None);
        let no_eval = TtEntry {
            eval: None,
            best_move: None,
            ..entry(20, 5)
        };
        table.store(key ^ 2, no_eval);
        assert_eq!(table.probe(key ^ 2), Some(no_eval));
    }

    #[test]
    fn a_full_cluster_replaces_its_shallowest_and_oldest_entry() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 1..=3 {
            table.store(key, entry(key as u8, 0));
        }
        table.store(4, entry(1, 0));
        assert_eq!(table.probe(1), None);
        table.new_search();
        table.store(5, entry(0, 0));
        assert_eq!(table.probe(4), None);
        assert!(table.probe(3).is_some());
    }

    #[test]
    fn an_entry_without_move_keeps_the_stored_move() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(5, 0));
        let without = TtEntry {
            best_move: None,
            ..entry(6, 3)
        };
        table.store(7, without);
        assert_eq!(table.probe(7), Some(entry(6, 3)));
    }

    #[test]
    fn a_much_deeper_entry_takes_the_move_of_a_shallow_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(20, 5));
        let other_move = Some(Move::new(Square::E1, Square::new(0, 4), MoveKind::Quiet));
        let shallow = TtEntry {
            best_move: other_move,
            ..entry(3, -7)
        };
        table.store(7, shallow);
        let expected = TtEntry {
            best_move: other_move,
            ..entry(20, 5)
        };
        assert_eq!(table.probe(7), Some(expected));
    }

    #[test]
    fn impossible_sizes_are_rejected() {
        for size in [usize::MAX >> 20, usize::MAX] {
            assert!(TranspositionTable::new(size).is_err());
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn clear_and_hash_full() {
        let mut table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hash_full(), 0);
        for i in 0..100_000_u64 {
            table.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(3, 0));
        }
        assert!(table.hash_full() > 700);
        table.new_search();
        assert_eq!(table.hash_full(), 0);
        table.clear(2);
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
        assert_eq!(table.mebibytes(), 1);
    }
}
