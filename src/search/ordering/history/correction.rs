//! Correction history: the difference between search score and static evaluation of earlier positions with a
//! common feature corrects the static evaluation
//! (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>, first in Caissa).

use bytemuck::Zeroable;

use super::continuation_key::ContinuationKey;
use super::piece_to::PieceTo;
use super::table::{HISTORY_MAX, HistoryTable};
use crate::board::{Position, RuleSet};
use crate::search::large_pages::LargeBox;
use crate::search::params;
use crate::types::{Color, Score};

/// Entries of a table for each side to move.
const SIZE: usize = 16_384;
/// Update bonus for each centipawn of difference and ply of depth.
const BONUS_FACTOR: i32 = 3;

/// The entries of a position in the correction history tables.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKey {
    pawn: usize,
    minor: usize,
    major: usize,
    non_pawn: [usize; 2],
    continuation: Option<usize>,
}

impl CorrectionKey {
    /// The key of a position, given the moves 1 and 2 plies ago.
    #[inline]
    pub(crate) fn new<R: RuleSet>(
        position: &Position<R>,
        last: ContinuationKey,
        before: ContinuationKey,
    ) -> CorrectionKey {
        let us = position.side_to_move();
        let keys = position.keys();
        let moves = last.piece_to().zip(before.piece_to());
        CorrectionKey {
            pawn: index(us, keys.pawns),
            minor: index(us, keys.minors),
            major: index(us, keys.majors),
            non_pawn: keys.non_pawns.map(|key| index(us, key)),
            continuation: moves
                .map(|(last, before)| before.index() * PieceTo::COUNT + last.index()),
        }
    }
}

#[inline]
fn index(us: Color, key: u64) -> usize {
    us.index() * SIZE + key as usize % SIZE
}

/// The correction history, shared by all threads (from Stockfish).
pub(crate) struct CorrectionHistory(LargeBox<Tables>);

#[derive(Zeroable)]
struct Tables {
    pawn: HistoryTable<{ 2 * SIZE }>,
    minor: HistoryTable<{ 2 * SIZE }>,
    major: HistoryTable<{ 2 * SIZE }>,
    non_pawn: [HistoryTable<{ 2 * SIZE }>; 2],
    continuation: HistoryTable<{ PieceTo::COUNT * PieceTo::COUNT }>,
}

impl CorrectionHistory {
    /// Memory of all tables, in bytes.
    pub(crate) const BYTES: usize = LargeBox::<Tables>::BYTES;

    /// An empty correction history.
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory(LargeBox::zeroed())
    }

    /// Empties the correction history.
    pub(crate) fn clear(&mut self) {
        let all: &mut Tables = &mut self.0;
        let tables = [&mut all.pawn, &mut all.minor, &mut all.major];
        for table in tables.into_iter().chain(&mut all.non_pawn) {
            table.clear();
        }
        all.continuation.clear();
    }

    /// Prefetches the entries of a position into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: &CorrectionKey) {
        self.0.pawn.prefetch(key.pawn);
        self.0.minor.prefetch(key.minor);
        self.0.major.prefetch(key.major);
        self.0.non_pawn[0].prefetch(key.non_pawn[0]);
        self.0.non_pawn[1].prefetch(key.non_pawn[1]);
        if let Some(index) = key.continuation {
            self.0.continuation.prefetch(index);
        }
    }

    /// The correction to add to the static evaluation, in centipawns.
    #[inline(always)]
    pub(crate) fn get(&self, key: &CorrectionKey) -> i32 {
        let sum = params::corrhist_pawn() * self.0.pawn.get(key.pawn)
            + params::corrhist_minor() * self.0.minor.get(key.minor)
            + params::corrhist_major() * self.0.major.get(key.major)
            + params::corrhist_non_pawn()
                * (self.0.non_pawn[0].get(key.non_pawn[0])
                    + self.0.non_pawn[1].get(key.non_pawn[1]))
            + params::corrhist_continuation()
                * key
                    .continuation
                    .map_or(0, |index| self.0.continuation.get(index));
        sum / HISTORY_MAX
    }

    /// Records the difference between search score and static evaluation of a position.
    pub(crate) fn update(&self, key: &CorrectionKey, static_eval: Score, score: Score, depth: i32) {
        let limit = params::corrhist_bonus_max();
        let bonus = ((score - static_eval) * depth * BONUS_FACTOR).clamp(-limit, limit);
        self.0.pawn.update(key.pawn, bonus);
        self.0.minor.update(key.minor, bonus);
        self.0.major.update(key.major, bonus);
        for (table, index) in self.0.non_pawn.iter().zip(key.non_pawn) {
            table.update(index, bonus);
        }
        if let Some(index) = key.continuation {
            self.0.continuation.update(index, bonus);
        }
    }
}
