//! Pawn structure, with a pawn hash table (<https://www.chessprogramming.org/Pawn_Hash_Table>).

use super::hce_score::HceScore;
use crate::board::Position;
use crate::eval::tapered::Tapered;
use crate::types::attacks::pawn_set_attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Entry of the pawn hash table.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    key: u64,
    /// From White's view.
    pub score: Tapered,
    /// The passed pawns of both sides.
    pub passed: Bitboard,
}

pub(super) struct PawnHashTable {
    entries: Box<[PawnEntry]>,
}

impl PawnHashTable {
    const SIZE: usize = 1 << 13;
    /// Memory in bytes.
    pub(super) const BYTES: usize = PawnHashTable::SIZE * size_of::<PawnEntry>();

    pub(super) fn new() -> PawnHashTable {
        // Correct for a board without pawns, whose key is 0.
        let empty = PawnEntry {
            key: 0,
            score: Tapered::ZERO,
            passed: Bitboard::EMPTY,
        };
        PawnHashTable {
            entries: vec![empty; PawnHashTable::SIZE].into_boxed_slice(),
        }
    }

    /// The entry of a position, computed on a miss.
    pub(super) fn get(&mut self, position: &Position) -> PawnEntry {
        let key = position.keys().pawns;
        let entry = &mut self.entries[key as usize % PawnHashTable::SIZE];
        if entry.key != key {
            *entry = PawnEntry::compute(position);
        }
        *entry
    }
}

impl PawnEntry {
    fn compute(position: &Position) -> PawnEntry {
        let (score, passed) = structure(position);
        PawnEntry {
            key: position.keys().pawns,
            score,
            passed,
        }
    }
}

/// The pawn structure from White's view, and the passed pawns of both sides.
pub(super) fn structure<S: HceScore>(position: &Position) -> (S, Bitboard) {
    let mut passed = Bitboard::EMPTY;
    let white: S = side(position, Color::White, &mut passed);
    let black = side(position, Color::Black, &mut passed);
    (white - black, passed)
}

/// The pawn structure of one side; adds its passed pawns to `passed`.
pub(super) fn side<S: HceScore>(position: &Position, us: Color, passed: &mut Bitboard) -> S {
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

/// No enemy pawn ahead on the same or an adjacent file, and no own pawn ahead on the same file.
fn is_passed(pawn: Square, us: Color, own: Bitboard, enemy: Bitboard) -> bool {
    let ahead = Bitboard::from(pawn).forward(us).fill_forward(us);
    let span = ahead | ahead.east() | ahead.west();
    (span & enemy).is_empty() && (ahead & own).is_empty()
}
