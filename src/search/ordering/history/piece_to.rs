//! A moved piece and its target square, which index many histories.

use crate::types::{Piece, Square};

/// A moved piece and its target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// Number of pieces and target squares.
    pub(super) const COUNT: usize = 12 * 64;

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * 64 + to.index()) as u16)
    }

    #[inline]
    pub(super) fn from_index(index: usize) -> PieceTo {
        PieceTo(index as u16)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}
