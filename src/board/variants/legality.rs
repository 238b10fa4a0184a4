//! Legality of moves of the variants: what must not be left or given is a check.

use super::fairy::Fairy;
use super::variant::Royalty;
use crate::board::position::Position;
use crate::types::{Move, MoveKind, PieceType};

/// Returns whether a pseudo-legal move is legal, but for the duty to capture.
pub(super) fn is_legal(position: &Position<Fairy>, m: Move) -> bool {
    if m.is_drop() {
        return true;
    }
    if m.is_castling() {
        return position.can_castle(m) && position.leaves_legal_position(m);
    }
    position.is_surely_legal(m) || position.leaves_legal_position(m)
}

impl Position<Fairy> {
    /// Whether a move is legal at first sight: no king moves, no king is in check, and the piece is not pinned.
    fn is_surely_legal(&self, m: Move) -> bool {
        let variant = self.variant();
        if variant.royalty == Royalty::Neither {
            return true;
        }
        let is_complex = !variant.may_check
            || variant.is_cylinder
            || m.kind() == MoveKind::EnPassant
            || variant.explodes && m.is_capture();
        let is_exposed = self.in_check()
            || self.pinned.contains(m.from())
            || self.of_type(PieceType::King).contains(m.from());
        !is_complex && !is_exposed
    }

    /// Makes a move to see whether it is legal.
    fn leaves_legal_position(&self, m: Move) -> bool {
        let us = self.side_to_move;
        let variant = self.variant();
        let Some(piece) = self.moved_piece(m) else {
            return false;
        };
        let mut next = *self;
        next.move_pieces(m, piece, &mut ());
        if variant.explodes {
            let has_king = |color| next.pieces(color, PieceType::King).any();
            if !has_king(us) || !has_king(!us) || next.kings_touch() {
                return has_king(us);
            }
        }
        let occupied = next.occupied();
        let in_check = |color| {
            let king = next.royal_king(color);
            king.is_some_and(|king| next.attacks_square(king, !color, occupied))
        };
        !in_check(us) && (variant.may_check || !in_check(!us))
    }
}
