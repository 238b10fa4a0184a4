//! Correction histories: by how much the search has found the static evaluation to be wrong in
//! positions that have something in common with the present one
//! (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>, first in Caissa).

use super::Continuation;
use super::table::{HISTORY_MAX, HistoryTable};
use crate::board::Position;
use crate::search::params;
use crate::types::{Color, Score};

/// Cells for each side and feature.
const SIZE: usize = 16_384;
/// What the tables gain for each centipawn and ply of depth.
const GAIN: i32 = 3;

/// Where in the tables a position belongs.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionContext {
    pawns: usize,
    minors: usize,
    majors: usize,
    non_pawns: [usize; 2],
    answer: Option<usize>,
}

impl CorrectionContext {
    /// The context of a position reached by these moves: 1 and 2 plies ago.
    #[inline]
    pub(crate) fn new(
        position: &Position,
        last: Continuation,
        before: Continuation,
    ) -> CorrectionContext {
        let us = position.side_to_move();
        let keys = position.keys();
        let follows = last.is_move() && before.is_move();
        CorrectionContext {
            pawns: cell(us, keys.pawns),
            minors: cell(us, keys.minors),
            majors: cell(us, keys.majors),
            non_pawns: keys.non_pawns.map(|key| cell(us, key)),
            answer: follows.then(|| before.row() + usize::from(last.0)),
        }
    }
}

#[inline]
fn cell(us: Color, key: u64) -> usize {
    us.index() * SIZE + key as usize % SIZE
}

/// The corrections, which all workers share (from Stockfish): what one of them has searched mends the evaluation of all.
pub(crate) struct Correction {
    pawns: HistoryTable<{ 2 * SIZE }>,
    minors: HistoryTable<{ 2 * SIZE }>,
    majors: HistoryTable<{ 2 * SIZE }>,
    non_pawns: [HistoryTable<{ 2 * SIZE }>; 2],
    answers: HistoryTable<{ super::PIECE_TO * super::PIECE_TO }>,
}

impl Correction {
    /// The memory it takes.
    pub(crate) const BYTES: usize = 5 * HistoryTable::<{ 2 * SIZE }>::BYTES
        + HistoryTable::<{ super::PIECE_TO * super::PIECE_TO }>::BYTES;

    /// Corrects nothing yet.
    pub(crate) fn new() -> Correction {
        Correction {
            pawns: HistoryTable::new(),
            minors: HistoryTable::new(),
            majors: HistoryTable::new(),
            non_pawns: [HistoryTable::new(), HistoryTable::new()],
            answers: HistoryTable::new(),
        }
    }

    /// What to add to the evaluation, in centipawns.
    #[inline]
    pub(crate) fn get(&self, context: &CorrectionContext) -> i32 {
        let sum = params::correction_pawns() * self.pawns.get(context.pawns)
            + params::correction_minors() * self.minors.get(context.minors)
            + params::correction_majors() * self.majors.get(context.majors)
            + params::correction_non_pawns()
                * (self.non_pawns[0].get(context.non_pawns[0])
                    + self.non_pawns[1].get(context.non_pawns[1]))
            + params::correction_answers()
                * context.answer.map_or(0, |cell| self.answers.get(cell));
        sum / HISTORY_MAX
    }

    /// Notes that the search has found another score than the evaluation says.
    pub(crate) fn update(
        &self,
        context: &CorrectionContext,
        evaluation: Score,
        score: Score,
        depth: i32,
    ) {
        let limit = params::correction_bonus_max();
        let bonus = ((score - evaluation) * depth * GAIN).clamp(-limit, limit);
        self.pawns.update(context.pawns, bonus);
        self.minors.update(context.minors, bonus);
        self.majors.update(context.majors, bonus);
        for (table, cell) in self.non_pawns.iter().zip(context.non_pawns) {
            table.update(cell, bonus);
        }
        if let Some(cell) = context.answer {
            self.answers.update(cell, bonus);
        }
    }
}
