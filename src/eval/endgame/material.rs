//! Material keys to match on, and material values.

use crate::board::Position;
use crate::types::{Color, PieceType, Square};

/// A lone king.
pub(super) const BARE: u32 = 0;
/// One pawn. Keys add up: six bits count each piece type.
pub(super) const PAWN: u32 = 1;
/// One knight.
pub(super) const KNIGHT: u32 = 1 << 6;
/// One bishop.
pub(super) const BISHOP: u32 = 1 << 12;
/// One rook.
pub(super) const ROOK: u32 = 1 << 18;
/// One queen.
pub(super) const QUEEN: u32 = 1 << 24;

/// Value in centipawns of an endgame that is certainly won, to which terms for progress are added. It exceeds any
/// other material.
pub(super) const KNOWN_WIN: i32 = 10_000;

/// Each piece type except the king, with its key and its endgame value in centipawns.
const PIECE_VALUES: [(PieceType, u32, i32); 5] = [
    (PieceType::Pawn, PAWN, 100),
    (PieceType::Knight, KNIGHT, 300),
    (PieceType::Bishop, BISHOP, 310),
    (PieceType::Rook, ROOK, 510),
    (PieceType::Queen, QUEEN, 940),
];

const fn piece_value(kind: PieceType) -> i32 {
    PIECE_VALUES[kind.index()].2
}

/// The material key of a side.
pub(super) fn material_key(position: &Position, color: Color) -> u32 {
    let count = |kind| position.pieces(color, kind).count();
    PIECE_VALUES
        .iter()
        .map(|&(kind, key, _)| count(kind) * key)
        .sum()
}

/// Material of a side in centipawns.
pub(super) fn material_value(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    PIECE_VALUES
        .iter()
        .map(|&(kind, _, value)| count(kind) * value)
        .sum()
}

/// Whether `strong` has no pawns and at most a minor piece more than the enemy, which rarely wins.
pub fn is_drawish(position: &Position, strong: Color) -> bool {
    let lead = || {
        let pawns = position.pieces(!strong, PieceType::Pawn).count() as i32;
        material_value(position, strong) + pawns * piece_value(PieceType::Pawn)
            - material_value(position, !strong)
    };
    position.pieces(strong, PieceType::Pawn).is_empty() && lead() <= piece_value(PieceType::Bishop)
}

/// The square of the only piece of a type.
pub(super) fn square_of(position: &Position, color: Color, kind: PieceType) -> Square {
    // The material key guarantees the piece, so the default is never used.
    position.pieces(color, kind).first().unwrap_or(Square::A1)
}
