//! Attacks on a cylinder: a board whose a-file and h-file are neighbours
//! (<https://www.chessvariants.com/boardrules.dir/cylindrical.html>).

use crate::types::attacks::KNIGHT_STEPS;
use crate::types::{Bitboard, Color, Square};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The square at an offset in files and ranks. Files wrap around, ranks end.
fn offset(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let rank = from.rank().checked_add_signed(ranks)?;
    let file = from.file().wrapping_add_signed(files) & 7;
    (rank < 8).then(|| Square::new(file, rank))
}

fn leaps(from: Square, steps: &[(i8, i8)]) -> Bitboard {
    let targets = steps.iter().filter_map(|&step| offset(from, step));
    targets.collect()
}

/// A rook that finds its rank empty gets back to its own square, where its way ends: passing is no move.
fn slides(from: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &step in steps {
        let mut square = from;
        while let Some(next) = offset(square, step).filter(|&next| next != from) {
            attacks |= next.into();
            if occupied.contains(next) {
                break;
            }
            square = next;
        }
    }
    attacks
}

pub(super) fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    let ahead = if color == Color::White { 1 } else { -1 };
    leaps(from, &[(1, ahead), (-1, ahead)])
}

pub(super) fn knight_attacks(from: Square) -> Bitboard {
    leaps(from, &KNIGHT_STEPS)
}

pub(super) fn king_attacks(from: Square) -> Bitboard {
    leaps(from, &ORTHOGONAL) | leaps(from, &DIAGONAL)
}

pub(super) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    slides(from, &DIAGONAL, occupied)
}

pub(super) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    slides(from, &ORTHOGONAL, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_go_around_the_cylinder() {
        let a1 = Square::A1;
        let rook = rook_attacks(a1, a1.into());
        assert_eq!(rook.count(), 14);
        assert!(!rook.contains(a1));
        let blocked = rook_attacks(a1, Bitboard::from(Square::C1) | Square::G1.into());
        assert_eq!(blocked.count(), 7 + 4);
        assert_eq!(bishop_attacks(a1, Bitboard::EMPTY).count(), 13);
        assert_eq!(king_attacks(a1).count(), 5);
        assert!(pawn_attacks(Color::White, a1).contains(Square::new(7, 1)));
        assert_eq!(knight_attacks(a1).count(), 4);
    }
}
