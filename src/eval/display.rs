//! Evaluations as text.

use std::sync::Arc;

use super::evaluator::Evaluator;
use super::hce::{HceEvaluator, PsqtAccumulator};
use super::nnue::Network;
use crate::board::Position;
use crate::types::Color;

/// The evaluation of a position as text: by a network, or without one term by term. A position in check has
/// none: the search never asks for it, and a capture that decides the game may be due.
pub fn evaluate_for_display(position: &Position, network: Option<&Arc<Network>>) -> String {
    let mut text = match network {
        Some(network) => format!("Network: {}\n", network.summary()),
        None if position.in_check() => String::new(),
        None => HceEvaluator::new().explain(position, &PsqtAccumulator::of(position)),
    };
    if position.in_check() {
        text.push_str("Final evaluation: none (in check)");
        return text;
    }
    let mut evaluator = Evaluator::new(network);
    evaluator.reset(position);
    let score = evaluator.evaluate(position, 0).raw();
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    text.push_str(&format!(
        "Final evaluation: {:+.2} (White's view)",
        f64::from(white) / 100.0
    ));
    text
}
