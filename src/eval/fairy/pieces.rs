//! Material, piece-square tables by rank and file, pieces in hand and mobility.

use super::side::Side;
use super::weights::FairyWeights;
use crate::eval::term_score::TermScore;
use crate::types::{PieceType, Square};

/// Distance of a file from the nearest edge, 0 to 3.
fn file_index(square: Square) -> usize {
    usize::from(square.file().min(7 - square.file()))
}

/// The pieces of a side, on the board and in hand.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    for (index, piece_type) in PieceType::ALL.into_iter().enumerate() {
        let pieces = side.pieces(piece_type);
        score.add_weight(weights.material[index], pieces.count() as i32);
        for square in pieces {
            score.add_weight(weights.ranks[8 * index + side.rank(square)], 1);
            score.add_weight(weights.files[4 * index + file_index(square)], 1);
        }
        let in_hand = i32::from(side.position.pocket(side.color, piece_type));
        if in_hand > 0 {
            score.add_weight(weights.pocket[index], in_hand);
        }
    }
    if side.pieces(PieceType::Bishop).more_than_one() {
        score.add_weight(weights.bishop_pair, 1);
    }
    let free = !side.position.of_color(side.color);
    for (piece_type, _, attacked) in &side.own.by_piece {
        let safe = (*attacked & free & !side.enemy.all).count() as i32;
        let contested = (*attacked & free & side.enemy.all).count() as i32;
        score.add_weight(weights.mobility[piece_type.index()], safe);
        score.add_weight(weights.contested[piece_type.index()], contested);
    }
    score
}
