//! Takes optimizer steps on batches.
//!
//! A batch is always split into the same number of parts, which are summed in the same order, so the result does
//! not depend on the number of threads.

use std::sync::Mutex;

use super::gradient::{GradientBuffers, GradientPass};
use super::losses::Losses;
use super::optimizer::{Optimizer, Rates};
use super::parameters::Parameters;
use super::sample::Sample;
use super::simd::F32x16;
use super::target::Target;

/// Parts of a batch, which is also the largest useful number of threads.
const PARTS: usize = 8;
/// Samples per part in validation.
const VALIDATION_PART_SIZE: usize = 4096;

/// A network in training with its optimizer and buffers.
pub(super) struct Trainer {
    pub parameters: Parameters,
    pub optimizer: Optimizer,
    gradients: Vec<Parameters>,
    buffers: Vec<GradientBuffers>,
}

impl Trainer {
    pub(super) fn new(parameters: Parameters, optimizer: Optimizer, threads: usize) -> Trainer {
        let gradients = vec![Parameters::zeros(parameters.shape()); PARTS];
        let threads = threads.clamp(1, PARTS);
        let buffers = std::iter::repeat_with(GradientBuffers::default).take(threads);
        Trainer {
            parameters,
            optimizer,
            gradients,
            buffers: buffers.collect(),
        }
    }

    /// Takes a step on a batch. Returns its losses before the step.
    pub(super) fn step(&mut self, batch: &[Sample], target: Target, rates: Rates) -> Losses {
        let part_size = batch.len().div_ceil(PARTS);
        let parts = batch.chunks(part_size).zip(&mut self.gradients);
        let work = |(samples, gradient): (&[Sample], &mut Parameters),
                    buffers: &mut GradientBuffers| {
            gradient.values.fill(F32x16::ZERO);
            let pass = GradientPass {
                parameters: &self.parameters,
                samples,
                target,
                gradient: Some(gradient),
                buffers,
            };
            pass.run()
        };
        let losses = sum_losses(parts, &mut self.buffers, work);
        let used_parts = batch.len().div_ceil(part_size);
        let parts: Vec<&Parameters> = self.gradients[..used_parts].iter().collect();
        let threads = self.buffers.len();
        let parameters = &mut self.parameters;
        self.optimizer
            .step(parameters, &parts, batch.len(), rates, threads);
        losses
    }

    /// The network: the average of the parameters.
    pub(super) fn average(&self) -> &Parameters {
        &self.optimizer.average
    }

    /// Returns the losses of the network on other positions.
    pub(super) fn validate(&mut self, samples: &[Sample], target: Target) -> Losses {
        let work = |samples, buffers: &mut GradientBuffers| {
            let pass = GradientPass {
                parameters: &self.optimizer.average,
                samples,
                target,
                gradient: None,
                buffers,
            };
            pass.run()
        };
        sum_losses(
            samples.chunks(VALIDATION_PART_SIZE),
            &mut self.buffers,
            work,
        )
    }
}

/// Works on all parts, each on the next free thread. Returns the losses summed in the order of the parts.
fn sum_losses<P: Send>(
    parts: impl Iterator<Item = P> + Send,
    buffers: &mut [GradientBuffers],
    work: impl Fn(P, &mut GradientBuffers) -> Losses + Sync,
) -> Losses {
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
            let losses = work(part, buffers);
            done.lock()
                .unwrap_or_else(|error| error.into_inner())
                .push((i, losses));
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
    let mut losses = Losses::default();
    for (_, part) in &done {
        losses.add(part);
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::parameters::Shape;
    use crate::train::test_data;

    const TARGET: Target = Target {
        wdl: 0.3,
        scale: 400.0,
    };

    fn trainer(threads: usize) -> Trainer {
        let parameters = Parameters::random(Shape::with_layer_stacks(32), 7);
        let optimizer = Optimizer::new(&parameters);
        Trainer::new(parameters, optimizer, threads)
    }

    const fn rates(learning_rate: f32) -> Rates {
        Rates {
            learning_rate,
            average_decay: 0.0,
        }
    }

    #[test]
    fn a_small_set_is_memorised() {
        let samples = test_data::samples(200);
        let mut trainer = trainer(1);
        let before = trainer.validate(&samples, TARGET).mean();
        for _ in 0..600 {
            trainer.step(&samples, TARGET, rates(0.005));
        }
        let after = trainer.validate(&samples, TARGET).mean();
        assert!(after < 2e-4 && after < before / 100.0, "{before} {after}");
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let samples = test_data::samples(1000);
        let run = |threads| {
            let mut trainer = trainer(threads);
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
