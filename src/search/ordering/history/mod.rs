//! What earlier parts of the search say of moves, for ordering, pruning and reductions
//! (<https://www.chessprogramming.org/History_Heuristic>).

mod correction;
mod table;

pub(crate) use correction::{Correction, CorrectionContext};

use table::HistoryTable;

use crate::board::Position;
use crate::search::params;
use crate::types::{Color, Move, MoveKind, Piece, PieceType, Square};

/// A piece on the square it has moved to.
const PIECE_TO: usize = 12 * 64;
/// Pawn structures that are told apart.
const PAWN_STRUCTURES: usize = 512;

/// A piece and where it went, as what later moves follow on; or no move at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Continuation(u16);

impl Continuation {
    /// After a null move, or before the first move.
    pub(crate) const NONE: Continuation = Continuation(PIECE_TO as u16);

    /// A piece has gone to a square.
    #[inline]
    pub(crate) fn of(piece: Piece, to: Square) -> Continuation {
        Continuation(piece_to(piece, to) as u16)
    }

    #[inline]
    fn row(self) -> usize {
        usize::from(self.0) * PIECE_TO
    }

    #[inline]
    fn is_move(self) -> bool {
        self != Continuation::NONE
    }
}

impl Default for Continuation {
    fn default() -> Continuation {
        Continuation::NONE
    }
}

/// What the history of the quiet moves of a position goes by.
#[derive(Clone, Copy)]
pub(crate) struct QuietContext {
    color: Color,
    pawns: usize,
    /// The moves 1, 2 and 4 plies before.
    before: [Continuation; 3],
}

impl QuietContext {
    /// The context of a position reached by these moves: 1, 2 and 4 plies ago.
    #[inline]
    pub(crate) fn new(position: &Position, before: [Continuation; 3]) -> QuietContext {
        QuietContext {
            color: position.side_to_move(),
            pawns: position.keys().pawns as usize % PAWN_STRUCTURES * PIECE_TO,
            before,
        }
    }
}

/// All histories of moves.
pub(crate) struct Histories {
    /// How well a quiet move of a side, told by its squares, has done wherever it was tried
    /// (butterfly history).
    butterfly: HistoryTable<{ 2 * 64 * 64 }>,
    /// How well a quiet move has done after some earlier move
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>, from Stockfish).
    continuation: HistoryTable<{ (PIECE_TO + 1) * PIECE_TO }>,
    /// How well a quiet move has done in a pawn structure (from Stockfish).
    pawns: HistoryTable<{ PAWN_STRUCTURES * PIECE_TO }>,
    /// How well a capture has done: the piece that captures, where, and what.
    captures: HistoryTable<{ PIECE_TO * 6 }>,
}

impl Histories {
    /// The memory they take.
    pub(crate) const BYTES: usize = HistoryTable::<{ 2 * 64 * 64 }>::BYTES
        + HistoryTable::<{ (PIECE_TO + 1) * PIECE_TO }>::BYTES
        + HistoryTable::<{ PAWN_STRUCTURES * PIECE_TO }>::BYTES
        + HistoryTable::<{ PIECE_TO * 6 }>::BYTES;

    /// Know nothing.
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: HistoryTable::new(),
            continuation: HistoryTable::new(),
            pawns: HistoryTable::new(),
            captures: HistoryTable::new(),
        }
    }

    /// What a quiet move of this piece is worth in the order: up to four and a half times the bound of a
    /// [`HistoryTable`].
    #[inline]
    pub(crate) fn quiet(&self, context: &QuietContext, piece: Piece, m: Move) -> i32 {
        let piece_to = piece_to(piece, m.to());
        self.butterfly.get(butterfly(context.color, m))
            + self.pawns.get(context.pawns + piece_to)
            + self.continuation.get(context.before[0].row() + piece_to)
            + self.continuation.get(context.before[1].row() + piece_to)
            + self.continuation.get(context.before[2].row() + piece_to) / 2
    }

    /// The same without the pawn structure, for pruning: up to three times that bound.
    #[inline]
    pub(crate) fn follow_up(&self, context: &QuietContext, piece: Piece, m: Move) -> i32 {
        let piece_to = piece_to(piece, m.to());
        self.butterfly.get(butterfly(context.color, m))
            + self.continuation.get(context.before[0].row() + piece_to)
            + self.continuation.get(context.before[1].row() + piece_to)
    }

    /// Rewards or punishes a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        context: &QuietContext,
        piece: Piece,
        m: Move,
        bonus: i32,
    ) {
        let piece_to = piece_to(piece, m.to());
        self.butterfly.update(butterfly(context.color, m), bonus);
        self.pawns.update(context.pawns + piece_to, bonus);
        for (i, before) in context.before.into_iter().enumerate() {
            if before.is_move() {
                let bonus = if i < 2 { bonus } else { bonus / 2 };
                self.continuation.update(before.row() + piece_to, bonus);
            }
        }
    }

    /// Rewards or punishes a quiet move of a side for what it was worth to the evaluation.
    pub(crate) fn update_butterfly(&mut self, color: Color, m: Move, bonus: i32) {
        self.butterfly.update(butterfly(color, m), bonus);
    }

    /// Rewards or punishes a quiet move as an answer to the one before it.
    pub(crate) fn update_answer(&mut self, before: Continuation, answer: Continuation, bonus: i32) {
        if before.is_move() && answer.is_move() {
            let cell = before.row() + usize::from(answer.0);
            self.continuation.update(cell, bonus);
        }
    }

    /// What a capture or promotion has done: up to the bound of a [`HistoryTable`].
    #[inline]
    pub(crate) fn noisy(&self, position: &Position, m: Move) -> i32 {
        self.captures.get(capture(position, m))
    }

    /// Rewards or punishes a capture or promotion.
    pub(crate) fn update_noisy(&mut self, position: &Position, m: Move, bonus: i32) {
        self.captures.update(capture(position, m), bonus);
    }
}

/// The piece that a move of the position moves.
#[inline]
pub(crate) fn moving_piece(position: &Position, m: Move) -> Piece {
    // A playable move begins where a piece stands, so the default is never taken.
    position.piece_on(m.from()).unwrap_or(Piece::WhitePawn)
}

/// What a move of the position captures.
#[inline]
pub(crate) fn captured_type(position: &Position, m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::EnPassant => Some(PieceType::Pawn),
        _ if m.is_capture() => position.piece_on(m.to()).map(|piece| piece.piece_type()),
        _ => None,
    }
}

#[inline]
fn piece_to(piece: Piece, to: Square) -> usize {
    piece.index() * 64 + to.index()
}

#[inline]
fn butterfly(color: Color, m: Move) -> usize {
    (color.index() * 64 + m.from().index()) * 64 + m.to().index()
}

/// A promotion that captures nothing stands where a king would be captured.
#[inline]
fn capture(position: &Position, m: Move) -> usize {
    let victim = captured_type(position, m).unwrap_or(PieceType::King);
    piece_to(moving_piece(position, m), m.to()) * 6 + victim.index()
}

/// What the move that refutes a node of this depth earns.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus_factor() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

/// What the moves lose that were tried there in vain.
pub(crate) fn history_malus(depth: i32) -> i32 {
    (params::history_malus_factor() * depth - params::history_malus_offset())
        .min(params::history_malus_max())
}

/// Two quiet moves that refuted a sibling of the node
/// (<https://www.chessprogramming.org/Killer_Heuristic>).
#[derive(Clone, Copy, Default)]
pub(crate) struct Killers([Option<Move>; 2]);

impl Killers {
    /// Both, the newer first.
    #[inline]
    pub(crate) fn moves(&self) -> [Option<Move>; 2] {
        self.0
    }

    /// Remembers a move.
    #[inline]
    pub(crate) fn add(&mut self, m: Move) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_apart_by_what_went_before() {
        let mut histories = Histories::new();
        let position = Position::startpos();
        let before = Continuation::of(Piece::BlackKnight, Square::new(5, 5));
        let context = QuietContext::new(&position, [before, Continuation::NONE, before]);
        let elsewhere = QuietContext::new(&position, [Continuation::NONE; 3]);
        let m = Move::new(Square::G1, Square::new(5, 2), MoveKind::Quiet);
        let other = Move::new(Square::new(1, 0), Square::new(2, 2), MoveKind::Quiet);
        histories.update_quiet(&context, Piece::WhiteKnight, m, 1000);
        let here = histories.quiet(&context, Piece::WhiteKnight, m);
        let there = histories.quiet(&elsewhere, Piece::WhiteKnight, m);
        assert!(here > there && there > 0, "{here} {there}");
        assert_eq!(histories.quiet(&context, Piece::WhiteKnight, other), 0);
    }

    #[test]
    fn bonus_and_malus_grow_with_depth() {
        for depth in 1..60 {
            assert!(history_bonus(depth) > 0 && history_malus(depth) > 0);
            assert!(history_bonus(depth + 1) >= history_bonus(depth));
        }
    }
}
