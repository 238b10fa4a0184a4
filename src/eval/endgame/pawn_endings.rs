//! Endgames with one pawn. Values are in centipawns for the stronger side.

use super::KNOWN_WIN;
use super::bitbase::Bitbase;
use super::material::square_of;
use crate::board::Position;
use crate::types::{Color, PieceType, Square};

/// What a rook is worth that has won the fight against the pawn.
const ROOK_WINS: i32 = 500;
/// What a queen is worth that wins the pawn.
const QUEEN_WINS: i32 = 800;
/// For each step that the queen's king is nearer to the pawn.
const KING_NEARER: i32 = 12;

/// A pawn against the lone king: known for every position.
pub(super) fn pawn_against_king(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, strong, PieceType::Pawn);
    if !is_won_pawn(position, strong, pawn) {
        return 0;
    }
    // As every move that keeps the win is as good, the way must be shown: the king goes ahead.
    let promotion = Square::new(pawn.file(), if strong == Color::White { 7 } else { 0 });
    let king_near = 7 - i32::from(position.king(strong).distance(promotion));
    KNOWN_WIN + 20 * i32::from(pawn.relative_rank(strong)) + 5 * king_near
}

/// Whether `strong` wins with this pawn alone against the other king alone.
pub(super) fn is_won_pawn(position: &Position, strong: Color, pawn: Square) -> bool {
    let (own_king, other_king) = (position.king(strong), position.king(!strong));
    Bitbase::shared().is_won(strong, position.side_to_move(), own_king, pawn, other_king)
}

/// A rook wins if its king stops the pawn or the other king is far away. Else it depends on who is
/// nearer to the pawn, and how far that is.
pub(super) fn rook_against_pawn(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, !strong, PieceType::Pawn);
    let rook = square_of(position, strong, PieceType::Rook);
    let (own_king, pawns_king) = (position.king(strong), position.king(!strong));
    let stop = pawn.forward(!strong);
    let to_promotion = i32::from(7 - pawn.relative_rank(!strong));
    let strong_to_move = i32::from(position.side_to_move() == strong);
    let own_distance = i32::from(own_king.distance(pawn));
    let pawns_distance = i32::from(pawns_king.distance(pawn));

    let in_the_way = own_king.file() == pawn.file()
        && own_king.relative_rank(!strong) > pawn.relative_rank(!strong);
    let unprotected =
        pawns_distance >= 4 - strong_to_move && i32::from(pawns_king.distance(rook)) >= 3;
    if in_the_way || unprotected {
        return ROOK_WINS - own_distance;
    }
    let escorted = pawns_king.relative_rank(!strong) >= 5 && pawns_distance == 1;
    let too_late = own_king.relative_rank(!strong) <= 4 && own_distance > 2 + strong_to_move;
    if escorted && too_late {
        return 80 - 8 * own_distance;
    }
    let race = i32::from(own_king.distance(stop)) - i32::from(pawns_king.distance(stop));
    200 - 8 * (race - to_promotion)
}

/// A queen wins, except against a pawn on the seventh rank on a file of rook or bishop, where the
/// king that protects it has stalemate to hope for and the queen's king is far.
pub(super) fn queen_against_pawn(position: &Position, strong: Color) -> i32 {
    let pawn = square_of(position, !strong, PieceType::Pawn);
    let (own_king, pawns_king) = (position.king(strong), position.king(!strong));
    let near = KING_NEARER * (7 - i32::from(own_king.distance(pawn)));
    let holds = pawn.relative_rank(!strong) == 6
        && matches!(pawn.file(), 0 | 2 | 5 | 7)
        && pawns_king.distance(pawn) == 1;
    near + if holds { 0 } else { QUEEN_WINS }
}
