//! En passant in the variants, Berolina pawns and cylinders included.

use super::fairy::Fairy;
use super::legality::is_legal;
use super::movement::Movement;
use crate::board::position::Position;
use crate::types::{Bitboard, Move, MoveKind, Piece, PieceType, Square};

impl Position<Fairy> {
    /// The pawn that an en passant capture captures.
    pub(super) fn en_passant_pawn(&self, m: Move) -> Square {
        let ordinary = m.to().forward(!self.side_to_move);
        self.state.berolina_victim.unwrap_or(ordinary)
    }

    /// Pawns of the side to move that attack a square behind a double step.
    pub(super) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let us = self.side_to_move;
        let reverse = Piece::new(!us, PieceType::Pawn);
        self.piece_attacks(reverse, target, self.occupied()) & self.pieces(us, PieceType::Pawn)
    }

    /// Stores the square behind the double step of a pawn to `victim`, if the side to move has a legal capture there.
    pub(super) fn set_en_passant(&mut self, target: Square, victim: Square) {
        let is_berolina = self.variant().movement(PieceType::Pawn) == Movement::BerolinaPawn;
        self.en_passant = Some(target);
        self.state.berolina_victim = is_berolina.then_some(victim);
        let is_capturable = self
            .en_passant_capturers(target)
            .into_iter()
            .any(|from| is_legal(self, Move::new(from, target, MoveKind::EnPassant)));
        if !is_capturable {
            self.en_passant = None;
            self.state.berolina_victim = None;
        }
    }
}

/// The square that a double step passes.
pub(super) fn passed_square(m: Move) -> Square {
    let (from, to) = (m.from(), m.to());
    Square::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2)
}
