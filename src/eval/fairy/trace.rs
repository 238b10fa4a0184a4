//! Traces of the evaluation of the variants for Texel tuning, and the weights of a variant as source code.

use std::sync::LazyLock;

use super::evaluator::FairyEvaluator;
use super::weights::{FairyWeights, row_of};
use crate::board::{FAIRY_CHESS, Fairy, Position, Variant};
use crate::eval::networks::default_network;
use crate::eval::nnue::AccumulatorStack;
use crate::eval::tapered::Tapered;
use crate::eval::trace::{Coefficients, EvalTrace, Weight, weights_to_source};

/// The place of each weight in the table.
static INDICES: LazyLock<FairyWeights<u16>> = LazyLock::new(|| {
    let mut indices = 0..;
    row_of(&FAIRY_CHESS)
        .weights
        .map(&mut |_| indices.next().unwrap_or(u16::MAX))
});

/// Traces the evaluation of positions of one variant, by the embedded network where the variant uses it.
pub struct VariantTracer {
    evaluator: FairyEvaluator,
    network: Option<Box<AccumulatorStack>>,
}

impl VariantTracer {
    /// A tracer for a variant.
    pub fn new(variant: &'static Variant) -> VariantTracer {
        let mut evaluator = FairyEvaluator::default();
        evaluator.reset(&Position::start_of(variant));
        let network = default_network().filter(|_| evaluator.uses_network());
        VariantTracer {
            evaluator,
            network: network.map(|network| Box::new(AccumulatorStack::new(network))),
        }
    }

    /// The evaluation of a position as a linear function of the weights.
    pub fn trace(&mut self, position: &Position<Fairy>) -> EvalTrace {
        let by_network = self.network.as_mut().map(|network| {
            network.reset(position);
            network.evaluate(position, 0)
        });
        let with_network = by_network.is_some();
        let (total, phase): (Coefficients, i32) =
            self.evaluator.total(position, with_network, &INDICES);
        let phase = phase as f32 / Tapered::MAX_PHASE as f32;
        EvalTrace {
            coefficients: total.into_sorted(1),
            middlegame: phase,
            endgame: 1.0 - phase,
            constant: by_network.unwrap_or(0) as f32,
        }
    }
}

/// The weights of a variant in table order.
pub fn current_variant_weights(variant: &Variant) -> Vec<Weight> {
    let mut weights = Vec::new();
    row_of(variant).weights.map(&mut |value| {
        weights.push([value.middlegame() as f32, value.endgame() as f32]);
    });
    weights
}

/// The weights of a variant as source code for its file in `src/eval/fairy/weights`.
pub fn variant_weights_to_source(weights: &[Weight]) -> String {
    weights_to_source("FairyWeights", FairyWeights::<Tapered>::FIELDS, weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{VARIANTS, variant};
    use std::fs;

    #[test]
    fn the_trace_reproduces_the_evaluation() {
        for variant in &VARIANTS {
            let weights = current_variant_weights(variant);
            let mut position = Position::start_of(variant);
            let mut tracer = VariantTracer::new(variant);
            for ply in 0..40 {
                let trace = tracer.trace(&position);
                let by_network = tracer.network.is_some().then_some(trace.constant as i32);
                let trace = trace.evaluate(&weights);
                let score = tracer.evaluator.evaluate(&position, by_network).raw();
                // The evaluation rounds and is limited.
                let difference = (trace - score as f32).abs();
                assert!(
                    difference < 1.5 || score.abs() >= 4500,
                    "{}: {score} {trace}",
                    variant.name
                );
                let moves = position.legal_moves();
                let Some(&m) = moves.get(7 * ply % moves.len().max(1)) else {
                    break;
                };
                position = position.after(m);
            }
        }
    }

    /// Each file has the form in which `diglot tune` writes it; that of chess is set by hand.
    #[test]
    fn the_current_weights_are_written_as_source_code() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/fairy/weights");
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let source = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_chess = name == "chess";
            let user = variant(if is_chess { "cylinder" } else { name }).unwrap();
            let mut expected = variant_weights_to_source(&current_variant_weights(user));
            if is_chess {
                expected = expected.replace("Written by `diglot tune`", "Set by hand");
            }
            assert_eq!(source, expected, "{name}");
        }
    }
}
