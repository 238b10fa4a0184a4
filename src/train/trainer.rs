//! Takes optimizer steps on batches.
//!
//! How a batch is split depends on its size alone, and the parts are summed in their order, so the result does not
//! depend on the number of threads.

use std::sync::Mutex;

use super::equalize::equalize_training;
use super::forward_weights::ForwardWeights;
use super::gradient::{GradientBuffers, GradientPass, MAX_PART_SIZE, PartGradient};
use super::losses::Losses;
use super::optimizer::{Optimizer, Rates};
use super::parameters::Parameters;
use super::sample::Sample;
use super::simd::{F32x16, SimdWork};
use super::target::Target;
use super::transformer_gradient::TileGradient;

/// Parts of a batch, unless they would be too large. More threads have nothing to do.
const PARTS: usize = 8;
/// Samples per part in validation.
const VALIDATION_PART_SIZE: usize = 4096;
const _: () = assert!(VALIDATION_PART_SIZE <= MAX_PART_SIZE);

/// A network in training with its optimizer and buffers.
pub(super) struct Trainer {
    pub parameters: Parameters,
    pub optimizer: Optimizer,
    weights: ForwardWeights,
    parts: Vec<PartGradient>,
    gradient: Parameters,
    buffers: Vec<GradientBuffers>,
}

impl Trainer {
    pub(super) fn new(parameters: Parameters, optimizer: Optimizer, threads: usize) -> Trainer {
        let gradient = Parameters::zeros(parameters.shape());
        let threads = threads.clamp(1, PARTS);
        let buffers = std::iter::repeat_with(GradientBuffers::default).take(threads);
        Trainer {
            weights: ForwardWeights::new(parameters.shape()),
            parameters,
            optimizer,
            parts: Vec::new(),
            gradient,
            buffers: buffers.collect(),
        }
    }

    /// Equalises the neurons, whose activations in some positions show their range.
    pub(super) fn equalize(&mut self, samples: &[Sample]) {
        equalize_training(&mut self.parameters, &mut self.optimizer, samples);
    }

    /// From now on computes losses and gradients of the quantised network (quantisation-aware training).
    pub(super) fn quantize(&mut self) {
        self.weights.is_quantised = true;
    }

    /// Takes a step on a batch. Returns its losses before the step.
    pub(super) fn step(&mut self, batch: &[Sample], target: Target, rates: Rates) -> Losses {
        let losses = self.compute_gradient(batch, target, rates.trains_transformer());
        let (parameters, threads) = (&mut self.parameters, self.buffers.len());
        self.optimizer
            .step(parameters, &self.gradient, batch.len(), rates, threads);
        losses
    }

    /// Computes the gradient of the sum of the losses on a batch, that of the feature transformer only if `transformer`.
    /// Returns the losses.
    pub(super) fn compute_gradient(
        &mut self,
        batch: &[Sample],
        target: Target,
        transformer: bool,
    ) -> Losses {
        let shape = self.parameters.shape();
        self.weights.load(&self.parameters, self.buffers.len());
        let part_size = batch.len().div_ceil(PARTS).min(MAX_PART_SIZE);
        let parts = batch.chunks(part_size);
        self.parts
            .resize_with(parts.len(), || PartGradient::new(shape));
        let work = |(samples, part): (&[Sample], &mut PartGradient),
                    buffers: &mut GradientBuffers| {
            let pass = GradientPass {
                weights: &self.weights,
                samples,
                target,
                gradient: Some(part),
                buffers,
            };
            pass.run_widest()
        };
        let losses = for_each(parts.zip(&mut self.parts), &mut self.buffers, work);
        self.sum_outputs();
        if transformer {
            self.sum_transformer();
        }
        sum(&losses)
    }

    /// Computes the gradient of the layers after the feature transformer from the parts.
    fn sum_outputs(&mut self) {
        let transformer_len = self.parameters.shape().transformer_len();
        let outputs = &mut self.gradient.values[transformer_len..];
        outputs.fill(F32x16::ZERO);
        for part in &self.parts {
            for (sum, &value) in outputs.iter_mut().zip(&part.outputs) {
                *sum += value;
            }
        }
    }

    /// Computes the gradient of the feature transformer from the parts.
    fn sum_transformer(&mut self) {
        let shape = self.parameters.shape();
        let transformer = &mut self.gradient.values[..shape.transformer_len()];
        let tiles = transformer.chunks_exact_mut(shape.tile_len()).enumerate();
        let work = |(number, gradient): (usize, &mut [F32x16]), _: &mut GradientBuffers| {
            let tile = TileGradient {
                number,
                tile_pairs: shape.tile_pairs(),
                parts: &self.parts,
                gradient,
            };
            tile.run_widest();
        };
        for_each(tiles, &mut self.buffers, work);
    }

    /// The gradient that was computed last.
    #[cfg(test)]
    pub(super) fn gradient(&self) -> &Parameters {
        &self.gradient
    }

    /// The absolute value of the network's output for each position, whose target must be an output of 0.
    #[cfg(test)]
    pub(super) fn outputs(&mut self, level: &[Sample], target: Target) -> Vec<f64> {
        let output = |&sample| {
            let loss = self.validate(&[sample], target).mean();
            let win_rate = 0.5 + loss.sqrt();
            (win_rate / (1.0 - win_rate)).ln()
        };
        level.iter().map(output).collect()
    }

    /// The network: the average of the parameters.
    pub(super) fn average(&self) -> &Parameters {
        &self.optimizer.average
    }

    /// Returns the losses of the network on other positions.
    pub(super) fn validate(&mut self, samples: &[Sample], target: Target) -> Losses {
        self.weights
            .load(&self.optimizer.average, self.buffers.len());
        let work = |samples, buffers: &mut GradientBuffers| {
            let pass = GradientPass {
                weights: &self.weights,
                samples,
                target,
                gradient: None,
                buffers,
            };
            pass.run_widest()
        };
        let parts = samples.chunks(VALIDATION_PART_SIZE);
        sum(&for_each(parts, &mut self.buffers, work))
    }
}

/// Works on all parts, each on the next free thread. Returns the results in the order of the parts.
fn for_each<P: Send, R: Send>(
    parts: impl Iterator<Item = P> + Send,
    buffers: &mut [GradientBuffers],
    work: impl Fn(P, &mut GradientBuffers) -> R + Sync,
) -> Vec<R> {
    let parts = Mutex::new(parts.enumerate());
    let done = Mutex::new(Vec::new());
    let take = || {
        parts
            .lock()
            .unwrap_or_else(|error| error.into_inner())
            .next()
    };
    let run = |buffers: &mut GradientBuffers| {
        while let Some((i, part)) = take() {
            let result = work(part, buffers);
            done.lock()
                .unwrap_or_else(|error| error.into_inner())
                .push((i, result));
        }
    };
    match buffers {
        [buffers] => run(buffers),
        _ => std::thread::scope(|scope| {
            for buffers in buffers {
                scope.spawn(|| run(buffers));
            }
        }),
    }
    let mut done = done.into_inner().unwrap_or_else(|error| error.into_inner());
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

fn sum(parts: &[Losses]) -> Losses {
    let mut losses = Losses::default();
    for part in parts {
        losses.add(part);
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::optimizer::FeatureDecay;
    use crate::train::parameters::Shape;
    use crate::train::quantize::{outputs, quantize};
    use crate::train::test_data::{self, SCORE_TARGET};

    const TARGET: Target = Target {
        wdl: 0.3,
        scale: 400.0,
    };

    fn trainer(hidden_size: usize, threads: usize) -> Trainer {
        let parameters = Parameters::random(Shape::with_layer_stacks(hidden_size), 7);
        let optimizer = Optimizer::new(&parameters);
        Trainer::new(parameters, optimizer, threads)
    }

    const fn rates(learning_rate: f32) -> Rates {
        Rates {
            learning_rate,
            transformer: 1.0,
            average_decay: 0.0,
            decay: FeatureDecay {
                weights: 0.01,
                buckets: 0.1,
            },
        }
    }

    #[test]
    fn a_small_set_is_memorised() {
        let samples = test_data::samples(200);
        let mut trainer = trainer(32, 1);
        let before = trainer.validate(&samples, TARGET).mean();
        for _ in 0..600 {
            trainer.step(&samples, TARGET, rates(0.005));
        }
        let after = trainer.validate(&samples, TARGET).mean();
        assert!(after < 2e-4 && after < before / 100.0, "{before} {after}");
    }

    #[test]
    fn a_frozen_transformer_keeps_its_weights() {
        let samples = test_data::samples(200);
        let mut trainer = trainer(64, 2);
        let before = trainer.parameters.clone();
        let frozen = Rates {
            transformer: 0.0,
            ..rates(0.01)
        };
        let losses = [(); 20].map(|()| trainer.step(&samples, TARGET, frozen).mean());
        let transformer = |parameters: &Parameters| parameters.layers().transformer.to_vec();
        assert_eq!(transformer(&trainer.parameters), transformer(&before));
        assert_eq!(transformer(trainer.average()), transformer(&before));
        assert!(losses[19] < 0.9 * losses[0], "{losses:?}");
    }

    #[test]
    fn a_quantised_trainer_computes_what_the_quantised_network_does() {
        let samples = test_data::level_samples(300);
        let mut trainer = trainer(64, 1);
        let weights = quantize(&trainer.parameters, 400);
        let expected: Vec<f64> = outputs(&weights, &samples)
            .map(|output| output.abs().into())
            .collect();
        let error = |trainer: &mut Trainer| -> f64 {
            let found = trainer.outputs(&samples, SCORE_TARGET);
            let pairs = found.iter().zip(&expected);
            pairs.map(|(a, b)| (a - b).abs()).sum()
        };
        let exact = error(&mut trainer);
        trainer.quantize();
        let quantised = error(&mut trainer);
        // The output weights stay exact.
        assert!(quantised < 0.1 * exact, "{quantised} {exact}");
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let samples = test_data::samples(1000);
        let run = |threads| {
            let mut trainer = trainer(256, threads);
            let losses: Vec<Losses> = (0..5)
                .map(|_| trainer.step(&samples, TARGET, rates(0.001)))
                .collect();
            let validated = trainer.validate(&samples, TARGET);
            (losses, validated, trainer.parameters)
        };
        let one = run(1);
        assert_eq!(run(2), one);
        assert_eq!(run(5), one);
    }
}
