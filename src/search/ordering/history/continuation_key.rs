//! The earlier move that indexes the continuation history.

use super::piece_to::PieceTo;

/// An earlier move with its piece and target, whether it was a capture, and whether it left a check; or no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ContinuationKey(u16);

impl ContinuationKey {
    /// Number of keys, that of no move included.
    pub(super) const COUNT: usize = 4 * PieceTo::COUNT + 1;

    /// A null move, or no move before the root.
    pub(crate) const NONE: ContinuationKey = ContinuationKey(4 * PieceTo::COUNT as u16);

    /// The key of a move, given whether it evaded a check and whether it was a capture (from Stockfish).
    #[inline]
    pub(crate) fn new(piece_to: PieceTo, in_check: bool, capture: bool) -> ContinuationKey {
        let kind = 2 * usize::from(in_check) + usize::from(capture);
        ContinuationKey((kind * PieceTo::COUNT + piece_to.index()) as u16)
    }

    /// The piece and target of the move.
    #[inline]
    pub(crate) fn piece_to(self) -> Option<PieceTo> {
        self.is_move()
            .then(|| PieceTo::from_index(usize::from(self.0) % PieceTo::COUNT))
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is a move and not [`ContinuationKey::NONE`].
    #[inline]
    pub(super) fn is_move(self) -> bool {
        self != ContinuationKey::NONE
    }
}

impl Default for ContinuationKey {
    fn default() -> ContinuationKey {
        ContinuationKey::NONE
    }
}
