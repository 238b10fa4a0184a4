//! The scale factor of endgames that are more drawish than their material suggests.

use super::psqt::middlegame_material;
use crate::board::Position;
use crate::eval::endgame;
use crate::eval::tapered::Tapered;
use crate::types::{Bitboard, Color, PieceType};

/// The scale factor of an endgame value that favours `stronger`, 0 to [`Tapered::FULL_SCALE`].
pub(super) fn scale_factor(position: &Position, stronger: Color) -> i32 {
    if endgame::is_drawish(position, stronger) {
        return Tapered::FULL_SCALE / 8;
    }
    let pawns = position.pieces(stronger, PieceType::Pawn).count() as i32;
    let own = non_pawn_material(position, stronger);
    let minor = middlegame_material(PieceType::Bishop);
    if is_opposite_bishops(position) {
        let only_bishops = own == minor && non_pawn_material(position, !stronger) == minor;
        return if only_bishops {
            (24 + 4 * pawns).min(Tapered::FULL_SCALE)
        } else {
            (44 + 3 * pawns).min(Tapered::FULL_SCALE)
        };
    }
    // The fewer pawns, the harder to win.
    (44 + 5 * pawns).min(Tapered::FULL_SCALE)
}

fn non_pawn_material(position: &Position, color: Color) -> i32 {
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

/// Opposite-coloured bishops, one for each side.
fn is_opposite_bishops(position: &Position) -> bool {
    let bishops = position.of_type(PieceType::Bishop);
    position.pieces(Color::White, PieceType::Bishop).count() == 1
        && position.pieces(Color::Black, PieceType::Bishop).count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
}
