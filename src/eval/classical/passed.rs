//! Passed pawns, beyond what the piece-square table gives every pawn for its rank.

use super::pieces::Attacks;
use super::tapered::Tapered;
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType};

/// By relative rank.
const PASSED: [Tapered; 8] = [
    Tapered::ZERO,
    Tapered::new(-4, 6),
    Tapered::new(-6, 10),
    Tapered::new(-2, 24),
    Tapered::new(14, 42),
    Tapered::new(34, 64),
    Tapered::new(50, 70),
    Tapered::ZERO,
];

/// For each square that the enemy king is further from the square in front than the own one, from
/// the fourth rank on, in endgame centipawns by relative rank.
const KING_PROXIMITY: [i32; 8] = [0, 0, 0, 3, 6, 9, 11, 0];
/// The way to promotion is free of men and attacks, by relative rank.
const FREE_PATH: [Tapered; 8] = [
    Tapered::ZERO,
    Tapered::ZERO,
    Tapered::ZERO,
    Tapered::new(4, 10),
    Tapered::new(8, 20),
    Tapered::new(14, 34),
    Tapered::new(18, 48),
    Tapered::ZERO,
];
/// A man of either side stands in front, by relative rank.
const BLOCKED: [Tapered; 8] = [
    Tapered::ZERO,
    Tapered::ZERO,
    Tapered::new(0, -4),
    Tapered::new(-2, -8),
    Tapered::new(-6, -16),
    Tapered::new(-10, -28),
    Tapered::new(-16, -44),
    Tapered::ZERO,
];
const ROOK_BEHIND: Tapered = Tapered::new(6, 14);

/// The value of one side's passed pawns, given the passed pawns of both.
pub fn score(
    position: &Position,
    passed: Bitboard,
    us: Color,
    own: &Attacks,
    enemy: &Attacks,
) -> Tapered {
    let occupied = position.occupied();
    let (own_king, enemy_king) = (position.king(us), position.king(!us));
    let mut score = Tapered::ZERO;
    for pawn in passed & position.of_color(us) {
        let rank = usize::from(pawn.relative_rank(us));
        let stop = pawn.forward(us);
        let path = Bitboard::from(stop).fill_forward(us);
        score += PASSED[rank];
        let proximity =
            i32::from(enemy_king.distance(stop).min(5)) - i32::from(own_king.distance(stop).min(5));
        score += Tapered::new(0, proximity * KING_PROXIMITY[rank]);
        if occupied.contains(stop) {
            score += BLOCKED[rank];
        } else if (path & (occupied | (enemy.all & !own.all))).is_empty() {
            score += FREE_PATH[rank];
        }
        let behind = Bitboard::from(pawn).fill_forward(!us);
        if (behind & position.pieces(us, PieceType::Rook)).any() {
            score += ROOK_BEHIND;
        }
    }
    score
}
