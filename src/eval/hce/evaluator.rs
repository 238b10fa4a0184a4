//! The hand-crafted evaluation of a position.

use super::pawn_structure::PawnHashTable;
use super::psqt::PsqtAccumulator;
use super::scale_factor::scale_factor;
use super::terms::{TEMPO, Terms, stronger_side};
use crate::board::Position;
use crate::eval::endgame;
use crate::eval::tapered::Tapered;
use crate::types::{Color, Score};

/// Evaluates positions, with a pawn hash table. Each search thread has its own.
pub struct HceEvaluator {
    pawns: PawnHashTable,
}

impl Default for HceEvaluator {
    fn default() -> HceEvaluator {
        HceEvaluator::new()
    }
}

impl HceEvaluator {
    /// Memory of the pawn hash table in bytes.
    pub const BYTES: usize = PawnHashTable::BYTES;

    /// An evaluator with an empty pawn hash table.
    pub fn new() -> HceEvaluator {
        HceEvaluator {
            pawns: PawnHashTable::new(),
        }
    }

    /// The static evaluation for the side to move; `psqt` must be that of the position.
    pub fn evaluate(&mut self, position: &Position, psqt: &PsqtAccumulator) -> Score {
        if let Some(score) = endgame::evaluate(position) {
            return score;
        }
        let total = self.terms(position, psqt).total();
        let stronger = stronger_side(total);
        if endgame::cannot_win(position, stronger) {
            return Score::DRAW;
        }
        let white = total.interpolate(psqt.phase, scale_factor(position, stronger));
        let own = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Score::cp(own + TEMPO)
    }

    fn terms(&mut self, position: &Position, psqt: &PsqtAccumulator) -> Terms<Tapered> {
        let pawns = self.pawns.get(position);
        Terms::new(position, psqt.score, pawns.score, pawns.passed)
    }
}
