//! Texel's tuning of the evaluation's weights
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>), by gradients: the evaluation of each position is a linear
//! function of the weights, so that the loss and its slopes for all of them cost one pass.

use std::path::PathBuf;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::TrainError;
use super::games::{self, Part};
use super::gradient::{Target, sigmoid};
use super::sample::Sample;
use crate::eval::{EvalTrace, Weight, current_weights};

/// The width in centipawns of the logistic curve that turns the scores of the games into chances.
const SCORE_SCALE: f32 = 400.0;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Slopes that are not much more than this move a weight less: those of terms that hardly ever occur.
const EPSILON: f64 = 1e-8;

/// After so many steps the weights are tried on the positions that are not tuned by.
const JUDGED: u64 = 25;

/// What to tune by, and how long.
#[derive(Clone, Debug)]
pub struct TuneConfig {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// How many of their positions are taken, by chance.
    pub positions: usize,
    /// The share of the game's result in what is learnt, 0 to 1; the rest is the score.
    pub result_weight: f64,
    /// Steps, each by all positions.
    pub steps: u64,
    /// The farthest that a weight moves in the first step, in centipawns; it falls evenly to nothing.
    pub learning_rate: f64,
    /// Threads; their number does not change the result.
    pub threads: usize,
    /// Other seeds take other positions.
    pub seed: u64,
}

/// How the tuning goes on.
#[derive(Clone, Debug)]
pub enum TuneEvent {
    /// So many positions are read.
    Read(usize),
    /// The number of centipawns that stands for the width of the logistic curve is found; it is kept.
    Scale(f64),
    /// After so many steps.
    Step {
        /// The steps.
        number: u64,
        /// The mean loss of the positions tuned by.
        loss: f64,
        /// That of positions of other games, a tenth of all.
        validation: f64,
    },
}

/// A position and the chances that it is to stand for.
struct Example {
    linear: EvalTrace,
    target: f32,
}

/// Tunes the weights that the evaluation has.
pub fn tune(
    settings: &TuneConfig,
    tell: &mut dyn FnMut(TuneEvent),
) -> Result<Vec<Weight>, TrainError> {
    let [validation, examples] = [
        (Part::Tenth(settings.seed), settings.positions / 10),
        (
            Part::Others(settings.seed),
            settings.positions - settings.positions / 10,
        ),
    ]
    .map(|(part, count)| examples(settings, part, count));
    let (validation, examples) = (validation?, examples?);
    tell(TuneEvent::Read(validation.len() + examples.len()));
    if validation.is_empty() || examples.is_empty() {
        return Err(TrainError::NoPositions);
    }
    Ok(fit(
        &examples,
        &validation,
        current_weights(),
        settings,
        tell,
    ))
}

/// At most so many positions of a part of the games, each with the same chance.
fn examples(settings: &TuneConfig, part: Part, count: usize) -> Result<Vec<Example>, TrainError> {
    let target = Target {
        result_weight: settings.result_weight as f32,
        scale: SCORE_SCALE,
    };
    let positions = games::read_part(&settings.data, part)?;
    let samples = choose(positions, count, settings.seed)?;
    let examples = samples.iter().filter_map(|sample| example(sample, target));
    Ok(examples.collect())
}

/// Takes so many with the same chance (<https://en.wikipedia.org/wiki/Reservoir_sampling>).
fn choose(
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
        } else if let Some(place) = chosen.get_mut(random.random_range(0..=i)) {
            *place = sample;
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

/// Moves the weights where the loss of the examples is least, and gives back those which were best for others, of other
/// games: with few games, more steps learn them by heart.
fn fit(
    examples: &[Example],
    validation: &[Example],
    mut weights: Vec<Weight>,
    settings: &TuneConfig,
    tell: &mut dyn FnMut(TuneEvent),
) -> Vec<Weight> {
    let scale = best_scale(examples, &weights);
    tell(TuneEvent::Scale(scale));
    let mut best = (f64::INFINITY, weights.clone());
    let mut means = vec![[0.0; 2]; weights.len()];
    let mut squares = means.clone();
    for step in 0..=settings.steps {
        let slopes = Slopes::of(examples, &weights, scale, settings.threads);
        if step % JUDGED == 0 || step == settings.steps {
            let validation_loss = mean_loss(validation, &weights, scale);
            tell(TuneEvent::Step {
                number: step,
                loss: slopes.loss / examples.len() as f64,
                validation: validation_loss,
            });
            if validation_loss < best.0 {
                best = (validation_loss, weights.clone());
            }
        }
        if step == settings.steps {
            break;
        }
        let power = |decay: f64| 1.0 - decay.powf((step + 1) as f64);
        let (mean_correction, square_correction) = (power(MEAN_DECAY), power(SQUARE_DECAY));
        let rate = settings.learning_rate * (1.0 - step as f64 / settings.steps as f64);
        for (i, slopes) in slopes.weights.iter().enumerate() {
            for phase in 0..2 {
                let slope = slopes[phase] / examples.len() as f64;
                let (mean, square) = (&mut means[i][phase], &mut squares[i][phase]);
                *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
                *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
                let size = (*square / square_correction).sqrt() + EPSILON;
                weights[i][phase] -= (rate * *mean / mean_correction / size) as f32;
            }
        }
    }
    best.1
}

/// The slopes of the summed loss.
struct Slopes {
    weights: Vec<[f64; 2]>,
    loss: f64,
}

impl Slopes {
    /// Examples are always cut into as many parts, added up in order: the number of threads changes nothing.
    const PARTS: usize = 16;

    fn of(examples: &[Example], weights: &[Weight], scale: f64, threads: usize) -> Slopes {
        let parts: Vec<&[Example]> = examples
            .chunks(examples.len().div_ceil(Slopes::PARTS))
            .collect();
        let mut sums = Slopes {
            weights: vec![[0.0; 2]; weights.len()],
            loss: 0.0,
        };
        for parts in parts.chunks(threads.clamp(1, Slopes::PARTS)) {
            let done: Vec<Slopes> = std::thread::scope(|scope| {
                let run = |part| scope.spawn(move || Slopes::of_part(part, weights, scale));
                let running: Vec<_> = parts.iter().map(|part| run(*part)).collect();
                let joined = running.into_iter().map(|thread| thread.join());
                joined
                    .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect()
            });
            for part in done {
                sums.add(&part);
            }
        }
        sums
    }

    fn of_part(examples: &[Example], weights: &[Weight], scale: f64) -> Slopes {
        let mut slopes = Slopes {
            weights: vec![[0.0; 2]; weights.len()],
            loss: 0.0,
        };
        for example in examples {
            let linear = &example.linear;
            let output = sigmoid(linear.evaluate(weights) / scale as f32);
            let error = output - example.target;
            slopes.loss += f64::from(error * error);
            let slope = 2.0 * f64::from(error * output * (1.0 - output)) / scale;
            let factors =
                [linear.middlegame, linear.endgame].map(|factor| slope * f64::from(factor));
            for &(place, count) in &linear.coefficients {
                let weight = &mut slopes.weights[usize::from(place)];
                weight[0] += factors[0] * f64::from(count);
                weight[1] += factors[1] * f64::from(count);
            }
        }
        slopes
    }

    fn add(&mut self, other: &Slopes) {
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

/// How many centipawns make the curve fit best as the weights are: found by cutting an interval in three.
fn best_scale(examples: &[Example], weights: &[Weight]) -> f64 {
    let (mut low, mut high) = (50.0, 2000.0);
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        match mean_loss(examples, weights, left) < mean_loss(examples, weights, right) {
            true => high = right,
            false => low = left,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::toy::{self, Folder};

    fn settings(threads: usize) -> TuneConfig {
        TuneConfig {
            data: Vec::new(),
            positions: 0,
            result_weight: 0.0,
            steps: 120,
            learning_rate: 4.0,
            threads,
            seed: 0,
        }
    }

    #[test]
    fn files_are_tuned_by() {
        let folder = Folder::new("tune");
        let [data, other] = toy::files(&folder);
        let settings = TuneConfig {
            data: vec![data, other],
            positions: 400,
            steps: 30,
            ..settings(2)
        };
        let mut read = 0;
        let mut steps = Vec::new();
        let mut tell = |event| match event {
            TuneEvent::Read(positions) => read = positions,
            TuneEvent::Scale(_) => {}
            TuneEvent::Step { number, .. } => steps.push(number),
        };
        let weights = tune(&settings, &mut tell).unwrap();
        assert_eq!(weights.len(), current_weights().len());
        // Positions whose evaluation is not linear in the weights are left out.
        assert!((300..=400).contains(&read), "{read}");
        assert_eq!(steps, [0, 25, 30]);
        assert_eq!(tune(&settings, &mut |_| {}).unwrap(), weights);
        let nothing = TuneConfig {
            positions: 0,
            ..settings
        };
        let refused = tune(&nothing, &mut |_| {});
        assert!(matches!(refused, Err(TrainError::NoPositions)));
    }

    /// Positions whose targets are the evaluation itself with some weights changed.
    fn examples(changed: &[Weight]) -> Vec<Example> {
        let positions = toy::positions(3000);
        let linear = positions.iter().filter_map(EvalTrace::new);
        let example = |linear: EvalTrace| Example {
            target: sigmoid(linear.evaluate(changed) / 200.0),
            linear,
        };
        linear.map(example).collect()
    }

    #[test]
    fn the_scale_is_found() {
        let weights = current_weights();
        let scale = best_scale(&examples(&weights), &weights);
        assert!((scale - 200.0).abs() < 1.0, "{scale}");
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let mut weights = current_weights();
        let examples = examples(&weights);
        weights.iter_mut().for_each(|weight| weight[0] *= 1.5);
        let slopes = Slopes::of(&examples, &weights, 200.0, 1);
        for place in (0..weights.len()).step_by(7) {
            for phase in 0..2 {
                let at = |change: f32| {
                    let mut weights = weights.clone();
                    weights[place][phase] += change;
                    mean_loss(&examples, &weights, 200.0) * examples.len() as f64
                };
                let expected = (at(2.0) - at(-2.0)) / 4.0;
                let slope = slopes.weights[place][phase];
                assert!(
                    (slope - expected).abs() < 2e-3 + 0.01 * expected.abs(),
                    "{place} {phase}: {slope} {expected}"
                );
            }
        }
    }

    #[test]
    fn changed_weights_are_found_again_with_any_number_of_threads() {
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
                &settings(threads),
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
