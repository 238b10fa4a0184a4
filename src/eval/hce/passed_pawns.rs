//! Passed pawns.

use super::hce_score::HceScore;
use super::pieces::Attacks;
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType};

/// The passed pawns of `us`; `passed` has those of both sides.
pub(super) fn score<S: HceScore>(
    position: &Position,
    passed: Bitboard,
    us: Color,
    own: &Attacks<S>,
    enemy: &Attacks<S>,
) -> S {
    let occupied = position.occupied();
    let (own_king, enemy_king) = (position.king(us), position.king(!us));
    let weights = S::weights();
    let mut score = S::default();
    for pawn in passed & position.of_color(us) {
        let rank = usize::from(pawn.relative_rank(us));
        let stop = pawn.forward(us);
        let path = Bitboard::from(stop).fill_forward(us);
        score.add_weight(weights.passed[rank], 1);
        let proximity =
            i32::from(enemy_king.distance(stop).min(5)) - i32::from(own_king.distance(stop).min(5));
        score.add_weight(weights.king_proximity[rank], proximity);
        if occupied.contains(stop) {
            score.add_weight(weights.blocked[rank], 1);
        } else if (path & (occupied | (enemy.all & !own.all))).is_empty() {
            score.add_weight(weights.free_path[rank], 1);
        }
        let behind = Bitboard::from(pawn).fill_forward(!us);
        if (behind & position.pieces(us, PieceType::Rook)).any() {
            score.add_weight(weights.rook_behind, 1);
        }
    }
    score
}
