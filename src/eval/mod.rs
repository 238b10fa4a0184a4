//! Evaluation of positions. For now by hand-made terms; a network takes their place later behind the
//! same interface. Nothing in here knows of the search.

mod chances;
mod classical;
pub mod endgame;
pub mod nnue;

pub use chances::Chances;
pub use classical::{Accumulator, Evaluator};

use crate::board::{BoardObserver, Position};
use crate::types::{Color, Square};

impl Accumulator {
    /// The sums of a position from nothing.
    pub fn of(position: &Position) -> Accumulator {
        let mut sums = Accumulator::default();
        for square in Square::all() {
            if let Some(piece) = position.piece_on(square) {
                sums.added(piece, square);
            }
        }
        sums
    }
}

/// The evaluation of a position term by term, for people to read.
pub fn evaluate_for_display(position: &Position) -> String {
    let mut evaluator = Evaluator::new();
    let sums = Accumulator::of(position);
    let score = evaluator.evaluate(position, &sums).raw();
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    let mut text = evaluator.explain(position, &sums);
    text.push_str(&format!(
        "Final evaluation: {:+.2} (White's view)",
        f64::from(white) / 100.0
    ));
    text
}
