//! Endgames that are worth less than their material says.

use super::piece_square::middlegame_material;
use super::tapered::Tapered;
use crate::board::Position;
use crate::eval::endgame;
use crate::types::{Bitboard, Color, PieceType};

/// By how much to scale an endgame value that is better for `stronger`, in parts of
/// [`Tapered::FULL_SCALE`].
pub(super) fn endgame_scale(position: &Position, stronger: Color) -> i32 {
    if endgame::is_drawish(position, stronger) {
        return Tapered::FULL_SCALE / 8;
    }
    let pawns = position.pieces(stronger, PieceType::Pawn).count() as i32;
    let own = pieces_value(position, stronger);
    let minor = middlegame_material(PieceType::Bishop);
    if is_opposite_bishops(position) {
        let only_bishops = own == minor && pieces_value(position, !stronger) == minor;
        return if only_bishops {
            (24 + 4 * pawns).min(Tapered::FULL_SCALE)
        } else {
            (44 + 3 * pawns).min(Tapered::FULL_SCALE)
        };
    }
    // The fewer pawns, the harder to win.
    (44 + 5 * pawns).min(Tapered::FULL_SCALE)
}

fn pieces_value(position: &Position, color: Color) -> i32 {
    [
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ]
    .into_iter()
    .map(|kind| position.pieces(color, kind).count() as i32 * middlegame_material(kind))
    .sum()
}

/// One bishop a side, on squares of different colours.
fn is_opposite_bishops(position: &Position) -> bool {
    let bishops = position.of_type(PieceType::Bishop);
    position.pieces(Color::White, PieceType::Bishop).count() == 1
        && position.pieces(Color::Black, PieceType::Bishop).count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
}
