//! Which reversible move lies between two positions, told by the difference of their keys.
//!
//! All keys of moves of pieces other than pawns stand in a cuckoo hash table: each is in one of two places.
//! So a search can see a repetition before it is played
//! (M. N. J. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", 2012,
//! first in Stockfish).

use std::sync::LazyLock;

use super::zobrist;
use crate::types::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, Piece, PieceType, Square};

const SIZE: usize = 8192;

/// The squares between which a piece moves, and the key of the difference that the move makes.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    squares: (Square, Square),
}

struct Table {
    entries: Box<[Option<Entry>]>,
    count: usize,
}

/// The two squares of the reversible move that makes this difference to the key, if there is one.
#[inline]
pub(super) fn reversible_move(difference: u64) -> Option<(Square, Square)> {
    static TABLE: LazyLock<Table> = LazyLock::new(Table::compute);
    let table = &*TABLE;
    let at = |place: usize| table.entries[place].filter(|entry| entry.key == difference);
    at(first_place(difference))
        .or_else(|| at(second_place(difference)))
        .map(|entry| entry.squares)
}

#[inline]
fn first_place(key: u64) -> usize {
    key as usize % SIZE
}

#[inline]
fn second_place(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

impl Table {
    fn compute() -> Table {
        let mut table = Table {
            entries: vec![None; SIZE].into_boxed_slice(),
            count: 0,
        };
        for piece in Piece::ALL {
            for from in Square::all() {
                let targets = attacks_on_empty_board(piece.piece_type(), from);
                for to in targets.into_iter().filter(|to| to.index() > from.index()) {
                    table.insert(Entry {
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

    /// Puts an entry in its first place; what is there goes to its own other place, and so on.
    fn insert(&mut self, entry: Entry) {
        let mut place = first_place(entry.key);
        let mut homeless = Some(entry);
        while let Some(entry) = homeless {
            homeless = self.entries[place].replace(entry);
            if let Some(moved) = homeless {
                place = match first_place(moved.key) == place {
                    true => second_place(moved.key),
                    false => first_place(moved.key),
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
    fn every_reversible_move_is_known() {
        let table = Table::compute();
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
