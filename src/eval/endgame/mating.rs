//! Endgames in which the weaker king must be driven to the edge or into a corner
//! (<https://www.chessprogramming.org/Mop-up_Evaluation>). Values are in centipawns for the stronger
//! side; the terms for progress outweigh all other terms of the evaluation.

use super::material::{KNOWN_WIN, material_value, square_of};
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// For each step of the weaker king away from the centre (centre Manhattan distance).
const TO_EDGE: i32 = 20;
/// For each step that the kings are nearer to each other.
const KINGS_CLOSE: i32 = 7;
/// For each step of the weaker king from the diagonal between the wrong corners towards a corner of the bishop's
/// colour.
const TO_CORNER: i32 = 75;
/// For each step of bishop or knight towards the weaker king.
const MINOR_CLOSE: i32 = 5;
/// For each step of a knight away from its king.
const KNIGHT_AWAY: i32 = 10;
/// Smallest material lead in centipawns that usually wins without pawns: queen against rook, but not a minor piece.
const WINNING_LEAD: i32 = 400;

/// Whether a side can force mate against a lone king without pawns.
pub(super) fn has_mating_material(position: &Position, strong: Color) -> bool {
    let bishops = position.pieces(strong, PieceType::Bishop);
    let knights = position.pieces(strong, PieceType::Knight);
    let both_bishop_colours =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & !Bitboard::LIGHT_SQUARES).any();
    position.orthogonal_sliders(strong).any()
        || both_bishop_colours
        || bishops.any() && knights.any()
        || knights.count() > 2
}

/// KXK: mating material against a lone king.
pub(super) fn kxk(position: &Position, strong: Color) -> i32 {
    if position.side_to_move() != strong && !position.in_check() && !position.has_legal_move() {
        return 0;
    }
    KNOWN_WIN + material_value(position, strong) + mop_up(position, strong)
}

/// KBNK: the lone king can be mated only in a corner of the bishop's colour.
pub(super) fn kbnk(position: &Position, strong: Color) -> i32 {
    let bishop = square_of(position, strong, PieceType::Bishop);
    let knight = square_of(position, strong, PieceType::Knight);
    let king = position.king(!strong);
    // 0 on the diagonal between the wrong corners, 7 in the right ones.
    let (file, rank) = (i32::from(king.file()), i32::from(king.rank()));
    let to_corner = if Bitboard::LIGHT_SQUARES.contains(bishop) {
        (file - rank).abs()
    } else {
        (7 - file - rank).abs()
    };
    let closeness_to_king = |square: Square| 7 - i32::from(square.distance(king));
    let pieces = MINOR_CLOSE * (closeness_to_king(bishop) + closeness_to_king(knight));
    // King, bishop and knight must cooperate, so their distances count for more than with stronger pieces.
    let proximity = mop_up(position, strong) + king_closeness(position) + pieces;
    KNOWN_WIN + material_value(position, strong) + TO_CORNER * to_corner + proximity
}

/// A decisive material lead without pawns: the weaker side loses its pieces once its king is driven to the edge.
/// `None` for other positions.
pub(super) fn without_pawns(position: &Position, strong: Color) -> Option<i32> {
    let lead = material_value(position, strong) - material_value(position, !strong);
    let known = position.of_type(PieceType::Pawn).is_empty()
        && lead >= WINNING_LEAD
        && has_mating_material(position, strong);
    known.then(|| lead + mop_up(position, strong))
}

/// KRKB: a draw, as long as the king avoids the corners where the bishop cannot shield it.
pub(super) fn krkb(position: &Position, strong: Color) -> i32 {
    mop_up(position, strong) / 4
}

/// KRKN: a draw, as long as knight and king stay together and off the edge.
pub(super) fn krkn(position: &Position, strong: Color) -> i32 {
    let knight = square_of(position, !strong, PieceType::Knight);
    let away = i32::from(knight.distance(position.king(!strong)));
    mop_up(position, strong) / 4 + KNIGHT_AWAY * away
}

/// Mop-up: the weaker king near the edge and the kings close to each other.
fn mop_up(position: &Position, strong: Color) -> i32 {
    TO_EDGE * centre_manhattan_distance(position.king(!strong)) + king_closeness(position)
}

fn king_closeness(position: &Position) -> i32 {
    let (white, black) = (position.king(Color::White), position.king(Color::Black));
    let files = white.file().abs_diff(black.file());
    let ranks = white.rank().abs_diff(black.rank());
    KINGS_CLOSE * (14 - i32::from(files + ranks))
}

/// Steps along files and ranks to the nearest of the four squares in the centre, 0 to 6
/// (<https://www.chessprogramming.org/Center_Manhattan-Distance>).
fn centre_manhattan_distance(square: Square) -> i32 {
    let steps = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    steps(square.file()) + steps(square.rank())
}
