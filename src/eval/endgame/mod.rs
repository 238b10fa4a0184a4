//! Endgames of few pieces whose result is known, or how to bring it about. What is said here comes
//! before any general evaluation, by hand-made terms or by a network: [`evaluate`] where the material
//! decides alone what matters, [`cannot_win`] where the side that seems ahead has nothing, and
//! [`is_drawish`] where it has little.
//!
//! Which endgames need such knowledge, and what tells the result in them, is common knowledge among
//! engines; see <https://www.chessprogramming.org/Endgame>, and Stockfish before it had a network.

mod bitbase;
mod fortress;
mod material;
mod mating;
mod pawn_endings;

pub use fortress::cannot_win;
pub use material::is_drawish;

use self::material::{BARE, BISHOP, KNIGHT, PAWN, QUEEN, ROOK, material_of};
use crate::board::Position;
use crate::types::{Color, Score};

/// The value of an endgame that is certainly won, before what tells better positions in it from
/// worse: more than any material that is not.
const KNOWN_WIN: i32 = 10_000;

/// With more pieces than this, only a lone king makes an endgame one of those known.
const MAX_PIECES: u32 = 6;

/// The value of a position for the side on move, if its material belongs to a known endgame.
#[inline]
pub fn evaluate(position: &Position) -> Option<Score> {
    let is_bare = |color| !position.of_color(color).more_than_one();
    let few = position.occupied().count() <= MAX_PIECES;
    if !few && !is_bare(Color::White) && !is_bare(Color::Black) {
        return None;
    }
    known_value(position)
}

fn known_value(position: &Position) -> Option<Score> {
    Color::ALL.into_iter().find_map(|strong| {
        let value = value_for(position, strong)?;
        Some(match position.side_to_move() == strong {
            true => Score::cp(value),
            false => Score::cp(-value),
        })
    })
}

/// The value for `strong`, if that is the stronger side of a known endgame.
fn value_for(position: &Position, strong: Color) -> Option<i32> {
    const PAIR_OF_KNIGHTS: u32 = 2 * KNIGHT;
    const BISHOP_AND_KNIGHT: u32 = BISHOP + KNIGHT;
    let own = material_of(position, strong);
    let other = material_of(position, !strong);
    match (own, other) {
        (PAWN, BARE) => Some(pawn_endings::pawn_against_king(position, strong)),
        (PAIR_OF_KNIGHTS, BARE) => Some(0),
        (BISHOP_AND_KNIGHT, BARE) => Some(mating::bishop_and_knight(position, strong)),
        (ROOK, PAWN) => Some(pawn_endings::rook_against_pawn(position, strong)),
        (QUEEN, PAWN) => Some(pawn_endings::queen_against_pawn(position, strong)),
        (ROOK, BISHOP) => Some(mating::rook_against_bishop(position, strong)),
        (ROOK, KNIGHT) => Some(mating::rook_against_knight(position, strong)),
        (_, BARE) if mating::has_mating_material(position, strong) => {
            Some(mating::against_bare_king(position, strong))
        }
        _ => mating::without_pawns(position, strong),
    }
}
