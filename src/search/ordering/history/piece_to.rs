//! A moved piece and its target square, which index the continuation history.

use crate::types::{Piece, Square};

/// A moved piece and its target square, or no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// Number of pieces and target squares.
    pub(super) const COUNT: usize = 12 * 64;

    /// A null move, or no move before the root.
    pub(crate) const NONE: PieceTo = PieceTo(PieceTo::COUNT as u16);

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * 64 + to.index()) as u16)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The start of the part of the continuation history that belongs to this earlier move.
    #[inline]
    pub(super) fn continuation_offset(self) -> usize {
        usize::from(self.0) * PieceTo::COUNT
    }

    /// Whether it is a move and not [`PieceTo::NONE`].
    #[inline]
    pub(super) fn is_move(self) -> bool {
        self != PieceTo::NONE
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}
