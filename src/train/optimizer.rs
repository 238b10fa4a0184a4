//! The AdamW optimizer (<https://arxiv.org/abs/1711.05101>): Adam with decoupled weight decay. The moments are
//! exponential moving averages of the gradient and of its square.
//!
//! The feature weights have a factoriser (as in Stockfish's trainer nnue-pytorch): weights of the same features that all
//! king buckets share, added to those of each bucket, so that rare buckets learn from all positions.
//! Only the sums are stored; the factoriser shows in the optimizer, which adds its step to that of each bucket.

use super::layer_stack::MAX_L1_WEIGHT;
use super::parameters::{MAX_FEATURE_WEIGHT, MAX_STACK_WEIGHT, MAX_WEIGHT, Parameters};
use super::simd::F32x16;
use crate::eval::nnue::{BUCKET_INPUTS, KING_BUCKETS, OUTPUT_BUCKETS};

/// The optimizer in a network's description.
pub(super) const NAME: &str = "AdamW (0.9, 0.999, feature weights within 1), factoriser, \
     feature transformer in bfloat16";

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// Weight decay of all parameters but the feature weights.
const OTHER_WEIGHT_DECAY: f32 = 0.01;
const EPSILON: f32 = 1e-8;

/// The state of the optimizer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimizer {
    pub first_moments: Parameters,
    pub second_moments: Parameters,
    /// First and second moments of the factoriser: a row for each feature of a king bucket, in tiles.
    pub factoriser: [Vec<F32x16>; 2],
    /// Exponential moving average of the parameters.
    pub average: Parameters,
    /// Number of steps taken.
    pub steps: u64,
}

/// The rates of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rates {
    pub learning_rate: f32,
    /// Learning rate of the feature transformer as a multiple of that of the other layers (discriminative fine-tuning,
    /// <https://arxiv.org/abs/1801.06146>). With 0 it is frozen.
    pub transformer: f32,
    /// Decay of the average for each step, 0 to 1.
    pub average_decay: f32,
    pub decay: FeatureDecay,
}

impl Rates {
    /// Whether the feature transformer learns, thus needs a gradient.
    pub(super) const fn trains_transformer(&self) -> bool {
        self.transformer > 0.0
    }
}

/// The decoupled decay of the feature weights for each step and a learning rate of 1, 0 to 1. It keeps the feature
/// transformer, nearly all of the parameters, from overfitting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureDecay {
    /// Towards zero (weight decay).
    pub weights: f32,
    /// Of the weights of each king bucket towards the mean of all buckets.
    pub buckets: f32,
}

/// The constants of a step that all its parts share.
#[derive(Clone, Copy)]
struct AdamStep<'a> {
    /// The gradient, summed over the batch.
    gradient: &'a Parameters,
    learning_rate: f32,
    decay: FeatureDecay,
    /// Share of the new parameters in their average.
    average_share: f32,
    /// One by the batch size, which makes a mean of a sum of gradients.
    gradient_scale: f32,
    bias_correction1: f32,
    bias_correction2: f32,
}

/// A range of the parameters with their moments and average.
struct Weights<'a> {
    /// Index of the first one.
    start: usize,
    values: &'a mut [F32x16],
    first_moments: &'a mut [F32x16],
    second_moments: &'a mut [F32x16],
    average: &'a mut [F32x16],
}

impl Optimizer {
    pub(super) fn new(parameters: &Parameters) -> Optimizer {
        let shape = parameters.shape();
        let factoriser = vec![F32x16::ZERO; BUCKET_INPUTS * parameters.row_len()];
        Optimizer {
            first_moments: Parameters::zeros(shape),
            second_moments: Parameters::zeros(shape),
            factoriser: [factoriser.clone(), factoriser],
            average: parameters.clone(),
            steps: 0,
        }
    }

    /// Takes a step along the gradient, the sum over `samples` positions. Each thread updates tiles of the feature
    /// transformer, so the result does not depend on their number. The average decays faster in the first steps, in
    /// which the initial weights would weigh too much.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradient: &Parameters,
        samples: usize,
        rates: Rates,
        threads: usize,
    ) {
        self.steps += 1;
        let power = |decay: f32| f64::from(decay).powf(self.steps as f64);
        let warm_up = (self.steps as f32 + 1.0) / (self.steps as f32 + 10.0);
        let step = AdamStep {
            gradient,
            learning_rate: rates.learning_rate,
            decay: rates.decay,
            average_share: 1.0 - rates.average_decay.min(warm_up),
            gradient_scale: 1.0 / samples as f32,
            bias_correction1: (1.0 / (1.0 - power(BETA1))) as f32,
            bias_correction2: (1.0 / (1.0 - power(BETA2))) as f32,
        };
        let shape = parameters.shape();
        let width = 2 * shape.tile_pairs();
        let mut rest = Weights {
            start: 0,
            values: &mut parameters.values,
            first_moments: &mut self.first_moments.values,
            second_moments: &mut self.second_moments.values,
            average: &mut self.average.values,
        };
        let mut tiles = rest.take_front(shape.transformer_len());
        let tiles_step = AdamStep {
            learning_rate: rates.learning_rate * rates.transformer,
            ..step
        };
        let [mut m, mut v] = self.factoriser.each_mut().map(Vec::as_mut_slice);
        let tiles_each = (shape.row_len() / width).div_ceil(threads);
        std::thread::scope(|scope| {
            while rates.trains_transformer() && !m.is_empty() {
                let weights = tiles.take_front(tiles_each * shape.tile_len());
                let features = tiles_each * BUCKET_INPUTS * width;
                let moments = [take_front(&mut m, features), take_front(&mut v, features)];
                let work = move || tiles_step.tiles(weights, moments, width);
                if threads == 1 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
            step.others(
                rest.take_front(2 * OUTPUT_BUCKETS * shape.row_len()),
                MAX_WEIGHT,
            );
            if let Some(layout) = shape.stack_layout() {
                for _ in 0..OUTPUT_BUCKETS {
                    let l1_len = layout.l1_weights().len();
                    step.others(rest.take_front(l1_len), MAX_L1_WEIGHT);
                    step.others(rest.take_front(layout.len() - l1_len), MAX_STACK_WEIGHT);
                }
            }
            // 32 bits hold the output biases without a limit.
            step.others(rest, f32::INFINITY);
        });
    }
}

/// Splits off the first vectors, at most `count`.
fn take_front<'a>(vectors: &mut &'a mut [F32x16], count: usize) -> &'a mut [F32x16] {
    let count = count.min(vectors.len());
    vectors.split_off_mut(..count).unwrap_or_default()
}

impl<'a> Weights<'a> {
    /// Splits off the first vectors, at most `count`.
    fn take_front(&mut self, count: usize) -> Weights<'a> {
        let start = self.start;
        let values = take_front(&mut self.values, count);
        self.start += values.len();
        Weights {
            start,
            values,
            first_moments: take_front(&mut self.first_moments, count),
            second_moments: take_front(&mut self.second_moments, count),
            average: take_front(&mut self.average, count),
        }
    }
}

impl AdamStep<'_> {
    /// Takes the step of some tiles of the feature transformer, whose rows have `width` vectors.
    fn tiles(self, mut tiles: Weights, [mut m, mut v]: [&mut [F32x16]; 2], width: usize) {
        let features = BUCKET_INPUTS * width;
        while !m.is_empty() {
            let king_buckets: [Weights; KING_BUCKETS] =
                std::array::from_fn(|_| tiles.take_front(features));
            let moments = [take_front(&mut m, features), take_front(&mut v, features)];
            self.features(king_buckets, moments);
            self.others(tiles.take_front(width), MAX_WEIGHT);
        }
    }

    /// Takes the step of some feature weights in all king buckets.
    #[inline(always)]
    fn features(self, mut king_buckets: [Weights; KING_BUCKETS], [m, v]: [&mut [F32x16]; 2]) {
        for (i, (m, v)) in m.iter_mut().zip(v).enumerate() {
            let gradients = king_buckets
                .each_ref()
                .map(|bucket| self.gradient(bucket.start + i));
            let (mut sum, mut values) = (F32x16::ZERO, F32x16::ZERO);
            for (bucket, gradient) in king_buckets.iter().zip(gradients) {
                sum += gradient;
                values += bucket.values[i];
            }
            let mut shared = self.update(m, v, sum);
            shared += values.scaled(-self.decay.buckets / KING_BUCKETS as f32);
            for (bucket, gradient) in king_buckets.iter_mut().zip(gradients) {
                let mut update = shared;
                update += bucket.values[i].scaled(self.decay.buckets + self.decay.weights);
                self.apply(bucket, i, gradient, update, MAX_FEATURE_WEIGHT);
            }
        }
    }

    /// Takes the step of other weights or biases, which stay within ± `limit`.
    fn others(self, mut weights: Weights, limit: f32) {
        for i in 0..weights.values.len() {
            let gradient = self.gradient(weights.start + i);
            let decay = weights.values[i].scaled(OTHER_WEIGHT_DECAY);
            self.apply(&mut weights, i, gradient, decay, limit);
        }
    }

    #[inline(always)]
    fn gradient(self, index: usize) -> F32x16 {
        self.gradient.values[index]
    }

    /// Changes a vector of weights by the update of their gradient and another one.
    #[inline(always)]
    fn apply(self, weights: &mut Weights, i: usize, gradient: F32x16, other: F32x16, limit: f32) {
        let (m, v) = (
            &mut weights.first_moments[i],
            &mut weights.second_moments[i],
        );
        let mut update = self.update(m, v, gradient);
        update += other;
        let (value, average) = (&mut weights.values[i], &mut weights.average[i]);
        for lane in 0..F32x16::LANES {
            let updated = value.0[lane] - self.learning_rate * update.0[lane];
            value.0[lane] = updated.clamp(-limit, limit);
            average.0[lane] += self.average_share * (value.0[lane] - average.0[lane]);
        }
    }

    /// Updates the moments. Returns the step of Adam for a learning rate of 1.
    #[inline(always)]
    fn update(self, m: &mut F32x16, v: &mut F32x16, gradient: F32x16) -> F32x16 {
        let mut update = F32x16::ZERO;
        for i in 0..F32x16::LANES {
            let gradient = gradient.0[i] * self.gradient_scale;
            m.0[i] += (1.0 - BETA1) * (gradient - m.0[i]);
            v.0[i] += (1.0 - BETA2) * (gradient * gradient - v.0[i]);
            let denominator = (v.0[i] * self.bias_correction2).sqrt() + EPSILON;
            update.0[i] = m.0[i] * self.bias_correction1 / denominator;
        }
        update
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::parameters::Shape;

    /// The index of the bias of the feature transformer, which has no factoriser.
    const BIAS: usize = KING_BUCKETS * BUCKET_INPUTS * 32 / F32x16::LANES;

    const DECAY: FeatureDecay = FeatureDecay {
        weights: 0.02,
        buckets: 0.1,
    };

    const fn rates(average_decay: f32) -> Rates {
        Rates {
            learning_rate: 0.01,
            transformer: 1.0,
            average_decay,
            decay: DECAY,
        }
    }

    #[test]
    fn steps_descend_the_gradient_at_the_learning_rate() {
        let mut parameters = Parameters::zeros(Shape::with_layer_stacks(32));
        let mut optimizer = Optimizer::new(&parameters);
        let mut gradient = Parameters::zeros(Shape::with_layer_stacks(32));
        gradient.values[BIAS].0[3] = 50.0;
        gradient.values[5].0[2] = 3.0;
        gradient.values[BIAS + 1].0[0] = -0.5;
        for _ in 0..10 {
            optimizer.step(&mut parameters, &gradient, 10, rates(0.0), 1);
        }
        // With a constant gradient each step has the length of the learning rate, less the weight decay.
        assert!((parameters.values[BIAS].0[3] + 0.1).abs() < 1e-4);
        assert!((parameters.values[BIAS + 1].0[0] - 0.1).abs() < 1e-4);
        assert_eq!(parameters.values[BIAS + 2], F32x16::ZERO);
        for _ in 0..1000 {
            optimizer.step(&mut parameters, &gradient, 10, rates(0.0), 1);
        }
        assert_eq!(parameters.values[BIAS].0[3], -MAX_WEIGHT);
        assert_eq!(parameters.values[5].0[2], -MAX_FEATURE_WEIGHT);
    }

    #[test]
    fn the_factoriser_teaches_all_king_buckets() {
        let mut parameters = Parameters::zeros(Shape::with_layer_stacks(32));
        let mut optimizer = Optimizer::new(&parameters);
        let mut gradient = Parameters::zeros(Shape::with_layer_stacks(32));
        let features = BUCKET_INPUTS * parameters.row_len();
        gradient.values[features + 5].0[2] = 3.0;
        let mut expected = [0.0; KING_BUCKETS];
        for _ in 0..10 {
            optimizer.step(&mut parameters, &gradient, 10, rates(0.0), 1);
            // The bucket that saw the positions takes its own steps beside those of the factoriser, less the decay.
            let mean = expected.iter().sum::<f32>() / KING_BUCKETS as f32;
            for (bucket, value) in expected.iter_mut().enumerate() {
                let steps = if bucket == 1 { 2.0 } else { 1.0 };
                *value -= 0.01 * (steps + DECAY.buckets * (*value - mean) + DECAY.weights * *value);
            }
        }
        for (bucket, expected) in expected.into_iter().enumerate() {
            let found = parameters.values[bucket * features + 5].0;
            assert!((found[2] - expected).abs() < 2e-4, "{bucket}: {found:?}");
            assert_eq!((found[1], found[3]), (0.0, 0.0));
        }
    }

    #[test]
    fn king_buckets_decay_towards_their_mean() {
        let mut parameters = Parameters::zeros(Shape::with_layer_stacks(32));
        let mut optimizer = Optimizer::new(&parameters);
        let gradient = Parameters::zeros(Shape::with_layer_stacks(32));
        let features = BUCKET_INPUTS * parameters.row_len();
        parameters.values[features + 5].0[2] = 0.8;
        optimizer.step(&mut parameters, &gradient, 10, rates(0.0), 1);
        let found: Vec<f32> = (0..KING_BUCKETS)
            .map(|bucket| parameters.values[bucket * features + 5].0[2])
            .collect();
        let all = 0.01 * DECAY.weights * 0.8;
        let expected = [0.0002, 0.8 - 0.0006 - all, 0.0002, 0.0002];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn the_average_follows_the_parameters() {
        let mut parameters = Parameters::zeros(Shape::with_layer_stacks(32));
        let mut optimizer = Optimizer::new(&parameters);
        let mut gradient = Parameters::zeros(Shape::with_layer_stacks(32));
        gradient.values[BIAS].0[0] = 1.0;
        let mut expected = 0.0;
        for steps in 1..=50 {
            optimizer.step(&mut parameters, &gradient, 1, rates(0.7), 1);
            let decay = f32::min(0.7, (steps as f32 + 1.0) / (steps as f32 + 10.0));
            expected = decay * expected + (1.0 - decay) * parameters.values[BIAS].0[0];
            let average = optimizer.average.values[BIAS].0[0];
            assert!(
                (average - expected).abs() < 1e-5,
                "{steps}: {average} {expected}"
            );
        }
        optimizer.step(&mut parameters, &gradient, 1, rates(0.0), 1);
        assert_eq!(optimizer.average.values[BIAS], parameters.values[BIAS]);
    }

    #[test]
    fn the_number_of_threads_does_not_change_a_step() {
        let run = |threads| {
            let mut parameters = Parameters::random(Shape::with_layer_stacks(256), 1);
            let mut optimizer = Optimizer::new(&parameters);
            let gradient = Parameters::random(Shape::with_layer_stacks(256), 2);
            optimizer.step(&mut parameters, &gradient, 5, rates(0.9), threads);
            (parameters, optimizer)
        };
        assert_eq!(run(1), run(3));
    }
}
