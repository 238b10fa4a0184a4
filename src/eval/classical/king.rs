//! King safety: the pawn shelter, and attacks on the squares around the king, which grow with the
//! square of their weight (the attack units of
//! <https://www.chessprogramming.org/King_Safety#Attack_Units>, which Glaurung made popular).

use super::pieces::{Attacks, king_zone};
use super::tapered::Tapered;
use crate::board::Position;
use crate::types::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, Color, File, PieceType};

/// For each of the three files around the king, by the relative rank of the own pawn nearest to the
/// king on it; 0 where there is none.
const SHELTER: [i32; 8] = [-22, 14, 8, -4, -10, -12, -14, 0];
/// For each of these files, by how many ranks the enemy's foremost pawn is away from the king.
const STORM: [i32; 8] = [0, -16, -20, -8, -2, 0, 0, 0];
const OPEN_FILE_NEAR_KING: i32 = -14;
/// The most that an attack can count.
const MAX_DANGER: i32 = 500;

/// What one side's king has to fear, mostly negative.
pub fn safety(position: &Position, us: Color, own: &Attacks, enemy: &Attacks) -> Tapered {
    let shelter = shelter(position, us);
    let danger = danger(position, us, own, enemy);
    Tapered::new(shelter - danger, -danger / 12)
}

fn shelter(position: &Position, us: Color) -> i32 {
    let king = position.king(us);
    let own_pawns = position.pieces(us, PieceType::Pawn);
    let enemy_pawns = position.pieces(!us, PieceType::Pawn);
    let ahead = Bitboard::rank(king.rank()).fill_forward(us);
    let center = king.file().clamp(1, 6);
    let mut score = 0;
    for file in center - 1..=center + 1 {
        let squares = Bitboard::file(file) & ahead;
        let shield = (squares & own_pawns).frontmost(!us);
        score += SHELTER[shield.map_or(0, |pawn| usize::from(pawn.relative_rank(us)))];
        if let Some(pawn) = (squares & enemy_pawns).frontmost(!us) {
            score += STORM[usize::from(pawn.rank().abs_diff(king.rank()))];
        }
        score += open_file(position, file);
    }
    score
}

fn open_file(position: &Position, file: File) -> i32 {
    match (Bitboard::file(file) & position.of_type(PieceType::Pawn)).any() {
        true => 0,
        false => OPEN_FILE_NEAR_KING,
    }
}

fn danger(position: &Position, us: Color, own: &Attacks, enemy: &Attacks) -> i32 {
    let has_queen = position.pieces(!us, PieceType::Queen).any();
    if enemy.king_attackers < if has_queen { 1 } else { 2 } {
        return 0;
    }
    let king = position.king(us);
    let occupied = position.occupied();
    // Squares around the king that are attacked twice and held by king or queen at best.
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
