//! The squares that a side attacks, by the value of the attackers.

use super::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceType;

/// The squares that a side attacks. Each set contains the ones before it.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideAttacks {
    pub(crate) by_pawns: Bitboard,
    pub(crate) by_minors: Bitboard,
    pub(crate) by_rooks: Bitboard,
    pub(crate) all: Bitboard,
}

impl SideAttacks {
    /// The squares attacked by the `pieces` of each type, which belong to `color` and move as in chess.
    #[inline]
    pub(crate) fn of_chess_pieces(
        color: Color,
        occupied: Bitboard,
        pieces: impl Fn(PieceType) -> Bitboard,
    ) -> SideAttacks {
        let by_pawns = pawn_set_attacks(color, pieces(PieceType::Pawn));
        let mut by_minors = by_pawns;
        for from in pieces(PieceType::Knight) {
            by_minors |= knight_attacks(from);
        }
        for from in pieces(PieceType::Bishop) {
            by_minors |= bishop_attacks(from, occupied);
        }
        let mut by_rooks = by_minors;
        for from in pieces(PieceType::Rook) {
            by_rooks |= rook_attacks(from, occupied);
        }
        let mut all = by_rooks;
        for from in pieces(PieceType::Queen) {
            all |= queen_attacks(from, occupied);
        }
        for from in pieces(PieceType::King) {
            all |= king_attacks(from);
        }
        SideAttacks {
            by_pawns,
            by_minors,
            by_rooks,
            all,
        }
    }

    /// The squares attacked by pieces of a lower value than that of a piece type; minor pieces count as equal. None for
    /// kings.
    #[inline]
    pub(crate) const fn by_lesser(&self, than: PieceType) -> Bitboard {
        match than {
            PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
            PieceType::Knight | PieceType::Bishop => self.by_pawns,
            PieceType::Rook => self.by_minors,
            PieceType::Queen => self.by_rooks,
        }
    }
}
