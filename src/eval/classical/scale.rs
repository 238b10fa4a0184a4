//! Endgames that are worth less than their material says.

use super::piece_square::middlegame_material;
use super::tapered::Tapered;
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType};

/// By how much to scale the endgame value that is `endgame` for White, in parts of
/// [`Tapered::FULL_SCALE`].
pub fn endgame_scale(position: &Position, endgame: i32) -> i32 {
    let stronger = if endgame >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = position.pieces(stronger, PieceType::Pawn).count() as i32;
    let own = pieces_value(position, stronger);
    let lead = own - pieces_value(position, !stronger);
    let minor = middlegame_material(PieceType::Bishop);
    if pawns == 0 && lead <= minor {
        // Without pawns an extra minor piece seldom wins, and a lone one or two knights never.
        let rook = middlegame_material(PieceType::Rook);
        return if own < rook || only_knights(position, stronger) {
            0
        } else {
            Tapered::FULL_SCALE / 8
        };
    }
    if pawns == 0 && only_knights(position, stronger) {
        return 0;
    }
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

/// Two knights at most, which cannot force mate.
fn only_knights(position: &Position, color: Color) -> bool {
    let others = position.of_type(PieceType::Pawn)
        | position.of_type(PieceType::Bishop)
        | position.of_type(PieceType::Rook)
        | position.of_type(PieceType::Queen);
    (others & position.of_color(color)).is_empty()
        && position.pieces(color, PieceType::Knight).count() <= 2
}

/// One bishop a side, on squares of different colours.
fn is_opposite_bishops(position: &Position) -> bool {
    let bishops = position.of_type(PieceType::Bishop);
    position.pieces(Color::White, PieceType::Bishop).count() == 1
        && position.pieces(Color::Black, PieceType::Bishop).count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
}
