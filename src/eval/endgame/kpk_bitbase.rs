//! KPK bitbase: which positions of king and pawn against king are won (<https://www.chessprogramming.org/KPK>).
//! Computed on first use by retrograde analysis, a bitboard of weak king squares at a time, in about 0.1 ms.

use std::sync::LazyLock;

use crate::types::attacks::{king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, Square};

/// For a white pawn on files a to d; other positions are mirrored.
pub(super) struct KpkBitbase {
    /// By pawn and strong king: the squares of the weak king where it is lost.
    won: Box<[[LostSquares; 64]]>,
}

/// Squares of the weak king where it is lost.
#[derive(Clone, Copy, Default)]
struct LostSquares {
    strong_to_move: Bitboard,
    weak_to_move: Bitboard,
}

/// Six ranks and four files.
const PAWN_SQUARES: usize = 24;

impl KpkBitbase {
    /// The bitbase, computed on first use.
    pub(super) fn shared() -> &'static KpkBitbase {
        static BITBASE: LazyLock<KpkBitbase> = LazyLock::new(KpkBitbase::compute);
        &BITBASE
    }

    /// Whether `strong`, the side with the pawn, wins.
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
            if mirror {
                Square::new(7 - square.file(), square.rank())
            } else {
                square
            }
        };
        let lost = &self.won[pawn_index(normalise(pawn))][normalise(strong_king).index()];
        let squares = if side_to_move == strong {
            lost.strong_to_move
        } else {
            lost.weak_to_move
        };
        squares.contains(normalise(weak_king))
    }

    fn compute() -> KpkBitbase {
        let mut bitbase = KpkBitbase {
            won: vec![[LostSquares::default(); 64]; PAWN_SQUARES].into_boxed_slice(),
        };
        // A pawn only advances, so pawns closer to promotion are solved first.
        for rank in (1..7).rev() {
            for file in 0..4 {
                bitbase.solve(Square::new(file, rank));
            }
        }
        bitbase
    }

    /// Solves all positions with the pawn on this square: starts from immediate wins and adds positions that lead to a
    /// win until nothing changes.
    fn solve(&mut self, pawn: Square) {
        let index = pawn_index(pawn);
        let mut table = [LostSquares::default(); 64];
        loop {
            let mut changed = false;
            for king in Square::all().filter(|&king| king != pawn) {
                let strong_to_move = self.wins_by_a_move(&table, king, pawn);
                let weak_to_move = loses_by_every_move(strong_to_move, king, pawn);
                let lost = &mut table[king.index()];
                changed |= lost.strong_to_move != strong_to_move;
                changed |= lost.weak_to_move != weak_to_move;
                *lost = LostSquares {
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

    /// Squares where the weak king is lost with the strong side to move, given `table` so far.
    fn wins_by_a_move(&self, table: &[LostSquares; 64], king: Square, pawn: Square) -> Bitboard {
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
            // A queen that cannot be captured at once wins, or a rook where the queen would stalemate.
            let capturing_squares = if king.distance(stop) <= 1 {
                Bitboard::EMPTY
            } else {
                king_attacks(stop)
            };
            return !capturing_squares & !Bitboard::from(stop);
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

/// Squares where the weak king is lost and to move: it has a move or is in check, and every move leads into `won`.
fn loses_by_every_move(won: Bitboard, king: Square, pawn: Square) -> Bitboard {
    let attacked = king_attacks(king) | pawn_attacks(Color::White, pawn);
    let reachable = !attacked & !Bitboard::from(king);
    let safe = reachable & !won;
    let stalemate = !neighbours(reachable) & !pawn_attacks(Color::White, pawn);
    weak_squares(king, pawn) & !neighbours(safe) & !stalemate
}

/// Legal squares of the weak king with the strong side to move, apart from pawn checks.
fn weak_squares(king: Square, pawn: Square) -> Bitboard {
    !(king_attacks(king) | king.into() | pawn.into())
}

/// The squares one king step away from a set.
fn neighbours(set: Bitboard) -> Bitboard {
    let sides = set.east() | set.west();
    let row = set | sides;
    sides | row.forward(Color::White) | row.forward(Color::Black)
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

    /// Whether White wins; `None` if the position is illegal. Checks the mirrored position too.
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
        let bitbase = KpkBitbase::shared();
        let won = bitbase.is_won(Color::White, side_to_move, king, pawn, other);
        let (king, pawn, other) = (king.flipped(), pawn.flipped(), other.flipped());
        let mirrored = bitbase.is_won(Color::Black, !side_to_move, king, pawn, other);
        assert_eq!(won, mirrored);
        Some(won)
    }

    /// Counts and hash come from the Syzygy table KPvK, read in the same order.
    #[test]
    fn every_position_agrees_with_the_tablebase() {
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
