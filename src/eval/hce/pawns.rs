//! Pawn structure. It changes seldom, so it is remembered by pawn key
//! (<https://www.chessprogramming.org/Pawn_Hash_Table>).

use super::sum::TermScore;
use super::tapered::Tapered;
use crate::board::Position;
use crate::types::attacks::pawn_set_attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

/// What is known of a pawn structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnStructure {
    key: u64,
    /// White's minus Black's.
    pub score: Tapered,
    /// The passed pawns of both sides.
    pub passed: Bitboard,
}

/// A table of pawn structures, indexed by pawn key.
pub(super) struct PawnTable {
    entries: Box<[PawnStructure]>,
}

impl PawnTable {
    const SIZE: usize = 1 << 13;
    /// The memory it takes.
    pub(super) const BYTES: usize = PawnTable::SIZE * size_of::<PawnStructure>();

    pub(super) fn new() -> PawnTable {
        // The key of no pawns is 0, and so is the score without pawns.
        let empty = PawnStructure {
            key: 0,
            score: Tapered::ZERO,
            passed: Bitboard::EMPTY,
        };
        PawnTable {
            entries: vec![empty; PawnTable::SIZE].into_boxed_slice(),
        }
    }

    /// The structure of a position, computed if it is not the one remembered.
    pub(super) fn get(&mut self, position: &Position) -> PawnStructure {
        let key = position.keys().pawns;
        let entry = &mut self.entries[key as usize % PawnTable::SIZE];
        if entry.key != key {
            *entry = PawnStructure::compute(position);
        }
        *entry
    }
}

impl PawnStructure {
    fn compute(position: &Position) -> PawnStructure {
        let (score, passed) = structure(position);
        PawnStructure {
            key: position.keys().pawns,
            score,
            passed,
        }
    }
}

/// The score, White's minus Black's, and the passed pawns of both sides.
pub(super) fn structure<S: TermScore>(position: &Position) -> (S, Bitboard) {
    let mut passed = Bitboard::EMPTY;
    let white: S = add_side(position, Color::White, &mut passed);
    let black = add_side(position, Color::Black, &mut passed);
    (white - black, passed)
}

fn add_side<S: TermScore>(position: &Position, us: Color, passed: &mut Bitboard) -> S {
    let weights = S::weights();
    let own = position.pieces(us, PieceType::Pawn);
    let enemy = position.pieces(!us, PieceType::Pawn);
    let own_attacks = pawn_set_attacks(us, own);
    let enemy_attacks = pawn_set_attacks(!us, enemy);
    let own_attack_span = own_attacks.fill_forward(us);
    let mut score = S::default();
    for pawn in own {
        let bit = Bitboard::from(pawn);
        let file = Bitboard::file(pawn.file());
        let neighbours = (file.east() | file.west()) & own;
        let ahead = bit.forward(us).fill_forward(us);
        let phalanx = (bit.east() | bit.west()) & own;
        if (ahead & own).any() {
            score.add_weight(weights.doubled, 1);
        }
        if neighbours.is_empty() {
            score.add_weight(weights.isolated, 1);
        } else if phalanx.any() || own_attacks.contains(pawn) {
            score.add_weight(weights.connected[usize::from(pawn.relative_rank(us))], 1);
        } else if !own_attack_span.contains(pawn)
            && ((enemy_attacks | enemy) & bit.forward(us)).any()
        {
            score.add_weight(weights.backward, 1);
        }
        if is_passed(pawn, us, own, enemy) {
            *passed |= bit;
        }
    }
    score
}

/// No enemy pawn on its file or beside it ahead, and no own one in front of it.
fn is_passed(pawn: Square, us: Color, own: Bitboard, enemy: Bitboard) -> bool {
    let ahead = Bitboard::from(pawn).forward(us).fill_forward(us);
    let span = ahead | ahead.east() | ahead.west();
    (span & enemy).is_empty() && (ahead & own).is_empty()
}
