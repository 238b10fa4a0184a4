//! Safety of the royal king: pawn shelter, attacks on the squares around it, checks, and drops beside it.

use super::side::Side;
use super::weights::FairyWeights;
use crate::eval::term_score::TermScore;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Attack units for each attacked square at the king, by the type of the attacker.
const UNITS: [i32; 6] = [1, 2, 2, 3, 4, 0];
/// Most attack units that count.
const MAX_UNITS: i32 = 40;
/// Most safe squares for checks that count, of a piece type.
const MAX_CHECKS: i32 = 3;
/// Most pieces in hand that count.
const MAX_IN_HAND: i32 = 6;

/// The safety of a side's king; 0 without a royal king.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    let Some(king) = side.position.royal_king(side.color) else {
        return score;
    };
    shelter(side, king, weights, &mut score);
    let occupied = side.position.occupied();
    let moves =
        side.position
            .piece_attacks(Piece::new(side.color, PieceType::King), king, occupied);
    let ring = moves | king.into();
    let (mut units, mut attackers) = (0, 0);
    for (piece_type, _, attacked) in &side.enemy.by_piece {
        let hits = (*attacked & ring).count() as i32;
        if hits > 0 && *piece_type != PieceType::King {
            attackers += i32::from(*piece_type != PieceType::Pawn);
            units += hits * UNITS[piece_type.index()];
        }
    }
    units = units.min(MAX_UNITS);
    score.add_weight(weights.king_attack, units);
    score.add_weight(weights.king_danger, units * attackers.min(5));
    let weak = ring & side.enemy.all & !side.own.but_kings;
    score.add_weight(weights.weak_ring, weak.count() as i32);
    let escapes = moves & !side.position.of_color(side.color) & !side.enemy.all;
    score.add_weight(weights.king_escapes, escapes.count().min(4) as i32);
    checks(side, king, weights, &mut score);
    if side.variant.has_drops() {
        drops(side, king, ring, units, weights, &mut score);
    }
    score
}

/// Pawns before the king, and open files at it.
fn shelter<S: TermScore>(
    side: &Side<'_>,
    king: Square,
    weights: &FairyWeights<S::Weight>,
    score: &mut S,
) {
    let at_king = Bitboard::from(king);
    let row = at_king | at_king.east() | at_king.west();
    let pawns = side.pieces(PieceType::Pawn);
    let near = row.forward(side.color);
    let far = near.forward(side.color);
    score.add_weight(weights.shelter[0], (near & pawns).count() as i32);
    score.add_weight(weights.shelter[1], (far & pawns).count() as i32);
    let storm = (row | near | far | far.forward(side.color)) & side.enemies(PieceType::Pawn);
    score.add_weight(weights.storm, storm.count() as i32);
    let lanes = row.fill_forward(side.color);
    let open = (row & !(lanes & pawns).fill_forward(!side.color)).count();
    score.add_weight(weights.open_file_near_king, open as i32);
}

/// Squares from which pieces of the other side could give check.
fn checks<S: TermScore>(
    side: &Side<'_>,
    king: Square,
    weights: &FairyWeights<S::Weight>,
    score: &mut S,
) {
    let mut all = 0;
    for (index, piece_type) in PieceType::ALL.into_iter().enumerate().take(5) {
        let from = check_squares(side, king, piece_type) & !side.position.of_color(!side.color);
        let reached = if piece_type == PieceType::Pawn {
            side.enemy.by_type[index] & side.position.of_color(side.color)
        } else {
            side.enemy.by_type[index]
        };
        let checks = reached & from;
        let safe = (checks & !side.own.all).count() as i32;
        score.add_weight(weights.safe_checks[index], safe.min(MAX_CHECKS));
        all += checks.count() as i32;
    }
    let left = usize::from(side.position.checks_left(!side.color)).min(3);
    score.add_weight(weights.check_danger[left], all.min(4));
}

/// Pieces in hand of the other side: safe squares on which they give check, and holes beside the king.
fn drops<S: TermScore>(
    side: &Side<'_>,
    king: Square,
    ring: Bitboard,
    units: i32,
    weights: &FairyWeights<S::Weight>,
    score: &mut S,
) {
    let empty = !side.position.occupied();
    let holes = (ring & empty & !side.own.but_kings).count() as i32;
    let attacked_holes = (ring & empty & side.enemy.all & !side.own.but_kings).count() as i32;
    let back_ranks =
        Bitboard::relative_rank(Color::White, 0) | Bitboard::relative_rank(Color::White, 7);
    let mut in_hand = 0;
    for (index, piece_type) in PieceType::ALL.into_iter().enumerate().take(5) {
        let count = i32::from(side.position.pocket(!side.color, piece_type));
        if count == 0 {
            continue;
        }
        in_hand += count;
        let mut checks = check_squares(side, king, piece_type) & empty;
        if piece_type == PieceType::Pawn {
            checks &= !back_ranks;
        }
        let safe = (checks & (!side.own.all | side.enemy.all & !side.own.but_kings)).count() as i32;
        score.add_weight(weights.drop_checks[index], safe.min(MAX_CHECKS));
        score.add_weight(weights.drop_holes[index], holes.min(4));
        score.add_weight(weights.drop_attacked_holes[index], attacked_holes.min(4));
    }
    let in_hand = in_hand.min(MAX_IN_HAND);
    score.add_weight(weights.hand_attack, in_hand * units);
    score.add_weight(weights.hand_holes, in_hand * holes);
}

/// The squares from which a piece of the other side would give check.
fn check_squares(side: &Side<'_>, king: Square, piece_type: PieceType) -> Bitboard {
    // All movements but those of pawns are symmetric.
    let reverse = Piece::new(side.color, piece_type);
    side.position
        .piece_attacks(reverse, king, side.position.occupied())
}
