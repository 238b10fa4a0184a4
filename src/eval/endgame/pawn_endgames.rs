//! Pawn endgames KPK, KRKP and KQKP. Values are in centipawns for the stronger side.

use super::kpk_bitbase::KpkBitbase;
use super::material::{KNOWN_WIN, square_of};
use crate::board::Position;
use crate::types::{Color, PieceType, Square};

/// Value of a rook that stops the pawn.
const ROOK_WINS: i32 = 500;
/// Value of a queen that wins the pawn.
const QUEEN_WINS: i32 = 800;
/// For each step of the queen's king towards the pawn.
const KING_NEARER: i32 = 12;

/// KPK: exact, by the bitbase.
pub(super) fn kpk(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, strong, PieceType::Pawn);
    if !is_won_kpk(position, strong, pawn) {
        return 0;
    }
    // All winning moves have the same bitbase result, so reward progress: the pawn advances, and its king escorts it.
    let promotion = Square::new(pawn.file(), if strong == Color::White { 7 } else { 0 });
    let king_closeness = 7 - i32::from(position.king(strong).distance(promotion));
    KNOWN_WIN + 20 * i32::from(pawn.relative_rank(strong)) + 5 * king_closeness
}

/// Whether `strong` wins KPK with this pawn.
pub(super) fn is_won_kpk(position: &Position, strong: Color, pawn: Square) -> bool {
    let (strong_king, weak_king) = (position.king(strong), position.king(!strong));
    KpkBitbase::shared().is_won(
        strong,
        position.side_to_move(),
        strong_king,
        pawn,
        weak_king,
    )
}

/// KRKP: the rook wins if its king stops the pawn or the enemy king is far away. Otherwise the distances of the kings
/// and the pawn decide.
pub(super) fn krkp(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, !strong, PieceType::Pawn);
    let rook = square_of(position, strong, PieceType::Rook);
    let (strong_king, weak_king) = (position.king(strong), position.king(!strong));
    let stop = pawn.forward(!strong);
    let to_promotion = i32::from(7 - pawn.relative_rank(!strong));
    let strong_to_move = i32::from(position.side_to_move() == strong);
    let strong_distance = i32::from(strong_king.distance(pawn));
    let weak_distance = i32::from(weak_king.distance(pawn));

    let in_front_of_pawn = strong_king.file() == pawn.file()
        && strong_king.relative_rank(!strong) > pawn.relative_rank(!strong);
    let undefended =
        weak_distance >= 4 - strong_to_move && i32::from(weak_king.distance(rook)) >= 3;
    if in_front_of_pawn || undefended {
        return ROOK_WINS - strong_distance;
    }
    let escorted = weak_king.relative_rank(!strong) >= 5 && weak_distance == 1;
    let too_late = strong_king.relative_rank(!strong) <= 4 && strong_distance > 2 + strong_to_move;
    if escorted && too_late {
        return 80 - 8 * strong_distance;
    }
    let race = i32::from(strong_king.distance(stop)) - i32::from(weak_king.distance(stop));
    200 - 8 * (race - to_promotion)
}

/// KQKP: the queen wins, except against a rook or bishop pawn on the seventh rank that its king defends: stalemate
/// threatens if the queen's king is far away.
pub(super) fn kqkp(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, !strong, PieceType::Pawn);
    let (strong_king, weak_king) = (position.king(strong), position.king(!strong));
    let closeness = KING_NEARER * (7 - i32::from(strong_king.distance(pawn)));
    let is_drawn = pawn.relative_rank(!strong) == 6
        && matches!(pawn.file(), 0 | 2 | 5 | 7)
        && weak_king.distance(pawn) == 1;
    closeness + if is_drawn { 0 } else { QUEEN_WINS }
}
