//! Pawn structure: passed, isolated, doubled, connected and blocked pawns.

use super::side::Side;
use super::weights::FairyWeights;
use crate::eval::term_score::TermScore;
use crate::types::{Bitboard, PieceType};

/// The pawns of a side.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    let (pawns, enemies) = (side.pieces(PieceType::Pawn), side.enemies(PieceType::Pawn));
    let occupied = side.position.occupied();
    for square in pawns {
        let rank = side.rank(square);
        let pawn = Bitboard::from(square);
        let ahead = pawn.forward(side.color).fill_forward(side.color);
        let beside = pawn.east() | pawn.west();
        let lanes = ahead | ahead.east() | ahead.west();
        if (lanes & enemies).is_empty() {
            score.add_weight(weights.passed[rank], 1);
        }
        let files = Bitboard::file(square.file());
        if ((files.east() | files.west()) & pawns).is_empty() {
            score.add_weight(weights.isolated, 1);
        }
        if (ahead & pawns).any() {
            score.add_weight(weights.doubled, 1);
        }
        if ((beside | beside.forward(!side.color)) & pawns).any() {
            score.add_weight(weights.connected[rank], 1);
        }
        if (pawn.forward(side.color) & occupied).any() {
            score.add_weight(weights.blocked, 1);
        }
    }
    score
}
