//! Endgames in which the weaker king must be driven to the edge or into a corner
//! (<https://www.chessprogramming.org/Mop-up_Evaluation>). Values are in centipawns for the stronger
//! side; what grows on the way to mate is steep enough to be worth more than anything else there is.

use super::KNOWN_WIN;
use super::material::{square_of, worth_of};
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// For each step of the weaker king away from the centre.
const TO_EDGE: i32 = 20;
/// For each step that the kings are nearer to each other.
const KINGS_CLOSE: i32 = 7;
/// For each step of the weaker king from the diagonal between the wrong corners towards a right one.
const TO_CORNER: i32 = 75;
/// For each step of bishop or knight towards the weaker king.
const MINOR_NEAR: i32 = 5;
/// For each step of a knight away from its king.
const KNIGHT_AWAY: i32 = 10;
/// The least lead without pawns that wins as a rule: queen against rook has it, a piece has not.
const WINNING_LEAD: i32 = 400;

/// Whether a side alone can force mate without any pawns.
pub(super) fn has_mating_material(position: &Position, strong: Color) -> bool {
    let bishops = position.pieces(strong, PieceType::Bishop);
    let knights = position.pieces(strong, PieceType::Knight);
    let both_colours =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & !Bitboard::LIGHT_SQUARES).any();
    position.orthogonal_sliders(strong).any()
        || both_colours
        || bishops.any() && knights.any()
        || knights.count() > 2
}

/// Enough to mate a lone king with.
pub(super) fn against_bare_king(position: &Position, strong: Color) -> i32 {
    if position.side_to_move() != strong && !position.in_check() && !position.has_legal_move() {
        return 0;
    }
    KNOWN_WIN + worth_of(position, strong) + drive(position, strong)
}

/// Bishop and knight against the lone king, which is mated only in a corner of the bishop's colour.
pub(super) fn bishop_and_knight(position: &Position, strong: Color) -> i32 {
    let bishop = square_of(position, strong, PieceType::Bishop);
    let knight = square_of(position, strong, PieceType::Knight);
    let king = position.king(!strong);
    // 0 on the diagonal between the wrong corners, 7 in the right ones.
    let (file, rank) = (i32::from(king.file()), i32::from(king.rank()));
    let to_corner = match Bitboard::LIGHT_SQUARES.contains(bishop) {
        true => (file - rank).abs(),
        false => (7 - file - rank).abs(),
    };
    let near = |square: Square| 7 - i32::from(square.distance(king));
    let pieces = MINOR_NEAR * (near(bishop) + near(knight));
    // The three pieces must work together, so that nearness counts for more than with stronger ones.
    let nearness = drive(position, strong) + closeness(position) + pieces;
    KNOWN_WIN + worth_of(position, strong) + TO_CORNER * to_corner + nearness
}

/// Pieces that are well ahead of other pieces, which are lost sooner or later with the king at the
/// edge. `None` where that does not describe the position.
pub(super) fn without_pawns(position: &Position, strong: Color) -> Option<i32> {
    let lead = worth_of(position, strong) - worth_of(position, !strong);
    let known = position.of_type(PieceType::Pawn).is_empty()
        && lead >= WINNING_LEAD
        && has_mating_material(position, strong);
    known.then(|| lead + drive(position, strong))
}

/// A draw, as long as the king keeps off the corners where the bishop does not shield it.
pub(super) fn rook_against_bishop(position: &Position, strong: Color) -> i32 {
    drive(position, strong) / 4
}

/// A draw, as long as knight and king keep together and off the edge.
pub(super) fn rook_against_knight(position: &Position, strong: Color) -> i32 {
    let knight = square_of(position, !strong, PieceType::Knight);
    let away = i32::from(knight.distance(position.king(!strong)));
    drive(position, strong) / 4 + KNIGHT_AWAY * away
}

/// How far the weaker king is driven to the edge, and how near the other king has come.
fn drive(position: &Position, strong: Color) -> i32 {
    TO_EDGE * from_centre(position.king(!strong)) + closeness(position)
}

fn closeness(position: &Position) -> i32 {
    let (white, black) = (position.king(Color::White), position.king(Color::Black));
    let files = white.file().abs_diff(black.file());
    let ranks = white.rank().abs_diff(black.rank());
    KINGS_CLOSE * (14 - i32::from(files + ranks))
}

/// Steps along files and ranks to the nearest of the four squares in the centre, 0 to 6
/// (<https://www.chessprogramming.org/Center_Manhattan-Distance>).
fn from_centre(square: Square) -> i32 {
    let steps = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    steps(square.file()) + steps(square.rank())
}
