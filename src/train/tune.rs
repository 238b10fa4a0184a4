//! Texel tuning (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>) by
//! gradient descent with Adam. The evaluation of a position is linear in the weights, so one pass computes the loss
//! and its gradient.

use std::path::PathBuf;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::error::TrainError;
use super::games::{self, Subset};
use super::sample::Sample;
use super::target::{Target, sigmoid};
use crate::eval::{EvalTrace, Weight, current_weights};

/// Width in centipawns of the sigmoid that maps the scores of the games to win rates.
pub(super) const SCORE_SCALE: f32 = 400.0;

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
/// Damps the steps of weights with gradients near this size: those of terms that hardly ever occur.
const EPSILON: f64 = 1e-8;

/// Variance of the game results around the expected ones, in win rates, roughly: it weighs the data against the prior.
const SQUARED_ERROR: f64 = 0.1;

/// Steps between two validations.
const VALIDATION_INTERVAL: u64 = 25;

/// The configuration of a tuning run.
#[derive(Clone, Debug)]
pub struct TuneConfig {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// Number of positions, sampled at random.
    pub positions: usize,
    /// Weight of the game result in the target, 0 to 1; the rest is the score.
    pub wdl: f64,
    /// Number of steps, each over all positions.
    pub steps: u64,
    /// The most that a weight moves in the first step, in centipawns; decays linearly to 0.
    pub learning_rate: f64,
    /// Number of threads. The result does not depend on it.
    pub threads: usize,
    /// Random seed of the sampling.
    pub seed: u64,
    /// How far a weight is expected to move, in centipawns, as the standard deviation of a normal distribution around
    /// its current value; `None` to trust the data alone.
    pub deviation: Option<f64>,
}

/// An event of a tuning run.
#[derive(Clone, Debug)]
pub enum TuneEvent {
    /// The positions are loaded; their number.
    Loaded(usize),
    /// The width of the evaluation's sigmoid is fitted, in centipawns; it stays fixed.
    Scale(f64),
    /// A step is done and the weights are validated.
    Step {
        /// Steps done.
        number: u64,
        /// Mean training loss.
        loss: f64,
        /// Mean validation loss, on a tenth of the games.
        validation: f64,
    },
}

/// A position as a linear function of the weights, and its target win rate.
pub(super) struct Example {
    pub(super) linear: EvalTrace,
    pub(super) target: f32,
}

/// Tunes the current weights of the hand-crafted evaluation (HCE) and calls `report` with the progress.
pub fn tune(
    config: &TuneConfig,
    report: &mut dyn FnMut(TuneEvent),
) -> Result<Vec<Weight>, TrainError> {
    let [validation, examples] = [
        (Subset::Validation(config.seed), config.positions / 10),
        (
            Subset::Training(config.seed),
            config.positions - config.positions / 10,
        ),
    ]
    .map(|(subset, count)| examples(config, subset, count));
    let (validation, examples) = (validation?, examples?);
    report(TuneEvent::Loaded(validation.len() + examples.len()));
    if validation.is_empty() || examples.is_empty() {
        return Err(TrainError::NoPositions);
    }
    Ok(fit(
        &examples,
        &validation,
        current_weights(),
        config,
        report,
    ))
}

/// Samples at most `count` positions of a subset of the games.
fn examples(config: &TuneConfig, subset: Subset, count: usize) -> Result<Vec<Example>, TrainError> {
    let target = Target {
        wdl: config.wdl as f32,
        scale: SCORE_SCALE,
    };
    let positions = games::read_subset(&config.data, subset)?;
    let samples = reservoir_sample(positions, count, config.seed)?;
    let examples = samples.iter().filter_map(|sample| example(sample, target));
    Ok(examples.collect())
}

/// Samples `count` elements with equal probability (<https://en.wikipedia.org/wiki/Reservoir_sampling>).
fn reservoir_sample(
    samples: impl Iterator<Item = Result<Sample, TrainError>>,
    count: usize,
    seed: u64,
) -> Result<Vec<Sample>, TrainError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chosen = Vec::new();
    for (i, sample) in samples.enumerate() {
        let sample = sample?;
        if i < count {
            chosen.push(sample);
        } else if let Some(slot) = chosen.get_mut(random.random_range(0..=i)) {
            *slot = sample;
        }
    }
    Ok(chosen)
}

fn example(sample: &Sample, target: Target) -> Option<Example> {
    Some(Example {
        linear: EvalTrace::new(&sample.position()?)?,
        target: target.of(sample),
    })
}

/// Minimises the loss of the examples with Adam. Returns the weights with the lowest validation loss, because with few
/// games more steps overfit, or, if a deviation keeps them from that, the last weights.
pub(super) fn fit(
    examples: &[Example],
    validation: &[Example],
    mut weights: Vec<Weight>,
    config: &TuneConfig,
    report: &mut dyn FnMut(TuneEvent),
) -> Vec<Weight> {
    let scale = best_scale(examples, &weights);
    report(TuneEvent::Scale(scale));
    let mut best = (f64::INFINITY, weights.clone());
    let prior = weights.clone();
    let prior_slope = config.deviation.map_or(0.0, |deviation| {
        2.0 * SQUARED_ERROR / (deviation * deviation * examples.len() as f64)
    });
    let mut first_moments = vec![[0.0; 2]; weights.len()];
    let mut second_moments = first_moments.clone();
    for step in 0..=config.steps {
        let gradient = Gradient::of(examples, &weights, scale, config.threads);
        if step.is_multiple_of(VALIDATION_INTERVAL) || step == config.steps {
            let validation_loss = mean_loss(validation, &weights, scale);
            report(TuneEvent::Step {
                number: step,
                loss: gradient.loss / examples.len() as f64,
                validation: validation_loss,
            });
            if validation_loss < best.0 {
                best = (validation_loss, weights.clone());
            }
        }
        if step == config.steps {
            break;
        }
        let power = |decay: f64| 1.0 - decay.powf((step + 1) as f64);
        let (bias_correction1, bias_correction2) = (power(BETA1), power(BETA2));
        let rate = config.learning_rate * (1.0 - step as f64 / config.steps as f64);
        for (i, slopes) in gradient.weights.iter().enumerate() {
            for phase in 0..2 {
                let moved = f64::from(weights[i][phase] - prior[i][phase]);
                let slope = slopes[phase] / examples.len() as f64 + prior_slope * moved;
                let (m, v) = (&mut first_moments[i][phase], &mut second_moments[i][phase]);
                *m += (1.0 - BETA1) * (slope - *m);
                *v += (1.0 - BETA2) * (slope * slope - *v);
                let denominator = (*v / bias_correction2).sqrt() + EPSILON;
                weights[i][phase] -= (rate * *m / bias_correction1 / denominator) as f32;
            }
        }
    }
    if config.deviation.is_some() {
        weights
    } else {
        best.1
    }
}

/// The summed loss and its gradient.
struct Gradient {
    weights: Vec<[f64; 2]>,
    loss: f64,
}

impl Gradient {
    /// Parts of the examples, summed in order so that the result does not depend on the number of threads.
    const PARTS: usize = 16;

    fn of(examples: &[Example], weights: &[Weight], scale: f64, threads: usize) -> Gradient {
        let parts: Vec<&[Example]> = examples
            .chunks(examples.len().div_ceil(Gradient::PARTS))
            .collect();
        let mut sum = Gradient {
            weights: vec![[0.0; 2]; weights.len()],
            loss: 0.0,
        };
        for parts in parts.chunks(threads.clamp(1, Gradient::PARTS)) {
            let gradients: Vec<Gradient> = std::thread::scope(|scope| {
                let run = |part| scope.spawn(move || Gradient::of_part(part, weights, scale));
                let running: Vec<_> = parts.iter().map(|part| run(*part)).collect();
                let joined = running.into_iter().map(|thread| thread.join());
                joined
                    .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect()
            });
            for gradient in gradients {
                sum.add(&gradient);
            }
        }
        sum
    }

    fn of_part(examples: &[Example], weights: &[Weight], scale: f64) -> Gradient {
        let mut gradient = Gradient {
            weights: vec![[0.0; 2]; weights.len()],
            loss: 0.0,
        };
        for example in examples {
            let linear = &example.linear;
            let output = sigmoid(linear.evaluate(weights) / scale as f32);
            let error = output - example.target;
            gradient.loss += f64::from(error * error);
            let slope = 2.0 * f64::from(error * output * (1.0 - output)) / scale;
            let factors =
                [linear.middlegame, linear.endgame].map(|factor| slope * f64::from(factor));
            for &(index, count) in &linear.coefficients {
                let weight = &mut gradient.weights[usize::from(index)];
                weight[0] += factors[0] * f64::from(count);
                weight[1] += factors[1] * f64::from(count);
            }
        }
        gradient
    }

    fn add(&mut self, other: &Gradient) {
        self.loss += other.loss;
        for (sum, more) in self.weights.iter_mut().zip(&other.weights) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

fn mean_loss(examples: &[Example], weights: &[Weight], scale: f64) -> f64 {
    let loss = |example: &Example| {
        let output = sigmoid(example.linear.evaluate(weights) / scale as f32);
        f64::from((output - example.target).powi(2))
    };
    examples.iter().map(loss).sum::<f64>() / examples.len().max(1) as f64
}

/// Fits the width of the sigmoid in centipawns to the current weights, by ternary search.
fn best_scale(examples: &[Example], weights: &[Weight]) -> f64 {
    let (mut low, mut high) = (50.0, 2000.0);
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        if mean_loss(examples, weights, left) < mean_loss(examples, weights, right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::train::test_data;

    fn config(threads: usize) -> TuneConfig {
        TuneConfig {
            data: Vec::new(),
            positions: 0,
            wdl: 0.0,
            steps: 120,
            learning_rate: 4.0,
            threads,
            seed: 0,
            deviation: None,
        }
    }

    #[test]
    fn tuning_reads_files_and_reports_its_steps() {
        let folder = TempDir::new().unwrap();
        let [data, other] = test_data::files(folder.path());
        let config = TuneConfig {
            data: vec![data, other],
            positions: 400,
            steps: 30,
            ..config(2)
        };
        let mut loaded = 0;
        let mut steps = Vec::new();
        let mut report = |event| match event {
            TuneEvent::Loaded(positions) => loaded = positions,
            TuneEvent::Scale(_) => {}
            TuneEvent::Step { number, .. } => steps.push(number),
        };
        let weights = tune(&config, &mut report).unwrap();
        assert_eq!(weights.len(), current_weights().len());
        // Positions whose evaluation is not linear in the weights are dropped.
        assert!((300..=400).contains(&loaded), "{loaded}");
        assert_eq!(steps, [0, 25, 30]);
        assert_eq!(tune(&config, &mut |_| {}).unwrap(), weights);
        let empty = TuneConfig {
            positions: 0,
            ..config
        };
        let result = tune(&empty, &mut |_| {});
        assert!(matches!(result, Err(TrainError::NoPositions)));
    }

    /// Positions whose targets are the evaluation with changed weights.
    fn examples(changed: &[Weight]) -> Vec<Example> {
        let positions = test_data::positions(3000);
        let linear = positions.iter().filter_map(EvalTrace::new);
        let example = |linear: EvalTrace| Example {
            target: sigmoid(linear.evaluate(changed) / 200.0),
            linear,
        };
        linear.map(example).collect()
    }

    #[test]
    fn the_width_of_the_sigmoid_is_fitted() {
        let weights = current_weights();
        let scale = best_scale(&examples(&weights), &weights);
        assert!((scale - 200.0).abs() < 1.0, "{scale}");
    }

    #[test]
    fn the_gradient_matches_finite_differences() {
        let mut weights = current_weights();
        let examples = examples(&weights);
        weights.iter_mut().for_each(|weight| weight[0] *= 1.5);
        let gradient = Gradient::of(&examples, &weights, 200.0, 1);
        for index in (0..weights.len()).step_by(7) {
            for phase in 0..2 {
                let at = |change: f32| {
                    let mut weights = weights.clone();
                    weights[index][phase] += change;
                    mean_loss(&examples, &weights, 200.0) * examples.len() as f64
                };
                let expected = (at(2.0) - at(-2.0)) / 4.0;
                let slope = gradient.weights[index][phase];
                assert!(
                    (slope - expected).abs() < 2e-3 + 0.01 * expected.abs(),
                    "{index} {phase}: {slope} {expected}"
                );
            }
        }
    }

    #[test]
    fn tuning_recovers_changed_weights_with_any_number_of_threads() {
        let mut changed = current_weights();
        // The material of knights.
        changed[1] = [changed[1][0] - 60.0, changed[1][1] + 40.0];
        let examples = examples(&changed);
        let run = |threads| {
            let mut losses = Vec::new();
            let tuned = fit(
                &examples,
                &examples[..300],
                current_weights(),
                &config(threads),
                &mut |event| {
                    if let TuneEvent::Step { loss, .. } = event {
                        losses.push(loss);
                    }
                },
            );
            (tuned, losses)
        };
        let (tuned, losses) = run(1);
        assert!(losses[losses.len() - 1] < losses[0] / 20.0, "{losses:?}");
        assert_eq!(run(3).0, tuned);
    }
}
