//! Evaluation by hand-made terms, tapered between middlegame and endgame: material, squares,
//! mobility, pawn structure, passed pawns, threats and king safety.

mod king;
mod passed;
mod pawns;
mod piece_square;
mod pieces;
mod scale;
mod tapered;

pub use piece_square::Accumulator;

use pawns::PawnTable;
use pieces::Attacks;
use tapered::Tapered;

use super::endgame;
use crate::board::Position;
use crate::types::{Color, Score};

/// For the side on move, in centipawns.
const TEMPO: i32 = 12;

/// Evaluates positions, with a memory for what changes seldom. Each worker has its own.
pub struct Evaluator {
    pawns: PawnTable,
}

/// The parts of an evaluation, White's view.
struct Terms {
    material_and_squares: Tapered,
    pawn_structure: Tapered,
    pieces: Tapered,
    passed_pawns: Tapered,
    threats: Tapered,
    king_safety: Tapered,
}

impl Terms {
    fn total(&self) -> Tapered {
        self.material_and_squares
            + self.pawn_structure
            + self.pieces
            + self.passed_pawns
            + self.threats
            + self.king_safety
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// The memory it takes.
    pub const BYTES: usize = PawnTable::BYTES;

    /// An evaluator that remembers nothing yet.
    pub fn new() -> Evaluator {
        Evaluator {
            pawns: PawnTable::new(),
        }
    }

    /// The value of a position for the side on move; `sums` must be those of the position.
    pub fn evaluate(&mut self, position: &Position, sums: &Accumulator) -> Score {
        if let Some(score) = endgame::value(position) {
            return score;
        }
        let total = self.terms(position, sums).total();
        let stronger = match total.endgame() >= 0 {
            true => Color::White,
            false => Color::Black,
        };
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

    fn terms(&mut self, position: &Position, sums: &Accumulator) -> Terms {
        let structure = self.pawns.get(position);
        let white = Attacks::new(position, Color::White);
        let black = Attacks::new(position, Color::Black);
        Terms {
            material_and_squares: sums.score,
            pawn_structure: structure.score,
            pieces: white.piece_score - black.piece_score,
            passed_pawns: passed::score(position, structure.passed, Color::White, &white, &black)
                - passed::score(position, structure.passed, Color::Black, &black, &white),
            threats: white.threats(position, Color::White, &black)
                - black.threats(position, Color::Black, &white),
            king_safety: king::safety(position, Color::White, &white, &black)
                - king::safety(position, Color::Black, &black, &white),
        }
    }

    /// A table of the terms in pawns, White's view.
    pub fn explain(&mut self, position: &Position, sums: &Accumulator) -> String {
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
