//! The squares that a side attacks, by the type of the attackers.

use super::attacks::{bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks};
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceType;

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideAttacks {
    by_type: [Bitboard; PieceType::ALL.len()],
    /// The squares that any piece attacks.
    pub(crate) all: Bitboard,
    /// The squares that two pieces or more attack.
    pub(crate) twice: Bitboard,
}

impl SideAttacks {
    /// The squares attacked by the `pieces` of each type, which belong to `color` and move as in chess.
    #[inline]
    pub(crate) fn of_chess_pieces(
        color: Color,
        occupied: Bitboard,
        pieces: impl Fn(PieceType) -> Bitboard,
    ) -> SideAttacks {
        let mut attacks = SideAttacks::default();
        let ahead = pieces(PieceType::Pawn).forward(color);
        attacks.add(PieceType::Pawn, ahead.east());
        attacks.add(PieceType::Pawn, ahead.west());
        for from in pieces(PieceType::Knight) {
            attacks.add(PieceType::Knight, knight_attacks(from));
        }
        for from in pieces(PieceType::Bishop) {
            attacks.add(PieceType::Bishop, bishop_attacks(from, occupied));
        }
        for from in pieces(PieceType::Rook) {
            attacks.add(PieceType::Rook, rook_attacks(from, occupied));
        }
        for from in pieces(PieceType::Queen) {
            attacks.add(PieceType::Queen, queen_attacks(from, occupied));
        }
        for from in pieces(PieceType::King) {
            attacks.add(PieceType::King, king_attacks(from));
        }
        attacks
    }

    /// Adds the squares attacked by a piece of a type.
    #[inline]
    pub(crate) fn add(&mut self, piece_type: PieceType, squares: Bitboard) {
        self.by_type[piece_type.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }

    /// The squares attacked by pieces of a type.
    #[inline]
    pub(crate) const fn by(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()]
    }

    /// The squares attacked by pieces of a lower value than that of a piece type; minor pieces count as equal. None for
    /// kings.
    #[inline]
    pub(crate) fn by_lesser(&self, than: PieceType) -> Bitboard {
        let pawns = self.by(PieceType::Pawn);
        let minors = pawns | self.by(PieceType::Knight) | self.by(PieceType::Bishop);
        match than {
            PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
            PieceType::Knight | PieceType::Bishop => pawns,
            PieceType::Rook => minors,
            PieceType::Queen => minors | self.by(PieceType::Rook),
        }
    }
}
