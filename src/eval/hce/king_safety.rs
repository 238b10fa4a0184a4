//! King safety: pawn shelter, pawn storm, and the king danger, which is quadratic in attack units
//! (<https://www.chessprogramming.org/King_Safety#Attack_Units>, made popular by Glaurung).

use super::hce_score::HceScore;
use super::pieces::{Attacks, king_zone};
use crate::board::Position;
use crate::eval::tapered::Tapered;
use crate::types::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, Color, PieceType};

/// Upper limit of the king danger in centipawns.
const MAX_DANGER: i32 = 500;

/// Shelter and danger of the king of `us`, mostly negative.
pub(super) fn score<S: HceScore>(
    position: &Position,
    us: Color,
    own: &Attacks<S>,
    enemy: &Attacks<S>,
) -> S {
    let mut score: S = shelter(position, us);
    let danger = danger(position, us, own, enemy);
    score.add_constant(Tapered::new(-danger, -danger / 12));
    score
}

fn shelter<S: HceScore>(position: &Position, us: Color) -> S {
    let weights = S::weights();
    let king = position.king(us);
    let own_pawns = position.pieces(us, PieceType::Pawn);
    let enemy_pawns = position.pieces(!us, PieceType::Pawn);
    let ahead = Bitboard::rank(king.rank()).fill_forward(us);
    let center = king.file().clamp(1, 6);
    let mut score = S::default();
    for file in center - 1..=center + 1 {
        let squares = Bitboard::file(file) & ahead;
        let shield = (squares & own_pawns).frontmost(!us);
        let rank = shield.map_or(0, |pawn| usize::from(pawn.relative_rank(us)));
        score.add_weight(weights.shelter[rank], 1);
        if let Some(pawn) = (squares & enemy_pawns).frontmost(!us) {
            let distance = pawn.rank().abs_diff(king.rank());
            score.add_weight(weights.storm[usize::from(distance)], 1);
        }
        if (Bitboard::file(file) & position.of_type(PieceType::Pawn)).is_empty() {
            score.add_weight(weights.open_file_near_king, 1);
        }
    }
    score
}

fn danger<S: HceScore>(
    position: &Position,
    us: Color,
    own: &Attacks<S>,
    enemy: &Attacks<S>,
) -> i32 {
    let has_queen = position.pieces(!us, PieceType::Queen).any();
    if enemy.king_attackers < if has_queen { 1 } else { 2 } {
        return 0;
    }
    let king = position.king(us);
    let occupied = position.occupied();
    // Squares around the king that are attacked and undefended, or attacked twice and defended only once, by the king.
    let weak = king_zone(position, us)
        & enemy.all
        & (!own.all | (enemy.twice & !own.twice & own.by_type[PieceType::King.index()]));
    let safe = !position.of_color(!us) & (!own.all | (weak & enemy.twice));
    let from_knight = knight_attacks(king);
    let from_bishop = bishop_attacks(king, occupied);
    let from_rook = rook_attacks(king, occupied);
    let checks = |reach: Bitboard, kind: PieceType| {
        (reach & enemy.by_type[kind.index()] & safe).any() as i32
    };
    let units = enemy.king_attack_units
        + 2 * weak.count() as i32
        + 6 * checks(from_knight, PieceType::Knight)
        + 4 * checks(from_bishop, PieceType::Bishop)
        + 7 * checks(from_rook, PieceType::Rook)
        + 6 * checks(from_bishop | from_rook, PieceType::Queen)
        - if has_queen { 0 } else { 12 }
        - 4;
    let units = units.max(0);
    (units * units * 10 / 64).min(MAX_DANGER)
}
