//! Fortresses and insufficient mating material: the side that is ahead cannot win.

use super::pawn_endgames::is_won_kpk;
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Whether `strong` is known not to win against best play, however far it is ahead.
#[inline]
pub fn cannot_win(position: &Position, strong: Color) -> bool {
    if position.orthogonal_sliders(strong).any() {
        return false;
    }
    let knights = position.pieces(strong, PieceType::Knight);
    let bishops = position.pieces(strong, PieceType::Bishop);
    if position.pieces(strong, PieceType::Pawn).is_empty() {
        return if bishops.is_empty() {
            knights.count() <= 2
        } else {
            knights.is_empty() && !bishops.more_than_one()
        };
    }
    if knights.any() {
        return false;
    }
    is_wrong_rook_pawn(position, strong, bishops)
        || bishops.is_empty() && is_drawn_kpkp(position, strong)
}

/// Rook pawns, possibly with bishops of the wrong colour for the promotion corner, against a king in or next to that
/// corner, which cannot be driven out
/// (<https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn>).
fn is_wrong_rook_pawn(position: &Position, strong: Color, bishops: Bitboard) -> bool {
    let pawns = position.pieces(strong, PieceType::Pawn);
    let Some(file) = [0, 7]
        .into_iter()
        .find(|&file| (pawns & !Bitboard::file(file)).is_empty())
    else {
        return false;
    };
    let promotion_rank = if strong == Color::White { 7 } else { 0 };
    let corner = Square::new(file, promotion_rank);
    let corner_colour = if Bitboard::LIGHT_SQUARES.contains(corner) {
        Bitboard::LIGHT_SQUARES
    } else {
        !Bitboard::LIGHT_SQUARES
    };
    // A capture could bring a pawn to another file.
    let adjacent_files = Bitboard::file(file).east() | Bitboard::file(file).west();
    let targets = position.of_color(!strong) & !position.of_type(PieceType::King) & adjacent_files;
    position.king(!strong).distance(corner) <= 1
        && (bishops & corner_colour).is_empty()
        && targets.is_empty()
}

/// KPKP: one pawn each, where the pawn of `strong` would not win in KPK and is not so advanced that the enemy must
/// neglect its own.
fn is_drawn_kpkp(position: &Position, strong: Color) -> bool {
    const FIFTH: u8 = 4;
    let pawns = position.of_type(PieceType::Pawn);
    if position.occupied().count() != 4 || pawns.count() != 2 {
        return false;
    }
    let Some(pawn) = (pawns & position.of_color(strong)).first() else {
        return false;
    };
    let is_harmless = pawn.relative_rank(strong) < FIFTH || matches!(pawn.file(), 0 | 7);
    is_harmless && !is_won_kpk(position, strong, pawn)
}
