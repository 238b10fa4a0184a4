//! Safety of the royal king: pawn shelter, and attacks on the squares around it.

use super::attacks::Attacks;
use super::tapered::Tapered;
use super::weights::FairyWeights;
use crate::board::{Fairy, Position};
use crate::types::attacks::king_attacks;
use crate::types::{Bitboard, Color, PieceType};

/// Danger for the king of `color` by the attacks of the other side and by its pieces in hand, in centipawns.
pub(super) fn king_danger(
    position: &Position<Fairy>,
    color: Color,
    enemy: &Attacks,
    weights: &FairyWeights,
) -> i32 {
    let Some(king) = position.royal_king(color) else {
        return 0;
    };
    let ring = king_attacks(king) | king.into();
    let mut attacks = 0;
    let mut attackers = 0;
    for (piece_type, attacked) in &enemy.by_piece {
        let hits = (*attacked & ring).count() as i32;
        if hits > 0 && *piece_type != PieceType::King {
            attackers += i32::from(*piece_type != PieceType::Pawn);
            attacks += hits;
        }
    }
    // A piece in hand attacks every square beside the king that is empty.
    let in_hand: i32 = PieceType::ALL
        .into_iter()
        .map(|piece_type| i32::from(position.pocket(!color, piece_type)))
        .sum();
    let holes = (ring & !position.of_color(color)).count() as i32;
    attacks += in_hand.min(4) * holes / 3;
    attackers += in_hand.min(3);
    weights.king_attack * attacks * (1 + attackers) / 4
}

/// Pawns before the king of a side.
pub(super) fn shelter(position: &Position<Fairy>, color: Color, weights: &FairyWeights) -> Tapered {
    let Some(king) = position.royal_king(color) else {
        return Tapered::default();
    };
    let ahead = Bitboard::from(king).forward(color);
    let near = ahead | ahead.east() | ahead.west();
    let shield = near | near.forward(color);
    let pawns = position.pieces(color, PieceType::Pawn) & shield;
    weights.shelter * (pawns.count() as i32).min(4)
}
