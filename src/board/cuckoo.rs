//! Cuckoo hash table for detecting upcoming repetitions: it maps the difference of two position keys to
//! the reversible move that makes this difference.
//!
//! Each key of a non-pawn move is in one of two slots of the table. With it the search sees a repetition
//! before it is played (M. N. J. van Kervinck, "The design and implementation of the Rookie 2.0 chess
//! playing program", 2012; first in Stockfish).

use std::sync::LazyLock;

use super::zobrist;
use crate::types::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, Piece, PieceType, Square};

const SIZE: usize = 8192;

/// A reversible move in either direction, with the difference it makes to the Zobrist key.
#[derive(Clone, Copy)]
struct CuckooEntry {
    key: u64,
    squares: (Square, Square),
}

struct CuckooTable {
    entries: Box<[Option<CuckooEntry>]>,
    count: usize,
}

/// The two squares of the reversible move that changes the key by `difference`, if one does.
#[inline]
pub(super) fn reversible_move(difference: u64) -> Option<(Square, Square)> {
    static TABLE: LazyLock<CuckooTable> = LazyLock::new(CuckooTable::compute);
    let table = &*TABLE;
    let at = |slot: usize| table.entries[slot].filter(|entry| entry.key == difference);
    at(first_slot(difference))
        .or_else(|| at(second_slot(difference)))
        .map(|entry| entry.squares)
}

#[inline]
fn first_slot(key: u64) -> usize {
    key as usize % SIZE
}

#[inline]
fn second_slot(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

impl CuckooTable {
    fn compute() -> CuckooTable {
        let mut table = CuckooTable {
            entries: vec![None; SIZE].into_boxed_slice(),
            count: 0,
        };
        for piece in Piece::ALL {
            for from in Square::all() {
                let targets = attacks_on_empty_board(piece.piece_type(), from);
                for to in targets.into_iter().filter(|to| to.index() > from.index()) {
                    table.insert(CuckooEntry {
                        key: zobrist::piece(piece, from)
                            ^ zobrist::piece(piece, to)
                            ^ zobrist::black_to_move(),
                        squares: (from, to),
                    });
                }
            }
        }
        table
    }

    /// Cuckoo insertion: the entry takes its first slot; an evicted entry moves to its other slot.
    fn insert(&mut self, entry: CuckooEntry) {
        let mut slot = first_slot(entry.key);
        let mut evicted = Some(entry);
        while let Some(entry) = evicted {
            evicted = self.entries[slot].replace(entry);
            if let Some(moved) = evicted {
                slot = if first_slot(moved.key) == slot {
                    second_slot(moved.key)
                } else {
                    first_slot(moved.key)
                };
            }
        }
        self.count += 1;
    }
}

fn attacks_on_empty_board(piece: PieceType, from: Square) -> Bitboard {
    let empty = Bitboard::EMPTY;
    match piece {
        PieceType::Pawn => empty,
        PieceType::Knight => knight_attacks(from),
        PieceType::Bishop => bishop_attacks(from, empty),
        PieceType::Rook => rook_attacks(from, empty),
        PieceType::Queen => bishop_attacks(from, empty) | rook_attacks(from, empty),
        PieceType::King => king_attacks(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn table_holds_all_3668_reversible_moves() {
        let table = CuckooTable::compute();
        assert_eq!(table.count, 3668);
        assert_eq!(table.entries.iter().flatten().count(), 3668);
        let position = Position::startpos();
        let m = position.parse_move("g1f3").unwrap();
        let difference = position.key() ^ position.after(m).key();
        assert_eq!(reversible_move(difference), Some((m.from(), m.to())));
        let pawn = position.parse_move("e2e3").unwrap();
        assert_eq!(
            reversible_move(position.key() ^ position.after(pawn).key()),
            None
        );
    }
}
