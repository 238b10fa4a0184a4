//! Legality of moves that were not generated for the position, such as TT moves and killer moves.

use super::castling::CastlingSide;
use super::position::Position;
use crate::types::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks,
};
use crate::types::{Bitboard, Move, MoveKind, PieceType, Square};

/// Returns whether the move is pseudo-legal: legal but for the safety of the king. Accepts any
/// [`Move`], also one that was never generated.
pub(super) fn is_pseudo_legal(position: &Position, m: Move) -> bool {
    let us = position.side_to_move;
    let (from, to) = (m.from(), m.to());
    let Some(piece) = position.piece_on(from) else {
        return false;
    };
    if piece.color() != us {
        return false;
    }
    if m.is_castling() {
        let rook_is_right = CastlingSide::ALL
            .into_iter()
            .any(|side| position.castling.rook(us, side) == Some(to));
        return piece.piece_type() == PieceType::King && rook_is_right;
    }
    if piece.piece_type() == PieceType::Pawn {
        return position.is_pseudo_legal_pawn_move(m);
    }
    let target_fits = match m.kind() {
        MoveKind::Quiet => position.piece_on(to).is_none(),
        MoveKind::Capture => position.of_color(!us).contains(to),
        _ => false,
    };
    target_fits
        && position
            .piece_attacks(piece.piece_type(), from)
            .contains(to)
}

/// Returns whether a pseudo-legal move gives check with the moved piece. Castling and discovered
/// checks are ignored.
pub(super) fn gives_direct_check(position: &Position, m: Move) -> bool {
    let us = position.side_to_move;
    let king = position.king(!us);
    let Some(piece) = position.piece_on(m.from()) else {
        return false;
    };
    let piece_type = m.promotion().unwrap_or(piece.piece_type());
    let occupied = position.occupied() ^ m.from().into();
    match piece_type {
        PieceType::Pawn => pawn_attacks(us, m.to()),
        PieceType::Knight => knight_attacks(m.to()),
        PieceType::Bishop => bishop_attacks(m.to(), occupied),
        PieceType::Rook => rook_attacks(m.to(), occupied),
        PieceType::Queen => queen_attacks(m.to(), occupied),
        PieceType::King => Bitboard::EMPTY,
    }
    .contains(king)
}

/// Returns whether a pseudo-legal move is legal, using checkers and pins instead of making it.
pub(super) fn is_legal(position: &Position, m: Move) -> bool {
    debug_assert!(is_pseudo_legal(position, m));
    let us = position.side_to_move;
    let (from, to) = (m.from(), m.to());
    let king = position.king(us);
    if m.is_castling() {
        return !position.in_check() && position.castling_is_legal(m);
    }
    if from == king {
        return !position.is_attacked(to, !us, position.occupied() ^ from.into());
    }
    if m.kind() == MoveKind::EnPassant {
        return position.en_passant_is_safe(from, to);
    }
    if let Some(checker) = position.checkers.first()
        && (position.checkers.more_than_one()
            || !(between(king, checker) | checker.into()).contains(to))
    {
        return false;
    }
    !position.pinned.contains(from) || line(king, from).contains(to)
}

impl Position {
    fn piece_attacks(&self, piece_type: PieceType, from: Square) -> Bitboard {
        let occupied = self.occupied();
        match piece_type {
            PieceType::Pawn => pawn_attacks(self.side_to_move, from),
            PieceType::Knight => knight_attacks(from),
            PieceType::Bishop => bishop_attacks(from, occupied),
            PieceType::Rook => rook_attacks(from, occupied),
            PieceType::Queen => queen_attacks(from, occupied),
            PieceType::King => king_attacks(from),
        }
    }

    fn is_pseudo_legal_pawn_move(&self, m: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (m.from(), m.to());
        let promotes = to.relative_rank(us) == 7;
        if promotes != m.is_promotion() {
            return false;
        }
        let step = from.forward(us);
        match m.kind() {
            MoveKind::EnPassant => {
                self.en_passant == Some(to) && pawn_attacks(us, from).contains(to)
            }
            MoveKind::DoublePush => {
                from.relative_rank(us) == 1
                    && to == step.forward(us)
                    && self.piece_on(step).is_none()
                    && self.piece_on(to).is_none()
            }
            // Moves of variants.
            MoveKind::Drop | MoveKind::PromoteKing | MoveKind::CapturePromoteKing => false,
            _ if m.is_capture() => {
                pawn_attacks(us, from).contains(to) && self.of_color(!us).contains(to)
            }
            _ => to == step && self.piece_on(to).is_none(),
        }
    }

    /// Returns whether the castling path is free and not attacked, given the right and no check. Covers all
    /// Chess960 placements, including a rook that shields the king before castling.
    pub(super) fn castling_is_legal(&self, m: Move) -> bool {
        let them = !self.side_to_move;
        let (king, rook) = (m.from(), m.to());
        let (king_target, rook_target) = (m.castling_king_target(), m.castling_rook_target());
        let castlers = Bitboard::from(king) | rook.into();
        let others = self.occupied() ^ castlers;
        let king_path = between(king, king_target) | king_target.into();
        let rook_path = between(rook, rook_target) | rook_target.into();
        if ((king_path | rook_path) & others).any() {
            return false;
        }
        let attacked = |square, occupied| self.is_attacked(square, them, occupied);
        !between(king, king_target)
            .into_iter()
            .any(|square| attacked(square, others | rook.into()))
            && !attacked(king_target, others | rook_target.into())
    }

    /// Returns whether an en passant capture leaves the king safe, including x-ray attacks through the
    /// two pawns that disappear from their squares.
    pub(super) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let victim = target.forward(!us);
        let king = self.king(us);
        let pawns = Bitboard::from(from) | victim.into();
        let occupied = (self.occupied() ^ pawns) | target.into();
        let leaper_checks = self.checkers
            & (self.of_type(PieceType::Knight) | self.of_type(PieceType::Pawn))
            & !Bitboard::from(victim);
        leaper_checks.is_empty()
            && (bishop_attacks(king, occupied) & self.diagonal_sliders(!us)).is_empty()
            && (rook_attacks(king, occupied) & self.orthogonal_sliders(!us)).is_empty()
    }
}
