//! What pieces a side has, as a number to match on.

use crate::board::Position;
use crate::types::{Color, PieceType, Square};

/// Nothing but the king.
pub(super) const BARE: u32 = 0;
/// One pawn. Materials add up: six bits count each kind of piece.
pub(super) const PAWN: u32 = 1;
/// One knight.
pub(super) const KNIGHT: u32 = 1 << 6;
/// One bishop.
pub(super) const BISHOP: u32 = 1 << 12;
/// One rook.
pub(super) const ROOK: u32 = 1 << 18;
/// One queen.
pub(super) const QUEEN: u32 = 1 << 24;

/// Each kind of piece beside the king, with its number and its value in the endgame in centipawns.
const PIECE_VALUES: [(PieceType, u32, i32); 5] = [
    (PieceType::Pawn, PAWN, 100),
    (PieceType::Knight, KNIGHT, 300),
    (PieceType::Bishop, BISHOP, 310),
    (PieceType::Rook, ROOK, 510),
    (PieceType::Queen, QUEEN, 940),
];

const fn worth(kind: PieceType) -> i32 {
    PIECE_VALUES[kind.index()].2
}

/// All pieces of a side but the king.
pub(super) fn material_of(position: &Position, color: Color) -> u32 {
    let count = |kind| position.pieces(color, kind).count();
    PIECE_VALUES
        .iter()
        .map(|&(kind, one, _)| count(kind) * one)
        .sum()
}

/// What the pieces of a side are worth, in centipawns.
pub(super) fn worth_of(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    PIECE_VALUES
        .iter()
        .map(|&(kind, _, worth)| count(kind) * worth)
        .sum()
}

/// Whether `strong` has no pawns and at most a minor piece more than the other side, which seldom wins.
pub fn is_drawish(position: &Position, strong: Color) -> bool {
    let lead = || {
        let pawns = position.pieces(!strong, PieceType::Pawn).count() as i32;
        worth_of(position, strong) + pawns * worth(PieceType::Pawn) - worth_of(position, !strong)
    };
    position.pieces(strong, PieceType::Pawn).is_empty() && lead() <= worth(PieceType::Bishop)
}

/// Where the only piece of a side and kind stands.
pub(super) fn square_of(position: &Position, color: Color, kind: PieceType) -> Square {
    // Asked for only where the material has told that it is there, so the default is never taken.
    position.pieces(color, kind).first().unwrap_or(Square::A1)
}
