//! King and pawn against king, solved: which positions are won
//! (<https://www.chessprogramming.org/KPK>). Computed on first use by retrograde analysis, a whole
//! set of squares of the lone king at a time, which takes about a tenth of a millisecond.

use std::sync::LazyLock;

use crate::types::attacks::{king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, Square};

/// The pawn is White's and stands on files a to d; everything else is mirrored to that.
pub(super) struct Bitbase {
    /// For each square of pawn and strong king the squares of the lone king where the pawn's side wins.
    won: Box<[[Lost; 64]]>,
}

/// Squares of the lone king where it is lost.
#[derive(Clone, Copy, Default)]
struct Lost {
    /// With the pawn's side on move.
    strong_to_move: Bitboard,
    /// With the lone king on move.
    weak_to_move: Bitboard,
}

/// Pawns stand on six ranks and four files.
const PAWN_SQUARES: usize = 24;

impl Bitbase {
    /// The one that all share.
    pub(super) fn shared() -> &'static Bitbase {
        static BITBASE: LazyLock<Bitbase> = LazyLock::new(Bitbase::compute);
        &BITBASE
    }

    /// Whether the side with the pawn, `strong`, wins.
    pub(super) fn is_won(
        &self,
        strong: Color,
        side_to_move: Color,
        strong_king: Square,
        pawn: Square,
        weak_king: Square,
    ) -> bool {
        let mirror = pawn.file() > 3;
        let normalise = |square: Square| {
            let square = square.relative_to(strong);
            match mirror {
                true => Square::new(7 - square.file(), square.rank()),
                false => square,
            }
        };
        let lost = &self.won[pawn_index(normalise(pawn))][normalise(strong_king).index()];
        let squares = match side_to_move == strong {
            true => lost.strong_to_move,
            false => lost.weak_to_move,
        };
        squares.contains(normalise(weak_king))
    }

    fn compute() -> Bitbase {
        let mut bitbase = Bitbase {
            won: vec![[Lost::default(); 64]; PAWN_SQUARES].into_boxed_slice(),
        };
        // A pawn only moves ahead, so that those nearer to promotion are solved first.
        for rank in (1..7).rev() {
            for file in 0..4 {
                bitbase.solve(Square::new(file, rank));
            }
        }
        bitbase
    }

    /// Finds what is won with the pawn on this square: takes as won what wins at once, then again and
    /// again what leads there, until nothing is added.
    fn solve(&mut self, pawn: Square) {
        let index = pawn_index(pawn);
        let mut table = [Lost::default(); 64];
        loop {
            let mut changed = false;
            for king in Square::all().filter(|&king| king != pawn) {
                let strong_to_move = self.wins_by_a_move(&table, king, pawn);
                let weak_to_move = loses_by_every_move(strong_to_move, king, pawn);
                let lost = &mut table[king.index()];
                changed |= lost.strong_to_move != strong_to_move;
                changed |= lost.weak_to_move != weak_to_move;
                *lost = Lost {
                    strong_to_move,
                    weak_to_move,
                };
            }
            if !changed {
                break;
            }
        }
        self.won[index] = table;
    }

    /// Where the lone king is lost with the other side on move, given what is known so far.
    fn wins_by_a_move(&self, table: &[Lost; 64], king: Square, pawn: Square) -> Bitboard {
        let mut won = Bitboard::EMPTY;
        for to in king_attacks(king).into_iter().filter(|&to| to != pawn) {
            won |= table[to.index()].weak_to_move;
        }
        won |= self.wins_by_a_push(king, pawn);
        won & weak_squares(king, pawn) & !pawn_attacks(Color::White, pawn)
    }

    fn wins_by_a_push(&self, king: Square, pawn: Square) -> Bitboard {
        let stop = pawn.forward(Color::White);
        if stop == king {
            return Bitboard::EMPTY;
        }
        if stop.rank() == 7 {
            // A queen that is not taken at once wins, or a rook where the queen would be stalemate.
            let takers = match king.distance(stop) <= 1 {
                true => Bitboard::EMPTY,
                false => king_attacks(stop),
            };
            return !takers & !Bitboard::from(stop);
        }
        let mut won = self.won[pawn_index(stop)][king.index()].weak_to_move;
        let double = stop.forward(Color::White);
        if pawn.rank() == 1 && double != king {
            let after = self.won[pawn_index(double)][king.index()].weak_to_move;
            won |= after & !Bitboard::from(stop);
        }
        won
    }
}

/// Where the lone king is lost on move: it has a move or is in check, and no move leads to a square
/// that is not in `won`.
fn loses_by_every_move(won: Bitboard, king: Square, pawn: Square) -> Bitboard {
    let guarded = king_attacks(king) | pawn_attacks(Color::White, pawn);
    let reachable = !guarded & !Bitboard::from(king);
    let held = reachable & !won;
    let stalemate = !neighbours(reachable) & !pawn_attacks(Color::White, pawn);
    weak_squares(king, pawn) & !neighbours(held) & !stalemate
}

/// Where the lone king may stand.
fn weak_squares(king: Square, pawn: Square) -> Bitboard {
    !(king_attacks(king) | king.into() | pawn.into())
}

/// The squares a king's step away from a set.
fn neighbours(set: Bitboard) -> Bitboard {
    let beside = set.east() | set.west();
    let row = set | beside;
    beside | row.forward(Color::White) | row.forward(Color::Black)
}

fn pawn_index(pawn: Square) -> usize {
    let rank = usize::from(pawn.rank().clamp(1, 6)) - 1;
    rank * 4 + usize::from(pawn.file() & 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::types::{Piece, PieceType};

    /// Whether White's pawn wins, by the shared bitbase; `None` if the position is not legal.
    fn is_won(side_to_move: Color, pawn: Square, king: Square, other: Square) -> Option<bool> {
        if pawn == king || pawn == other || king == other {
            return None;
        }
        let mut setup = Setup::empty();
        setup.squares[pawn.index()] = Some(Piece::new(Color::White, PieceType::Pawn));
        setup.squares[king.index()] = Some(Piece::new(Color::White, PieceType::King));
        setup.squares[other.index()] = Some(Piece::new(Color::Black, PieceType::King));
        setup.side_to_move = side_to_move;
        setup.validate(Default::default()).ok()?;
        let bitbase = Bitbase::shared();
        let won = bitbase.is_won(Color::White, side_to_move, king, pawn, other);
        let (king, pawn, other) = (king.flipped(), pawn.flipped(), other.flipped());
        let mirrored = bitbase.is_won(Color::Black, !side_to_move, king, pawn, other);
        assert_eq!(won, mirrored);
        Some(won)
    }

    /// The numbers and the hash are those of the Syzygy table KPvK, walked through in the same order.
    #[test]
    fn every_position_is_judged_as_by_the_tablebase() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut counts = Vec::new();
        for side_to_move in Color::ALL {
            let (mut drawn, mut won) = (0, 0);
            for pawn in Square::all().filter(|pawn| (1..7).contains(&pawn.rank())) {
                for king in Square::all() {
                    for other in Square::all() {
                        let result = match is_won(side_to_move, pawn, king, other) {
                            None => 0,
                            Some(false) => 1,
                            Some(true) => 2,
                        };
                        drawn += u32::from(result == 1);
                        won += u32::from(result == 2);
                        // FNV-1a
                        hash = (hash ^ result).wrapping_mul(0x100_0000_01b3);
                    }
                }
            }
            counts.push((drawn, won));
        }
        assert_eq!(counts, [(38_368, 124_960), (70_420, 97_604)]);
        assert_eq!(hash, 0x4115_2b20_6df5_6bc1);
    }
}
