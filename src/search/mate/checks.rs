//! Moves that may give check.

use crate::board::Position;
use crate::types::attacks::{between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Move, MoveKind, PieceType};

/// The squares and pieces from which the side to move can give check.
pub(super) struct CheckInfo {
    /// Squares from which a piece of each type attacks the king.
    squares: [Bitboard; 6],
    /// Pieces that give a discovered check when they leave their line.
    discoverers: Bitboard,
}

impl CheckInfo {
    pub(super) fn new(position: &Position) -> CheckInfo {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let mut squares = [Bitboard::EMPTY; 6];
        let diagonal = bishop_attacks(king, occupied);
        let orthogonal = rook_attacks(king, occupied);
        squares[PieceType::Pawn.index()] = pawn_attacks(!us, king);
        squares[PieceType::Knight.index()] = knight_attacks(king);
        squares[PieceType::Bishop.index()] = diagonal;
        squares[PieceType::Rook.index()] = orthogonal;
        squares[PieceType::Queen.index()] = diagonal | orthogonal;
        let snipers = (bishop_attacks(king, Bitboard::EMPTY) & position.diagonal_sliders(us))
            | (rook_attacks(king, Bitboard::EMPTY) & position.orthogonal_sliders(us));
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                discoverers |= blockers & position.of_color(us);
            }
        }
        CheckInfo {
            squares,
            discoverers,
        }
    }

    /// Whether a legal move may give check; `false` is certain.
    #[inline]
    pub(super) fn may_give_check(&self, position: &Position, m: Move) -> bool {
        if self.discoverers.contains(m.from())
            || m.is_promotion()
            || matches!(m.kind(), MoveKind::Castling | MoveKind::EnPassant)
        {
            return true;
        }
        let piece = position.piece_on(m.from());
        piece.is_some_and(|piece| self.squares[piece.piece_type().index()].contains(m.to()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn no_check_is_overlooked() {
        let mut seed = 1_u64;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let (start, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            for _ in 0..100 {
                let mut position = start;
                for _ in 0..40 {
                    let checks = CheckInfo::new(&position);
                    let moves = position.legal_moves();
                    for &m in &moves {
                        let is_check = position.after(m).in_check();
                        assert!(!is_check || checks.may_give_check(&position, m));
                    }
                    if moves.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    position = position.after(moves[(seed >> 33) as usize % moves.len()]);
                }
            }
        }
    }
}
