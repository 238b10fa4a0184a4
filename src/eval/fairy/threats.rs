//! Threats: pieces of the other side that can be captured, and, where captures are forced, whether there is one.

use super::side::Side;
use super::weights::FairyWeights;
use crate::eval::term_score::TermScore;
use crate::types::{Bitboard, PieceType};

/// The captures of a side.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    let offset = PieceType::ALL.len() * side.on_move();
    for (index, piece_type) in PieceType::ALL.into_iter().enumerate() {
        let victims = side.enemies(piece_type) & side.own.all;
        let is_royal = side.position.royal_king(!side.color).is_some();
        if victims.is_empty() || piece_type == PieceType::King && is_royal {
            continue;
        }
        let hanging = victims & !side.enemy.all;
        let by_lesser = victims & side.enemy.all & attacks_by_lesser(side, piece_type);
        let others = victims & !hanging & !by_lesser;
        for (list, victims) in [
            (&weights.hanging, hanging),
            (&weights.attacked_by_lesser, by_lesser),
            (&weights.attacked, others),
        ] {
            score.add_weight(list[offset + index], victims.count() as i32);
        }
    }
    let can_capture = (side.own.all & side.position.of_color(!side.color)).any();
    score.add_weight(weights.can_capture[side.on_move()], i32::from(can_capture));
    score
}

/// The squares attacked by piece types of less value.
fn attacks_by_lesser(side: &Side<'_>, than: PieceType) -> Bitboard {
    let value = |piece_type: PieceType| side.variant.see_values[piece_type.index()];
    let is_lesser =
        |&piece_type: &PieceType| piece_type != PieceType::King && value(piece_type) < value(than);
    let lesser = PieceType::ALL.into_iter().filter(is_lesser);
    lesser
        .map(|piece_type| side.own.by_type[piece_type.index()])
        .collect()
}
