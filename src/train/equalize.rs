//! Cross-layer equalisation (<https://arxiv.org/abs/1906.04721>) of the feature transformer: before quantisation each
//! neuron is multiplied by a factor of its own, and what follows it is divided, so that its weights and activations use
//! the whole range of their integers. The network's output stays the same.

use super::optimizer::Optimizer;
use super::parameters::{MAX_FEATURE_WEIGHT, MAX_WEIGHT, Parameters, Shape};
use super::sample::Sample;
use super::simd::F32x16;
use crate::eval::nnue::{BUCKET_INPUTS, MAX_FEATURE_BIAS, OUTPUT_BUCKETS, QA};

/// A smaller factor gains less than it costs to round the weights again of a network that begins quantised.
const MIN_FACTOR: f32 = 1.1;
/// With a larger factor the bias of a neuron that is hardly ever active might not fit its integer.
const MAX_FACTOR: f32 = 64.0;
const _: () = assert!(MAX_FACTOR * MAX_WEIGHT * QA as f32 <= MAX_FEATURE_BIAS as f32);

/// Multiplies each neuron by the largest factor with which no weight exceeds its limit, and no activation in these
/// positions 1, where it would be clipped.
pub(super) fn equalize(parameters: &mut Parameters, samples: &[Sample]) {
    let factors = factors(parameters, samples);
    rescale(parameters, &factors);
}

/// The same in the middle of a training, by the averaged weights. The gradient of a weight that is multiplied by a factor
/// is divided by it, thus also the moments.
pub(super) fn equalize_training(
    parameters: &mut Parameters,
    optimizer: &mut Optimizer,
    samples: &[Sample],
) {
    let shape = parameters.shape();
    let factors = factors(&optimizer.average, samples);
    rescale(parameters, &factors);
    rescale(&mut optimizer.average, &factors);
    let reciprocals: Vec<f32> = factors.iter().map(|factor| 1.0 / factor).collect();
    let squares: Vec<f32> = reciprocals.iter().map(|factor| factor * factor).collect();
    rescale(&mut optimizer.first_moments, &reciprocals);
    rescale(&mut optimizer.second_moments, &squares);
    for (moments, factors) in optimizer.factoriser.iter_mut().zip([reciprocals, squares]) {
        rescale_rows(moments, BUCKET_INPUTS, shape, &factors);
    }
}

/// The factor of each neuron.
fn factors(parameters: &Parameters, samples: &[Sample]) -> Vec<f32> {
    let largest_weights = largest_weights(parameters);
    let largest_activations = largest_activations(parameters, samples);
    largest_weights
        .into_iter()
        .zip(largest_activations)
        .map(|(weight, activation)| factor(weight, activation))
        .collect()
}

/// The factor of a neuron: 1, or [`MIN_FACTOR`] to [`MAX_FACTOR`].
fn factor(largest_weight: f32, largest_activation: f32) -> f32 {
    let limit = (MAX_FEATURE_WEIGHT / largest_weight).min(1.0 / largest_activation);
    if limit >= MIN_FACTOR {
        limit.min(MAX_FACTOR)
    } else {
        1.0
    }
}

/// The largest absolute feature weight of each neuron.
fn largest_weights(parameters: &Parameters) -> Vec<f32> {
    let mut largest = vec![0.0f32; parameters.hidden_size()];
    for row in 0..parameters.shape().inputs() {
        for (largest, weight) in largest.iter_mut().zip(parameters.transformer_row(row)) {
            *largest = largest.max(weight.abs());
        }
    }
    largest
}

/// The largest value of each neuron's accumulators in some positions, at least 0.
fn largest_activations(parameters: &Parameters, samples: &[Sample]) -> Vec<f32> {
    let shape = parameters.shape();
    let rows: Vec<Vec<f32>> = (0..shape.rows())
        .map(|row| parameters.transformer_row(row).collect())
        .collect();
    let mut largest = vec![0.0f32; parameters.hidden_size()];
    let active = samples.iter().flat_map(|sample| sample.active_rows(shape));
    for active in active {
        let mut sums = vec![0.0; largest.len()];
        for row in active {
            for (sum, weight) in sums.iter_mut().zip(&rows[usize::from(row)]) {
                *sum += weight;
            }
        }
        for (largest, sum) in largest.iter_mut().zip(sums) {
            *largest = largest.max(sum);
        }
    }
    largest
}

/// Multiplies the neurons by `factors`, and divides the weights of their squares and products accordingly.
fn rescale(parameters: &mut Parameters, factors: &[f32]) {
    let shape = parameters.shape();
    let layers = parameters.layers_mut();
    rescale_rows(layers.transformer, shape.rows(), shape, factors);
    let factors = vectors(factors);
    let divide = |value: &mut F32x16, divisors: [&F32x16; 2]| {
        for (i, value) in value.0.iter_mut().enumerate() {
            *value /= divisors[0].0[i] * divisors[1].0[i];
        }
    };
    let output_weights = layers.outputs.weights.iter_mut();
    for (weights, factor) in output_weights.zip(factors.iter().cycle()) {
        divide(weights, [factor, factor]);
    }
    let Some(layout) = shape.stack_layout() else {
        return;
    };
    let (first, second) = factors.split_at(factors.len() / 2);
    for bucket in 0..OUTPUT_BUCKETS {
        let stack = &mut layers.outputs.stacks[layout.range(bucket)];
        let rows = layout.split_mut(stack).l1_weights;
        let pairs = first.iter().zip(second).cycle();
        for (weights, (first, second)) in rows.iter_mut().zip(pairs) {
            for weight in weights {
                divide(weight, [first, second]);
            }
        }
    }
}

/// Multiplies `rows` rows in tiles, a value for each neuron, by `factors`.
fn rescale_rows(tiles: &mut [F32x16], rows: usize, shape: Shape, factors: &[f32]) {
    let width = 2 * shape.tile_pairs();
    let factors = vectors(factors);
    let (first, second) = factors.split_at(factors.len() / 2);
    let pairs: Vec<F32x16> = first
        .iter()
        .zip(second)
        .flat_map(|(&first, &second)| [first, second])
        .collect();
    let tiles = tiles.chunks_exact_mut(rows * width);
    for (tile, factors) in tiles.zip(pairs.chunks_exact(width)) {
        for (values, factors) in tile.iter_mut().zip(factors.iter().cycle()) {
            for (value, factor) in values.0.iter_mut().zip(factors.0) {
                *value *= factor;
            }
        }
    }
}

/// A value for each neuron in vectors.
fn vectors(values: &[f32]) -> Vec<F32x16> {
    values.as_chunks().0.iter().copied().map(F32x16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::quantize::{self, quantize};
    use crate::train::test_data::{self, SCORE_TARGET};
    use crate::train::trainer::Trainer;

    /// Parameters whose largest activations are far below 1.
    fn parameters() -> Parameters {
        let mut parameters = Parameters::random(Shape::with_layer_stacks(64), 17);
        for weights in parameters.layers_mut().transformer {
            *weights = weights.scaled(0.2);
        }
        parameters
    }

    fn equalized(samples: &[Sample]) -> Parameters {
        let mut equalized = parameters();
        equalize(&mut equalized, samples);
        equalized
    }

    /// The absolute value of the output for each position before quantisation.
    fn outputs(parameters: Parameters, level: &[Sample]) -> Vec<f64> {
        let optimizer = Optimizer::new(&parameters);
        Trainer::new(parameters, optimizer, 1).outputs(level, SCORE_TARGET)
    }

    #[test]
    fn the_moments_are_those_of_the_equalised_network() {
        let samples = test_data::samples(500);
        let optimizer = Optimizer::new(&parameters());
        let mut trainer = Trainer::new(parameters(), optimizer, 1);
        trainer.compute_gradient(&samples, SCORE_TARGET);
        trainer.optimizer.first_moments = trainer.gradient().clone();
        trainer.optimizer.second_moments = trainer.gradient().clone();
        for value in &mut trainer.optimizer.second_moments.values {
            value.0 = value.0.map(|value| value * value);
        }
        let width = 2 * trainer.parameters.shape().tile_pairs();
        let first_bucket: Vec<F32x16> = trainer
            .gradient()
            .layers()
            .transformer
            .chunks_exact(trainer.parameters.shape().rows() * width)
            .flat_map(|tile| &tile[..BUCKET_INPUTS * width])
            .copied()
            .collect();
        trainer.optimizer.factoriser[0].copy_from_slice(&first_bucket);

        trainer.equalize(&samples);
        assert_eq!(trainer.parameters, equalized(&samples));
        assert_eq!(trainer.optimizer.average, trainer.parameters);
        trainer.compute_gradient(&samples, SCORE_TARGET);
        let expected: Vec<f32> = trainer.gradient().scalars().collect();
        let [first, second] = [
            &trainer.optimizer.first_moments,
            &trainer.optimizer.second_moments,
        ]
        .map(|moments| moments.scalars().collect::<Vec<f32>>());
        let largest = expected.iter().fold(0.0f32, |a, b| a.max(b.abs()));
        for ((first, second), expected) in first.iter().zip(second).zip(&expected) {
            assert!(
                (first - expected).abs() < 0.01 * largest,
                "{first} {expected}"
            );
            assert!(
                (second - first * first).abs() <= 1e-5 * second,
                "{second} {first}"
            );
        }
        let shared = trainer.optimizer.factoriser[0].iter();
        let moments = trainer.optimizer.first_moments.layers().transformer;
        let tiles = moments.chunks_exact(trainer.parameters.shape().rows() * width);
        let rows = tiles.flat_map(|tile| &tile[..BUCKET_INPUTS * width]);
        assert!(shared.eq(rows));
    }

    #[test]
    fn every_neuron_reaches_a_limit_and_none_exceeds_it() {
        let samples = test_data::samples(500);
        let equalized = equalized(&samples);
        let weights = largest_weights(&equalized);
        let activations = largest_activations(&equalized, &samples);
        assert_eq!(weights.len(), 64);
        for (weight, activation) in weights.into_iter().zip(activations) {
            let share = (weight / MAX_FEATURE_WEIGHT).max(activation);
            assert!((share - 1.0).abs() < 1e-4, "{weight} {activation}");
        }
    }

    #[test]
    fn factors_lie_within_their_limits() {
        assert_eq!(factor(0.0, 0.0), MAX_FACTOR);
        assert_eq!(factor(0.1, 1.7), 1.0);
        assert_eq!(factor(MAX_FEATURE_WEIGHT, 0.5), 1.0);
        assert_eq!(factor(0.1, 0.95), 1.0);
        assert_eq!(factor(0.1, 0.5), 2.0);
    }

    #[test]
    fn the_output_stays_the_same_and_quantisation_costs_less() {
        let samples = test_data::level_samples(500);
        let exact = outputs(parameters(), &samples);
        let mean = exact.iter().sum::<f64>() / exact.len() as f64;
        let spread: f64 = exact.iter().map(|output| (output - mean).abs()).sum();
        let error = |outputs: &[f64]| -> f64 {
            let pairs = outputs.iter().zip(&exact);
            pairs.map(|(a, b)| (a - b).abs()).sum::<f64>() / spread
        };
        let unchanged = error(&outputs(equalized(&samples), &samples));
        assert!(unchanged < 0.001, "{unchanged}");
        let quantized_error = |parameters: Parameters| {
            let weights = quantize(&parameters, 400);
            let outputs = quantize::outputs(&weights, &samples).map(|output| output.abs().into());
            error(&outputs.collect::<Vec<f64>>())
        };
        let [before, after] = [parameters(), equalized(&samples)].map(quantized_error);
        // What is left is mostly the error of the layer stacks' first layer, whose weights are smaller now.
        assert!(after < 0.7 * before, "{after} {before}");
    }
}
