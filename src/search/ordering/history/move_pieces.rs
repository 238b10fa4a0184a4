//! The pieces that a move moves and captures.

use crate::board::{Position, Rules};
use crate::types::{Move, MoveKind, Piece, PieceType};

/// The piece that a move of the position moves.
#[inline]
pub(crate) fn moved_piece<R: Rules>(position: &Position<R>, m: Move) -> Piece {
    // The origin of a legal move is never empty, so the default is never taken.
    position.moved_piece(m).unwrap_or(Piece::WhitePawn)
}

/// The type of the piece that a move of the position captures.
#[inline]
pub(super) fn captured_piece_type<R: Rules>(position: &Position<R>, m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::EnPassant => Some(PieceType::Pawn),
        _ if m.is_capture() => position.piece_on(m.to()).map(|piece| piece.piece_type()),
        _ => None,
    }
}
