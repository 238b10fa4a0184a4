//! Pieces in hand (crazyhouse, bughouse).

use super::tapered::Tapered;
use super::weights::FairyWeights;
use crate::board::{Fairy, Position};
use crate::types::{Color, PieceType};

/// The value of the pieces in hand of a side. A piece in hand is worth more than one on the board: it can be dropped
/// where it is needed.
pub(super) fn pocket_value(
    position: &Position<Fairy>,
    color: Color,
    weights: &FairyWeights,
) -> Tapered {
    let mut value = Tapered::default();
    for piece_type in PieceType::ALL {
        let count = i32::from(position.pocket(color, piece_type));
        value += weights.pieces[piece_type.index()] * count;
    }
    Tapered(
        value.0 * weights.pocket_percent / 100,
        value.1 * weights.pocket_percent / 100,
    )
}
