//! Traces of the HCE for Texel tuning, and its weights as source code.

use std::sync::LazyLock;

use super::hce_score::HceScore;
use super::pawn_structure;
use super::psqt::{PsqtAccumulator, material_and_squares};
use super::scale_factor::scale_factor;
use super::terms::{TEMPO, Terms, stronger_side};
use super::weights::{HceWeights, WEIGHTS};
use crate::board::Position;
use crate::eval::endgame;
use crate::eval::tapered::Tapered;
use crate::eval::trace::{self, Coefficients, EvalTrace, Weight};
use crate::types::Color;

impl EvalTrace {
    /// Traces a position; `None` if endgame knowledge decides it.
    pub fn new(position: &Position) -> Option<EvalTrace> {
        if endgame::evaluate(position).is_some() {
            return None;
        }
        let sums = PsqtAccumulator::of(position);
        let (structure, passed) = pawn_structure::structure(position);
        let total: Tapered = Terms::new(position, sums.score, structure, passed).total();
        let stronger = stronger_side(total);
        if endgame::cannot_win(position, stronger) {
            return None;
        }
        let scale = scale_factor(position, stronger);
        let phase = sums.phase.min(Tapered::MAX_PHASE) as f32 / Tapered::MAX_PHASE as f32;
        let (middlegame, endgame) = (
            phase,
            (1.0 - phase) * scale as f32 / Tapered::FULL_SCALE as f32,
        );
        let (structure, passed) = pawn_structure::structure(position);
        let material = material_and_squares(position);
        let trace: Coefficients = Terms::new(position, material, structure, passed).total();
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let [constant_middlegame, constant_endgame] = trace.constant.map(|value| value as f32);
        let constant = constant_middlegame * middlegame + constant_endgame * endgame;
        Some(EvalTrace {
            coefficients: trace.into_sorted(sign),
            middlegame,
            endgame,
            constant: sign as f32 * constant + TEMPO as f32,
        })
    }
}

impl HceScore for Coefficients {
    fn weights() -> &'static HceWeights<u16> {
        static INDICES: LazyLock<HceWeights<u16>> = LazyLock::new(|| {
            let mut indices = 0..;
            WEIGHTS.map(&mut |_| indices.next().unwrap_or(u16::MAX))
        });
        &INDICES
    }
}

/// The weights of the evaluation in table order.
pub fn current_weights() -> Vec<Weight> {
    let mut weights = Vec::new();
    WEIGHTS.map(&mut |value| {
        weights.push([value.middlegame() as f32, value.endgame() as f32]);
    });
    weights
}

/// The weights as source code for `src/eval/hce/values.rs`.
pub fn weights_to_source(weights: &[Weight]) -> String {
    trace::weights_to_source("HceWeights", HceWeights::<Tapered>::FIELDS, weights)
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::HceEvaluator;
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn the_trace_reproduces_the_evaluation() {
        let weights = current_weights();
        let text = include_str!("../../../tests/data/perft_standard.epd");
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split(';').next().unwrap_or(line);
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let Some(linear) = EvalTrace::new(&position) else {
                continue;
            };
            let linear = linear.evaluate(&weights);
            let value = HceEvaluator::new().evaluate(&position, &PsqtAccumulator::of(&position));
            // The evaluation rounds twice.
            let difference = (value.raw() as f32 - linear).abs();
            assert!(difference < 2.5, "{fen}: {value:?} {linear}");
            count += 1;
        }
        assert!(count > 300);
    }

    #[test]
    fn the_current_weights_match_the_source() {
        assert_eq!(
            weights_to_source(&current_weights()),
            include_str!("values.rs")
        );
    }
}
