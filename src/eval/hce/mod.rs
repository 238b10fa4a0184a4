//! Evaluation by hand-made terms, tapered between middlegame and endgame: material, squares,
//! mobility, pawn structure, passed pawns, threats and king safety.

mod king;
mod passed;
mod pawns;
mod piece_square;
mod pieces;
mod scale;
mod sum;
mod tapered;
#[cfg(feature = "train")]
mod trace;
mod weights;

pub use piece_square::PsqtAccumulator;
#[cfg(feature = "train")]
pub use trace::{EvalTrace, Weight, current_weights, weights_to_source};

use pawns::PawnTable;
use pieces::Attacks;
use sum::TermScore;
use tapered::Tapered;

use super::endgame;
use crate::board::Position;
use crate::types::{Bitboard, Color, Score};

/// For the side on move, in centipawns.
const TEMPO: i32 = 12;

/// Evaluates positions, with a memory for what changes seldom. Each worker has its own.
pub struct HceEvaluator {
    pawns: PawnTable,
}

/// The parts of an evaluation, White's view.
#[derive(Clone, Copy)]
struct Terms<S> {
    material_and_squares: S,
    pawn_structure: S,
    pieces: S,
    passed_pawns: S,
    threats: S,
    king_safety: S,
}

impl<S: TermScore> Terms<S> {
    /// The terms of a position, given those that are remembered, and the passed pawns.
    fn new(
        position: &Position,
        material_and_squares: S,
        pawn_structure: S,
        passed: Bitboard,
    ) -> Terms<S> {
        let white = Attacks::<S>::new(position, Color::White);
        let black = Attacks::<S>::new(position, Color::Black);
        Terms {
            material_and_squares,
            pawn_structure,
            passed_pawns: passed::score(position, passed, Color::White, &white, &black)
                - passed::score(position, passed, Color::Black, &black, &white),
            threats: white.threats(position, Color::White, &black)
                - black.threats(position, Color::Black, &white),
            king_safety: king::safety(position, Color::White, &white, &black)
                - king::safety(position, Color::Black, &black, &white),
            pieces: white.piece_score - black.piece_score,
        }
    }

    fn total(self) -> S {
        self.material_and_squares
            + self.pawn_structure
            + self.pieces
            + self.passed_pawns
            + self.threats
            + self.king_safety
    }
}

/// The side that an endgame is better for.
fn stronger_side(total: Tapered) -> Color {
    match total.endgame() >= 0 {
        true => Color::White,
        false => Color::Black,
    }
}

impl Default for HceEvaluator {
    fn default() -> HceEvaluator {
        HceEvaluator::new()
    }
}

impl HceEvaluator {
    /// The memory it takes.
    pub const BYTES: usize = PawnTable::BYTES;

    /// An evaluator that remembers nothing yet.
    pub fn new() -> HceEvaluator {
        HceEvaluator {
            pawns: PawnTable::new(),
        }
    }

    /// The value of a position for the side on move; `sums` must be those of the position.
    pub fn evaluate(&mut self, position: &Position, sums: &PsqtAccumulator) -> Score {
        if let Some(score) = endgame::evaluate(position) {
            return score;
        }
        let total = self.terms(position, sums).total();
        let stronger = stronger_side(total);
        if endgame::cannot_win(position, stronger) {
            return Score::DRAW;
        }
        let scale = scale::endgame_scale(position, stronger);
        let white = total.interpolate(sums.phase, scale);
        let own = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Score::cp(own + TEMPO)
    }

    fn terms(&mut self, position: &Position, sums: &PsqtAccumulator) -> Terms<Tapered> {
        let structure = self.pawns.get(position);
        Terms::new(position, sums.score, structure.score, structure.passed)
    }

    /// A table of the terms in pawns, White's view.
    pub fn explain(&mut self, position: &Position, sums: &PsqtAccumulator) -> String {
        let terms = self.terms(position, sums);
        let mut text = format!("{:22} {:>7} {:>7}\n", "term", "mg", "eg");
        for (name, value) in [
            ("material and squares", terms.material_and_squares),
            ("pawn structure", terms.pawn_structure),
            ("pieces", terms.pieces),
            ("passed pawns", terms.passed_pawns),
            ("threats", terms.threats),
            ("king safety", terms.king_safety),
            ("total", terms.total()),
        ] {
            let (middlegame, endgame) = (value.middlegame(), value.endgame());
            text.push_str(&format!(
                "{name:22} {:>7.2} {:>7.2}\n",
                f64::from(middlegame) / 100.0,
                f64::from(endgame) / 100.0
            ));
        }
        text
    }
}
