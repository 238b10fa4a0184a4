//! Selects the rule for a known endgame by its material.

use super::material::{BARE, BISHOP, KNIGHT, PAWN, QUEEN, ROOK, material_key};
use super::{mating, pawn_endgames};
use crate::board::Position;
use crate::types::{Color, Score};

/// With more pieces than this, only endgames against a lone king are known.
const MAX_PIECES: u32 = 6;

/// The score of a position for the side to move, if it is a known endgame.
#[inline]
pub fn evaluate(position: &Position) -> Option<Score> {
    let is_bare = |color| !position.of_color(color).more_than_one();
    let few = position.occupied().count() <= MAX_PIECES;
    if !few && !is_bare(Color::White) && !is_bare(Color::Black) {
        return None;
    }
    evaluate_known(position)
}

fn evaluate_known(position: &Position) -> Option<Score> {
    Color::ALL.into_iter().find_map(|strong| {
        let value = evaluate_for(position, strong)?;
        Some(if position.side_to_move() == strong {
            Score::cp(value)
        } else {
            Score::cp(-value)
        })
    })
}

/// Centipawns for `strong`, if it is the stronger side of a known endgame.
fn evaluate_for(position: &Position, strong: Color) -> Option<i32> {
    const TWO_KNIGHTS: u32 = 2 * KNIGHT;
    const BISHOP_AND_KNIGHT: u32 = BISHOP + KNIGHT;
    match (
        material_key(position, strong),
        material_key(position, !strong),
    ) {
        (PAWN, BARE) => Some(pawn_endgames::kpk(position, strong)),
        (TWO_KNIGHTS, BARE) => Some(0),
        (BISHOP_AND_KNIGHT, BARE) => Some(mating::kbnk(position, strong)),
        (ROOK, PAWN) => Some(pawn_endgames::krkp(position, strong)),
        (QUEEN, PAWN) => Some(pawn_endgames::kqkp(position, strong)),
        (ROOK, BISHOP) => Some(mating::krkb(position, strong)),
        (ROOK, KNIGHT) => Some(mating::krkn(position, strong)),
        (_, BARE) if mating::has_mating_material(position, strong) => {
            Some(mating::kxk(position, strong))
        }
        _ => mating::without_pawns(position, strong),
    }
}
