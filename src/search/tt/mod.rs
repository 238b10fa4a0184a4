//! The transposition table (<https://www.chessprogramming.org/Transposition_Table>).
//!
//! All workers read and write it at once without locks. A cluster of three entries fills half a cache
//! line: a word of data for each, and one word with a check of 21 bits for each. The check combines the
//! position's key with the data (after Hyatt and Mann, "A lock-less transposition table", 2002), so
//! that a reader who sees words of different writers finds that they do not belong together, and an
//! update of checks that is lost to another one loses an entry but makes none up. The words are relaxed
//! atomics, so that there is no data race in the language's memory model either.

mod large_pages;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use self::large_pages::{LargeSlice, ValidWhenZero};
use crate::search::bound::Bound;
use crate::types::{Move, Score};

const ENTRIES: usize = 3;
const CHECK_BITS: usize = 21;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TtEntry {
    /// The best move found, or the one that failed high.
    pub best_move: Option<Move>,
    /// The score, counted from this node; see [`Score::from_tt`].
    pub score: i16,
    /// The static evaluation, if it was made.
    pub eval: Option<Score>,
    /// Remaining depth in plies; 0 in quiescence.
    pub depth: u8,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The position was part of a principal variation.
    pub pv: bool,
}

/// The stored evaluation of a position that was in check and has none.
const NO_EVAL: i16 = i16::MIN;

#[repr(C, align(32))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; ENTRIES],
    /// The checks of the entries, the first one in the lowest bits.
    checks: AtomicU64,
}

// SAFETY: zeros are valid atomics.
unsafe impl ValidWhenZero for Cluster {}

impl Cluster {
    /// The data of the entry with this key.
    #[inline]
    fn find(&self, key: u64) -> Option<(usize, u64)> {
        let checks = self.checks.load(Ordering::Relaxed);
        self.data.iter().enumerate().find_map(|(i, data)| {
            let data = data.load(Ordering::Relaxed);
            let fits = checks >> (CHECK_BITS * i) & CHECK_MASK == check(key, data);
            (fits && data != 0).then_some((i, data))
        })
    }

    fn least_valuable(&self, age: u8) -> usize {
        let value = |i: &usize| replacement_value(self.data[*i].load(Ordering::Relaxed), age);
        (0..ENTRIES).min_by_key(value).unwrap_or(0)
    }

    fn write(&self, i: usize, key: u64, data: u64) {
        let shift = CHECK_BITS * i;
        let others = self.checks.load(Ordering::Relaxed) & !(CHECK_MASK << shift);
        self.data[i].store(data, Ordering::Relaxed);
        let checks = others | check(key, data) << shift;
        self.checks.store(checks, Ordering::Relaxed);
    }
}

/// What tells that a key and a word of data belong together. Keys that fall into the same cluster agree
/// in their high bits, so the low ones are taken.
#[inline]
fn check(key: u64, data: u64) -> u64 {
    let digest = data.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CHECK_BITS);
    (key ^ digest) & CHECK_MASK
}

/// Memory for the table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {0} MiB")]
pub struct OutOfMemory(pub usize);

/// A hash table of search results.
pub struct TranspositionTable {
    clusters: LargeSlice<Cluster>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of so many mebibytes (at least 1).
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let count = (mebibytes.max(1) << 20) / size_of::<Cluster>();
        Ok(TranspositionTable {
            clusters: LargeSlice::zeroed(count).ok_or(OutOfMemory(mebibytes))?,
            age: AtomicU8::new(0),
        })
    }

    /// Its size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&*self.clusters) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        *self.age.get_mut() = 0;
    }

    /// Begins a new search: what is there becomes older.
    pub fn advance_age(&self) {
        let age = self.age.load(Ordering::Relaxed).wrapping_add(1) & AGE_MASK;
        self.age.store(age, Ordering::Relaxed);
    }

    /// Looks a position up.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let (_, data) = self.cluster(key).find(key)?;
        unpack(data)
    }

    /// Stores a result, in place of an older one of the same position or else of the least valuable
    /// of its cluster.
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let victim = match cluster.find(key) {
            Some((i, data)) => {
                if let Some(old) = unpack(data) {
                    let deeper = old.depth > entry.depth.saturating_add(3) && age_of(data) == age;
                    if deeper && entry.bound != Bound::Exact {
                        return;
                    }
                    entry.best_move = entry.best_move.or(old.best_move);
                }
                i
            }
            None => cluster.least_valuable(age),
        };
        cluster.write(victim, key, pack(&entry, age));
    }

    /// Tells the processor that this position will be looked up soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching reads nothing, and the pointer is that of a live cluster.
            unsafe { _mm_prefetch(cluster.cast(), _MM_HINT_T0) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Permille of a sample of the table that was written in the present search.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .map(|data| data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
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

/// How much an entry deserves to stay: deep and recent ones more.
fn replacement_value(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let depth = i32::from((data >> 48) as u8);
    let searches_ago = age.wrapping_sub(age_of(data)) & AGE_MASK;
    depth - 8 * i32::from(searches_ago)
}

// Layout of the data word, from the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2,
// principal variation 1, age 5. The bound is never 0, so that no entry is all zeros.

fn pack(entry: &TtEntry, age: u8) -> u64 {
    let best = entry.best_move.map_or(0, Move::bits);
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
    u64::from(best)
        | u64::from(entry.score as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

#[inline]
fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let eval = (data >> 32) as i16;
    Some(TtEntry {
        best_move: Move::from_bits(data as u16),
        score: (data >> 16) as i16,
        eval: (eval != NO_EVAL).then(|| Score::cp(i32::from(eval))),
        depth: (data >> 48) as u8,
        bound,
        pv: data >> 58 & 1 != 0,
    })
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

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
    fn what_is_stored_is_found() {
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
    fn a_full_cluster_loses_its_shallowest_and_oldest() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 1..=3 {
            table.store(key, entry(key as u8, 0));
        }
        table.store(4, entry(1, 0));
        assert_eq!(table.probe(1), None);
        table.advance_age();
        table.store(5, entry(0, 0));
        assert_eq!(table.probe(4), None);
        assert!(table.probe(3).is_some());
    }

    #[test]
    fn an_entry_without_move_keeps_the_move_that_was_known() {
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
    fn impossible_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 20).is_err());
    }

    #[test]
    fn clear_and_hash_full() {
        let mut table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hash_full(), 0);
        for i in 0..100_000_u64 {
            table.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(3, 0));
        }
        assert!(table.hash_full() > 700);
        table.advance_age();
        assert_eq!(table.hash_full(), 0);
        table.clear();
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
        assert_eq!(table.mebibytes(), 1);
    }
}
