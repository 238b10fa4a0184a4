//! A network in training: batches go in, steps are taken.
//!
//! A batch is always cut into the same number of parts, and the parts are added up in the same order,
//! so that the number of threads does not change the result.

use std::sync::Mutex;

use super::gradient::{Losses, Target, Work, Workspace};
use super::lanes::Lanes;
use super::optimizer::Optimizer;
use super::parameters::Parameters;
use super::sample::Sample;

/// The parts of a batch, and the most threads that have something to do.
const PARTS: usize = 8;
/// The samples of a part where nothing but the losses is wanted.
const VALIDATION_PART: usize = 4096;

/// A network, how it moves and the room to compute in.
pub(super) struct Trainer {
    pub parameters: Parameters,
    pub optimizer: Optimizer,
    gradients: Vec<Parameters>,
    workspaces: Vec<Workspace>,
}

impl Trainer {
    pub(super) fn new(parameters: Parameters, optimizer: Optimizer, threads: usize) -> Trainer {
        let gradients = vec![Parameters::zero(parameters.hidden()); PARTS];
        let threads = threads.clamp(1, PARTS);
        let workspaces = std::iter::repeat_with(Workspace::default).take(threads);
        Trainer {
            parameters,
            optimizer,
            gradients,
            workspaces: workspaces.collect(),
        }
    }

    /// Learns from a batch; gives back its losses before.
    pub(super) fn step(&mut self, batch: &[Sample], target: Target, learning_rate: f32) -> Losses {
        let size = batch.len().div_ceil(PARTS);
        let parts = batch.chunks(size).zip(&mut self.gradients);
        let work = |(samples, gradient): (&[Sample], &mut Parameters),
                    workspace: &mut Workspace| {
            gradient.values.fill(Lanes::ZERO);
            let work = Work {
                parameters: &self.parameters,
                samples,
                target,
                gradient: Some(gradient),
                workspace,
            };
            work.run()
        };
        let losses = share_out(parts, &mut self.workspaces, work);
        let used = batch.len().div_ceil(size);
        let parts: Vec<&Parameters> = self.gradients[..used].iter().collect();
        let threads = self.workspaces.len();
        let parameters = &mut self.parameters;
        self.optimizer
            .step(parameters, &parts, batch.len(), learning_rate, threads);
        losses
    }

    /// The losses of positions that are not learnt from.
    pub(super) fn validate(&mut self, samples: &[Sample], target: Target) -> Losses {
        let work = |samples, workspace: &mut Workspace| {
            let work = Work {
                parameters: &self.parameters,
                samples,
                target,
                gradient: None,
                workspace,
            };
            work.run()
        };
        share_out(samples.chunks(VALIDATION_PART), &mut self.workspaces, work)
    }
}

/// Does the work of all parts, each on the next thread that is free; the losses are added up in the order of the
/// parts.
fn share_out<P: Send>(
    parts: impl Iterator<Item = P> + Send,
    workspaces: &mut [Workspace],
    work: impl Fn(P, &mut Workspace) -> Losses + Sync,
) -> Losses {
    let parts = Mutex::new(parts.enumerate());
    let done = Mutex::new(Vec::new());
    let take = || {
        parts
            .lock()
            .unwrap_or_else(|error| error.into_inner())
            .next()
    };
    let run = |workspace: &mut Workspace| {
        while let Some((i, part)) = take() {
            let losses = work(part, workspace);
            done.lock()
                .unwrap_or_else(|error| error.into_inner())
                .push((i, losses));
        }
    };
    match workspaces {
        [workspace] => run(workspace),
        _ => std::thread::scope(|scope| {
            for workspace in workspaces {
                scope.spawn(|| run(workspace));
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
    use crate::train::toy;

    const TARGET: Target = Target {
        result_weight: 0.3,
        scale: 400.0,
    };

    fn trainer(threads: usize) -> Trainer {
        Trainer::new(Parameters::random(32, 7), Optimizer::new(32), threads)
    }

    #[test]
    fn a_small_set_is_learnt_by_heart() {
        let samples = toy::samples(200);
        let mut trainer = trainer(1);
        let before = trainer.validate(&samples, TARGET).mean();
        for _ in 0..600 {
            trainer.step(&samples, TARGET, 0.005);
        }
        let after = trainer.validate(&samples, TARGET).mean();
        assert!(after < 2e-4 && after < before / 100.0, "{before} {after}");
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let samples = toy::samples(1000);
        let run = |threads| {
            let mut trainer = trainer(threads);
            let losses: Vec<Losses> = (0..5)
                .map(|_| trainer.step(&samples, TARGET, 0.001))
                .collect();
            let validated = trainer.validate(&samples, TARGET);
            (losses, validated, trainer.parameters)
        };
        let one = run(1);
        assert_eq!(run(2), one);
        assert_eq!(run(5), one);
    }
}
