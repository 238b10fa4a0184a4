//! Material and positions in which the side that has more cannot make anything of it.

use super::pawn_endings::is_won_pawn;
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Whether `strong` has no way to win that the other side could not prevent, however far it is ahead.
/// `false` where that is not known.
#[inline]
pub fn cannot_win(position: &Position, strong: Color) -> bool {
    if position.orthogonal_sliders(strong).any() {
        return false;
    }
    let knights = position.pieces(strong, PieceType::Knight);
    let bishops = position.pieces(strong, PieceType::Bishop);
    if position.pieces(strong, PieceType::Pawn).is_empty() {
        return match bishops.is_empty() {
            true => knights.count() <= 2,
            false => knights.is_empty() && !bishops.more_than_one(),
        };
    }
    if knights.any() {
        return false;
    }
    is_corner_held(position, strong, bishops)
        || bishops.is_empty() && is_pawn_stopped(position, strong)
}

/// Pawns of a rook's file, perhaps with bishops that do not command the corner where they promote,
/// against a king that is in the corner or beside it: it cannot be driven out
/// (<https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn>).
fn is_corner_held(position: &Position, strong: Color, bishops: Bitboard) -> bool {
    let pawns = position.pieces(strong, PieceType::Pawn);
    let Some(file) = [0, 7]
        .into_iter()
        .find(|&file| (pawns & !Bitboard::file(file)).is_empty())
    else {
        return false;
    };
    let back_rank = if strong == Color::White { 7 } else { 0 };
    let corner = Square::new(file, back_rank);
    let of_corner_colour = match Bitboard::LIGHT_SQUARES.contains(corner) {
        true => Bitboard::LIGHT_SQUARES,
        false => !Bitboard::LIGHT_SQUARES,
    };
    // A capture could bring the pawns to another file.
    let beside = Bitboard::file(file).east() | Bitboard::file(file).west();
    let targets = position.of_color(!strong) & !position.of_type(PieceType::King) & beside;
    position.king(!strong).distance(corner) <= 1
        && (bishops & of_corner_colour).is_empty()
        && targets.is_empty()
}

/// A pawn a side, of which this one would not win if it were alone, and is not so far ahead that the
/// other side cannot afford to use its own.
fn is_pawn_stopped(position: &Position, strong: Color) -> bool {
    const FIFTH: u8 = 4;
    let pawns = position.of_type(PieceType::Pawn);
    if position.occupied().count() != 4 || pawns.count() != 2 {
        return false;
    }
    let Some(pawn) = (pawns & position.of_color(strong)).first() else {
        return false;
    };
    let is_harmless = pawn.relative_rank(strong) < FIFTH || matches!(pawn.file(), 0 | 7);
    is_harmless && !is_won_pawn(position, strong, pawn)
}
