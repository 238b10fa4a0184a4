//! The pieces that a move moves and captures.

use crate::board::Position;
use crate::types::{Move, MoveKind, Piece, PieceType};

/// The piece that a move of the position moves.
#[inline]
pub(crate) fn moved_piece(position: &Position, m: Move) -> Piece {
    // The origin of a legal move is never empty, so the default is never taken.
    position.piece_on(m.from()).unwrap_or(Piece::WhitePawn)
}

/// The type of the piece that a move of the position captures.
#[inline]
pub(crate) fn captured_piece_type(position: &Position, m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::EnPassant => Some(PieceType::Pawn),
        _ if m.is_capture() => position.piece_on(m.to()).map(|piece| piece.piece_type()),
        _ => None,
    }
}
