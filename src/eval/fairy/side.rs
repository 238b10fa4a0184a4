//! One side of a position, as the terms of the evaluation see it.

use super::attacks::Attacks;
use crate::board::{Fairy, Goal, Position, Variant};
use crate::types::{Bitboard, Color, PieceType, Square};

/// A side of a position.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) position: &'a Position<Fairy>,
    pub(super) variant: &'static Variant,
    pub(super) color: Color,
    /// Attacks by this side.
    pub(super) own: &'a Attacks,
    /// Attacks by the other side.
    pub(super) enemy: &'a Attacks,
}

impl Side<'_> {
    /// The pieces of a type.
    pub(super) fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.position.pieces(self.color, piece_type)
    }

    /// The pieces of a type of the other side.
    pub(super) fn enemies(&self, piece_type: PieceType) -> Bitboard {
        self.position.pieces(!self.color, piece_type)
    }

    /// Index of terms that count differently for the side to move: 1 for it, 0 for the other side.
    pub(super) fn on_move(&self) -> usize {
        usize::from(self.position.side_to_move() == self.color)
    }

    /// The rank of a square as the side sees it. In a race both sides run the same way.
    pub(super) fn rank(&self, square: Square) -> usize {
        usize::from(match self.variant.goal {
            Goal::LastRank => square.rank(),
            _ => square.relative_rank(self.color),
        })
    }
}
