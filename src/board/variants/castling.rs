//! Castling in the variants.

use super::fairy::Fairy;
use super::variant::{CastlingRule, Royalty};
use crate::board::position::Position;
use crate::types::attacks::{between, king_attacks};
use crate::types::{Bitboard, Move, PieceType, Square};

impl Position<Fairy> {
    /// Target squares of king and rook.
    pub(super) fn castling_targets(&self, m: Move) -> (Square, Square) {
        match self.variant().castling {
            CastlingRule::TwoSquares => {
                let (file, rank) = (m.from().file(), m.from().rank());
                let kingside = m.to().file() > file;
                let (king, rook) = if kingside {
                    (file + 2, file + 1)
                } else {
                    (file.wrapping_sub(2), file.wrapping_sub(1))
                };
                (Square::new(king, rank), Square::new(rook, rank))
            }
            _ => (m.castling_king_target(), m.castling_rook_target()),
        }
    }

    /// Whether castling is possible, given the right: the path is free, and the king is not in check and does not
    /// pass through one, as far as the variant knows checks.
    pub(super) fn can_castle(&self, m: Move) -> bool {
        let (king, rook) = (m.from(), m.to());
        let (king_target, rook_target) = self.castling_targets(m);
        let others = self.occupied() & !(Bitboard::from(king) | rook.into());
        let king_path = between(king, king_target) | king_target.into();
        let rook_path = between(rook, rook_target) | rook_target.into();
        let mut path = king_path | rook_path;
        if self.variant().castling == CastlingRule::TwoSquares {
            path |= between(king, rook);
        }
        if (path & others).any() {
            return false;
        }
        if self.variant().royalty == Royalty::Neither {
            return true;
        }
        if self.in_check() {
            return false;
        }
        let safe = self.squares_beside_enemy_king();
        let them = !self.side_to_move;
        let attacked = |square, occupied| {
            !safe.contains(square) && self.attacks_square(square, them, occupied)
        };
        !between(king, king_target)
            .into_iter()
            .any(|square| attacked(square, others | rook.into()))
            && !attacked(king_target, others | rook_target.into())
    }

    /// Squares on which a king cannot be captured because the other king would explode too.
    fn squares_beside_enemy_king(&self) -> Bitboard {
        let enemy = self.pieces(!self.side_to_move, PieceType::King).first();
        match enemy {
            Some(king) if self.variant().explodes => king_attacks(king),
            _ => Bitboard::EMPTY,
        }
    }
}
