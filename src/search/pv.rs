//! Principal variations (<https://www.chessprogramming.org/Principal_Variation>).

use arrayvec::ArrayVec;

use crate::types::{MAX_PLY, Move};

/// The moves of a principal variation.
pub(crate) type PvLine = ArrayVec<Move, MAX_PLY>;

/// The principal variation from each ply of the current path (triangular PV table,
/// <https://www.chessprogramming.org/Triangular_PV-Table>).
#[derive(Default)]
pub(crate) struct PvTable(Box<[PvLine]>);

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable(vec![PvLine::new(); MAX_PLY + 2].into_boxed_slice())
    }

    /// The principal variation from `ply`.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    /// Empties the principal variation from `ply`.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the principal variation from `ply` to `m` followed by the one from the next ply.
    pub(crate) fn update(&mut self, ply: usize, m: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }
}
