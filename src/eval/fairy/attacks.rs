//! The squares that the pieces of a side attack.

use arrayvec::ArrayVec;

use crate::board::{Fairy, Position};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The squares that the pieces of a side attack.
pub(super) struct Attacks {
    /// Each piece with the squares that it attacks.
    pub(super) by_piece: ArrayVec<(PieceType, Square, Bitboard), 64>,
    /// By piece type.
    pub(super) by_type: [Bitboard; 6],
    /// By all pieces.
    pub(super) all: Bitboard,
    /// By all pieces but kings.
    pub(super) but_kings: Bitboard,
}

impl Attacks {
    pub(super) fn new(position: &Position<Fairy>, color: Color) -> Attacks {
        let occupied = position.occupied();
        let mut attacks = Attacks {
            by_piece: ArrayVec::new(),
            by_type: [Bitboard::EMPTY; 6],
            all: Bitboard::EMPTY,
            but_kings: Bitboard::EMPTY,
        };
        for piece_type in PieceType::ALL {
            let piece = Piece::new(color, piece_type);
            for from in position.pieces(color, piece_type) {
                let attacked = position.piece_attacks(piece, from, occupied);
                attacks.by_piece.push((piece_type, from, attacked));
                attacks.by_type[piece_type.index()] |= attacked;
            }
            attacks.all |= attacks.by_type[piece_type.index()];
            if piece_type != PieceType::King {
                attacks.but_kings = attacks.all;
            }
        }
        attacks
    }
}
