//! Pawn structure. It changes seldom, so it is remembered by pawn key
//! (<https://www.chessprogramming.org/Pawn_Hash_Table>).

use super::tapered::Tapered;
use crate::board::Position;
use crate::types::attacks::pawn_set_attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

const DOUBLED: Tapered = Tapered::new(-8, -18);
const ISOLATED: Tapered = Tapered::new(-12, -10);
const BACKWARD: Tapered = Tapered::new(-8, -8);
/// For a pawn that stands beside another or is protected by one, by relative rank.
const CONNECTED: [Tapered; 8] = [
    Tapered::ZERO,
    Tapered::new(2, 0),
    Tapered::new(6, 3),
    Tapered::new(8, 6),
    Tapered::new(16, 14),
    Tapered::new(35, 35),
    Tapered::new(60, 50),
    Tapered::ZERO,
];

/// What is known of a pawn structure.
#[derive(Clone, Copy, Debug)]
pub struct PawnStructure {
    key: u64,
    /// White's minus Black's.
    pub score: Tapered,
    /// The passed pawns of both sides.
    pub passed: Bitboard,
}

/// A table of pawn structures, indexed by pawn key.
pub struct PawnTable {
    entries: Box<[PawnStructure]>,
}

impl PawnTable {
    const SIZE: usize = 1 << 13;
    /// The memory it takes.
    pub const BYTES: usize = PawnTable::SIZE * size_of::<PawnStructure>();

    pub fn new() -> PawnTable {
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
    pub fn get(&mut self, position: &Position) -> PawnStructure {
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
        let mut structure = PawnStructure {
            key: position.keys().pawns,
            score: Tapered::ZERO,
            passed: Bitboard::EMPTY,
        };
        let white = structure.add_side(position, Color::White);
        let black = structure.add_side(position, Color::Black);
        structure.score = white - black;
        structure
    }

    fn add_side(&mut self, position: &Position, us: Color) -> Tapered {
        let own = position.pieces(us, PieceType::Pawn);
        let enemy = position.pieces(!us, PieceType::Pawn);
        let own_attacks = pawn_set_attacks(us, own);
        let enemy_attacks = pawn_set_attacks(!us, enemy);
        let own_attack_span = own_attacks.fill_forward(us);
        let mut score = Tapered::ZERO;
        for pawn in own {
            let bit = Bitboard::from(pawn);
            let file = Bitboard::file(pawn.file());
            let neighbours = (file.east() | file.west()) & own;
            let ahead = bit.forward(us).fill_forward(us);
            let phalanx = (bit.east() | bit.west()) & own;
            if (ahead & own).any() {
                score += DOUBLED;
            }
            if neighbours.is_empty() {
                score += ISOLATED;
            } else if phalanx.any() || own_attacks.contains(pawn) {
                score += CONNECTED[usize::from(pawn.relative_rank(us))];
            } else if !own_attack_span.contains(pawn)
                && ((enemy_attacks | enemy) & bit.forward(us)).any()
            {
                score += BACKWARD;
            }
            if is_passed(pawn, us, own, enemy) {
                self.passed |= bit;
            }
        }
        score
    }
}

/// No enemy pawn on its file or beside it ahead, and no own one in front of it.
fn is_passed(pawn: Square, us: Color, own: Bitboard, enemy: Bitboard) -> bool {
    let ahead = Bitboard::from(pawn).forward(us).fill_forward(us);
    let span = ahead | ahead.east() | ahead.west();
    (span & enemy).is_empty() && (ahead & own).is_empty()
}
