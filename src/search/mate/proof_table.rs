//! The transposition table of the mate search.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

use crate::types::Move;

/// The proof number of a disproven node, the disproof number of a proven one.
pub(super) const INFINITE: u32 = u16::MAX as u32;
/// The greatest number of a node that is neither.
pub(super) const MAX_OPEN: u32 = INFINITE - 1;

const ENTRIES: usize = 4;

/// Proof state of a position within a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The attacker mates within these plies.
    Mate(u8),
    /// There is no mate.
    NoMate,
    /// Neither is known yet; how far the search is from each.
    Open {
        proof_number: u32,
        disproof_number: u32,
    },
}

/// A packed entry. Its proof number is 0 if `plies` is the length of a known mate.
#[derive(Clone, Copy, Default, Zeroable)]
struct ProofEntry {
    key: u64,
    proof_number: u16,
    /// 0 if the numbers say nothing.
    disproof_number: u16,
    /// The plies for which the numbers hold.
    plies: u8,
    /// There is no mate in fewer plies.
    no_mate_below: u8,
    /// Bits of the best move, 0 for none.
    best_move: u16,
}

impl ProofEntry {
    fn is_mate(&self) -> bool {
        self.disproof_number == u16::MAX
    }

    /// Replacement priority. Entries far from the leaves cost the most work; a mate may be part of the proof.
    fn value(&self) -> u16 {
        let plies = u16::from(self.plies.max(self.no_mate_below));
        2 * plies + u16::from(self.is_mate())
    }
}

/// A table of proofs, disproofs and numbers, verified by the full key.
pub(super) struct ProofTable {
    clusters: Box<[[ProofEntry; ENTRIES]]>,
}

impl ProofTable {
    /// An empty table of `mebibytes` MiB; it is smaller if there is too little memory. The system provides the zeros
    /// page by page at first access, so that a big table delays no short search.
    pub(super) fn new(mebibytes: usize) -> ProofTable {
        let mut count = (mebibytes.max(1) << 20) / size_of::<[ProofEntry; ENTRIES]>();
        loop {
            match try_zeroed_slice_box(count) {
                Ok(clusters) => return ProofTable { clusters },
                Err(()) if count > 1 => count /= 2,
                Err(()) => {
                    let clusters = Box::new([[ProofEntry::default(); ENTRIES]]);
                    return ProofTable { clusters };
                }
            }
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn find(&self, key: u64) -> Option<&ProofEntry> {
        let cluster = &self.clusters[self.index(key)];
        cluster.iter().find(|entry| entry.key == key)
    }

    /// The best move known: the one that mates, that avoids the mate, or that was searched last.
    #[inline]
    pub(super) fn best_move(&self, key: u64) -> Option<Move> {
        Move::from_bits(self.find(key)?.best_move)
    }

    /// Proof state of a position within `plies`; `None` if the table has none.
    #[inline]
    pub(super) fn probe(&self, key: u64, plies: u8) -> Option<Proof> {
        let entry = self.find(key)?;
        if entry.is_mate() && entry.plies <= plies {
            Some(Proof::Mate(entry.plies))
        } else if entry.no_mate_below > plies {
            Some(Proof::NoMate)
        } else if !entry.is_mate() && entry.disproof_number != 0 && entry.plies == plies {
            Some(Proof::Open {
                proof_number: entry.proof_number.into(),
                disproof_number: entry.disproof_number.into(),
            })
        } else {
            None
        }
    }

    /// Stores the proof state of a position within `plies`. A proof for one number of plies does not overwrite the
    /// disproof for another, nor a longer mate a shorter one.
    pub(super) fn store(&mut self, key: u64, plies: u8, proof: Proof, best_move: Option<Move>) {
        let index = self.index(key);
        let cluster = &mut self.clusters[index];
        let i = cluster.iter().position(|entry| entry.key == key);
        let i = i.unwrap_or_else(|| {
            let i = (0..ENTRIES).min_by_key(|&i| cluster[i].value());
            let i = i.unwrap_or(0);
            cluster[i] = ProofEntry {
                key,
                ..ProofEntry::default()
            };
            i
        });
        let entry = &mut cluster[i];
        let is_mate = entry.is_mate();
        match proof {
            Proof::Mate(length) if !is_mate || length < entry.plies => {
                (entry.proof_number, entry.disproof_number) = (0, u16::MAX);
                entry.plies = length;
            }
            Proof::NoMate => {
                entry.no_mate_below = entry.no_mate_below.max(plies.saturating_add(1));
                if is_mate {
                    return;
                }
                entry.disproof_number = 0;
            }
            Proof::Open {
                proof_number,
                disproof_number,
            } if !is_mate => {
                entry.proof_number = proof_number.clamp(1, MAX_OPEN) as u16;
                entry.disproof_number = disproof_number.clamp(1, MAX_OPEN) as u16;
                entry.plies = plies;
            }
            Proof::Mate(_) | Proof::Open { .. } => return,
        }
        entry.best_move = best_move.map_or(entry.best_move, Move::bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    const OPEN: Proof = Proof::Open {
        proof_number: 7,
        disproof_number: 9,
    };

    #[test]
    fn a_big_table_takes_no_time_before_it_is_used() {
        let started = Instant::now();
        let table = ProofTable::new(4096);
        assert!(started.elapsed() < Duration::from_secs(1));
        assert_eq!(table.probe(5, 3), None);
    }

    #[test]
    fn proofs_and_disproofs_hold_for_their_plies() {
        let mut table = ProofTable::new(1);
        assert_eq!(table.probe(5, 3), None);
        table.store(5, 3, Proof::NoMate, None);
        table.store(5, 7, OPEN, None);
        assert_eq!(table.probe(5, 3), Some(Proof::NoMate));
        assert_eq!(table.probe(5, 5), None);
        assert_eq!(table.probe(5, 7), Some(OPEN));
        table.store(5, 9, Proof::Mate(9), None);
        table.store(5, 9, Proof::Mate(7), None);
        table.store(5, 9, Proof::Mate(9), None);
        table.store(5, 11, OPEN, None);
        assert_eq!(table.probe(5, 1), Some(Proof::NoMate));
        assert_eq!(table.probe(5, 5), None);
        assert_eq!(table.probe(5, 8), Some(Proof::Mate(7)));
        assert_eq!(table.probe(6, 8), None);
    }

    #[test]
    fn entries_near_the_leaves_are_replaced() {
        let mut table = ProofTable::new(1);
        for (key, plies) in (1..=5).zip([9, 3, 7, 5, 11]) {
            table.store(key, plies, OPEN, None);
        }
        assert_eq!(table.probe(2, 3), None);
        assert_eq!(table.probe(1, 9), Some(OPEN));
        assert_eq!(table.probe(5, 11), Some(OPEN));
    }
}
