//! Butterfly, continuation, pawn and capture history of one thread.

use super::move_pieces::{captured_piece_type, moved_piece};
use super::piece_to::PieceTo;
use super::table::HistoryTable;
use crate::board::Position;
use crate::types::{Color, Move, Piece, PieceType};

/// Pawn structures distinguished by the pawn history.
const PAWN_STRUCTURES: usize = 512;

const BUTTERFLY_SIZE: usize = 2 * 64 * 64;
const CONTINUATION_SIZE: usize = (PieceTo::COUNT + 1) * PieceTo::COUNT;
const PAWN_SIZE: usize = PAWN_STRUCTURES * PieceTo::COUNT;
const CAPTURE_SIZE: usize = PieceTo::COUNT * 6;

/// The part of the keys of quiet histories that is common to all moves of a position.
#[derive(Clone, Copy)]
pub(crate) struct QuietHistoryKey {
    color: Color,
    pawn_offset: usize,
    /// The moves 1, 2 and 4 plies ago.
    continuations: [PieceTo; 3],
}

impl QuietHistoryKey {
    /// The key of a position, given the moves 1, 2 and 4 plies ago.
    #[inline]
    pub(crate) fn new(position: &Position, continuations: [PieceTo; 3]) -> QuietHistoryKey {
        QuietHistoryKey {
            color: position.side_to_move(),
            pawn_offset: position.keys().pawns as usize % PAWN_STRUCTURES * PieceTo::COUNT,
            continuations,
        }
    }
}

/// All histories of moves.
pub(crate) struct Histories {
    /// Butterfly history of quiet moves, by side, origin and target
    /// (<https://www.chessprogramming.org/Butterfly_Boards>).
    butterfly: HistoryTable<BUTTERFLY_SIZE>,
    /// Continuation history of quiet moves, by earlier move, piece and target
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>, from Stockfish).
    continuation: HistoryTable<CONTINUATION_SIZE>,
    /// Pawn history of quiet moves, by pawn structure, piece and target (from Stockfish).
    pawn: HistoryTable<PAWN_SIZE>,
    /// Capture history, by piece, target and captured piece type.
    capture: HistoryTable<CAPTURE_SIZE>,
}

impl Histories {
    /// Memory of all tables, in bytes.
    pub(crate) const BYTES: usize = HistoryTable::<BUTTERFLY_SIZE>::BYTES
        + HistoryTable::<CONTINUATION_SIZE>::BYTES
        + HistoryTable::<PAWN_SIZE>::BYTES
        + HistoryTable::<CAPTURE_SIZE>::BYTES;

    /// Empty histories.
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: HistoryTable::new(),
            continuation: HistoryTable::new(),
            pawn: HistoryTable::new(),
            capture: HistoryTable::new(),
        }
    }

    /// The history of a quiet move for move ordering: up to four and a half times the bound of a
    /// [`HistoryTable`].
    #[inline]
    pub(crate) fn quiet_score(&self, key: &QuietHistoryKey, piece: Piece, m: Move) -> i32 {
        let piece_to = PieceTo::new(piece, m.to()).index();
        let [one, two, four] = key.continuations.map(PieceTo::continuation_offset);
        self.butterfly.get(butterfly_index(key.color, m))
            + self.pawn.get(key.pawn_offset + piece_to)
            + self.continuation.get(one + piece_to)
            + self.continuation.get(two + piece_to)
            + self.continuation.get(four + piece_to) / 2
    }

    /// The history of a quiet move for pruning and reductions, without pawn history: up to three times the bound
    /// of a [`HistoryTable`].
    #[inline]
    pub(crate) fn quiet_stat_score(&self, key: &QuietHistoryKey, piece: Piece, m: Move) -> i32 {
        let piece_to = PieceTo::new(piece, m.to()).index();
        self.butterfly.get(butterfly_index(key.color, m))
            + self
                .continuation
                .get(key.continuations[0].continuation_offset() + piece_to)
            + self
                .continuation
                .get(key.continuations[1].continuation_offset() + piece_to)
    }

    /// Adds a bonus, or a malus if negative, to the butterfly, pawn and continuation history of a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        key: &QuietHistoryKey,
        piece: Piece,
        m: Move,
        bonus: i32,
    ) {
        let piece_to = PieceTo::new(piece, m.to());
        self.update_butterfly(key.color, m, bonus);
        self.pawn.update(key.pawn_offset + piece_to.index(), bonus);
        for (i, earlier) in key.continuations.into_iter().enumerate() {
            let bonus = if i < 2 { bonus } else { bonus / 2 };
            self.update_continuation(earlier, piece_to, bonus);
        }
    }

    /// Adds a bonus to the butterfly history of a quiet move.
    pub(crate) fn update_butterfly(&mut self, color: Color, m: Move, bonus: i32) {
        self.butterfly.update(butterfly_index(color, m), bonus);
    }

    /// Adds a bonus to the continuation history of a quiet move after an earlier move.
    pub(crate) fn update_continuation(&mut self, earlier: PieceTo, piece_to: PieceTo, bonus: i32) {
        if earlier.is_move() && piece_to.is_move() {
            let index = earlier.continuation_offset() + piece_to.index();
            self.continuation.update(index, bonus);
        }
    }

    /// The capture history of a capture or promotion: up to the bound of a [`HistoryTable`].
    #[inline]
    pub(crate) fn capture_score(&self, position: &Position, m: Move) -> i32 {
        self.capture.get(capture_index(position, m))
    }

    /// Adds a bonus to the capture history of a capture or promotion.
    pub(crate) fn update_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        self.capture.update(capture_index(position, m), bonus);
    }
}

#[inline]
fn butterfly_index(color: Color, m: Move) -> usize {
    (color.index() * 64 + m.from().index()) * 64 + m.to().index()
}

/// A promotion without capture takes the place of the capture of a king.
#[inline]
fn capture_index(position: &Position, m: Move) -> usize {
    let victim = captured_piece_type(position, m).unwrap_or(PieceType::King);
    let piece_to = PieceTo::new(moved_piece(position, m), m.to());
    piece_to.index() * 6 + victim.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn continuation_history_depends_on_earlier_moves() {
        let mut histories = Histories::new();
        let position = Position::startpos();
        let before = PieceTo::new(Piece::BlackKnight, Square::new(5, 5));
        let key = QuietHistoryKey::new(&position, [before, PieceTo::NONE, before]);
        let elsewhere = QuietHistoryKey::new(&position, [PieceTo::NONE; 3]);
        let m = Move::new(Square::G1, Square::new(5, 2), MoveKind::Quiet);
        let other = Move::new(Square::new(1, 0), Square::new(2, 2), MoveKind::Quiet);
        histories.update_quiet(&key, Piece::WhiteKnight, m, 1000);
        let here = histories.quiet_score(&key, Piece::WhiteKnight, m);
        let there = histories.quiet_score(&elsewhere, Piece::WhiteKnight, m);
        assert!(here > there && there > 0, "{here} {there}");
        assert_eq!(histories.quiet_score(&key, Piece::WhiteKnight, other), 0);
    }
}
