//! Explosions (atomic): captures that explode the king, and what the best of the others wins.

use super::side::Side;
use super::weights::FairyWeights;
use crate::eval::term_score::TermScore;
use crate::types::attacks::king_attacks;
use crate::types::{Bitboard, PieceType, Square};

/// Centipawns of material for one unit of the best explosion.
const UNIT: i32 = 50;
/// Most units that count.
const MAX_UNITS: i32 = 20;

/// The captures of a side by which something explodes.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    let king = |color| side.position.pieces(color, PieceType::King).first();
    let (Some(own_king), Some(enemy_king)) = (king(side.color), king(!side.color)) else {
        return score;
    };
    let own_zone = king_attacks(own_king);
    let enemy_zone = king_attacks(enemy_king);
    let enemies = side.position.of_color(!side.color);
    // A capture beside the own king is illegal, and kings cannot capture.
    let victims = enemies & side.own.but_kings & !own_zone;
    let on_move = side.on_move();
    let mates = (victims & enemy_zone).count().min(3) as i32;
    score.add_weight(weights.explodes_king[on_move], mates);
    let targets = (enemies & enemy_zone & !own_zone).count() as i32;
    score.add_weight(weights.beside_enemy_king, targets);
    let touch = enemy_zone.contains(own_king);
    score.add_weight(weights.kings_touch[on_move], i32::from(touch));
    let gains = victims
        .into_iter()
        .map(|victim| explosion_gain(side, victim));
    let best = gains.max().unwrap_or(0);
    score.add_weight(
        weights.explosion[on_move],
        (best / UNIT).clamp(0, MAX_UNITS),
    );
    score
}

/// Material that the capture of a piece wins, with the least valuable attacker.
fn explosion_gain(side: &Side<'_>, victim: Square) -> i32 {
    let pawns = side.position.of_type(PieceType::Pawn);
    let blast = king_attacks(victim) & !pawns | victim.into();
    let value = |piece_type: PieceType| side.variant.see_values[piece_type.index()];
    let lost = |color| -> i32 {
        let each = PieceType::ALL.into_iter().map(|piece_type| {
            (side.position.pieces(color, piece_type) & blast).count() as i32 * value(piece_type)
        });
        each.sum()
    };
    let captures =
        |from: Square, attacked: Bitboard| attacked.contains(victim) && !blast.contains(from);
    let attackers = side.own.by_piece.iter();
    let outside = attackers.filter(|(piece_type, from, attacked)| {
        *piece_type != PieceType::King && captures(*from, *attacked)
    });
    let attacker = outside.map(|(piece_type, ..)| value(*piece_type)).min();
    // Without an attacker from outside the blast, one within it has been counted.
    lost(!side.color) - lost(side.color) - attacker.unwrap_or(0)
}
