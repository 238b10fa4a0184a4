//! The squares that the pieces of a side attack.

use arrayvec::ArrayVec;

use crate::board::{Fairy, Position};
use crate::types::{Bitboard, Color, Piece, PieceType};

/// The squares that the pieces of a side attack.
pub(super) struct Attacks {
    /// The type of each piece with the squares that it attacks.
    pub(super) by_piece: ArrayVec<(PieceType, Bitboard), 64>,
}

/// The attacks of a side.
pub(super) fn attacks_of(position: &Position<Fairy>, color: Color) -> Attacks {
    let occupied = position.occupied();
    let each = |piece_type| {
        let piece = Piece::new(color, piece_type);
        let pieces = position.pieces(color, piece_type).into_iter();
        pieces.map(move |from| (piece_type, position.piece_attacks(piece, from, occupied)))
    };
    Attacks {
        by_piece: PieceType::ALL.into_iter().flat_map(each).collect(),
    }
}
