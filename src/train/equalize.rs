//! Cross-layer equalisation (<https://arxiv.org/abs/1906.04721>) of the feature transformer: before quantisation each
//! neuron is multiplied by a factor of its own, and what follows it is divided, so that its weights and activations use the
//! range of their integers. A larger factor rounds the weights less, but clips more of the largest activations and weights;
//! the factor with the smallest mean squared error is taken (after ACIQ, <https://arxiv.org/abs/1810.05723>).

use super::optimizer::Optimizer;
use super::parameters::{MAX_FEATURE_WEIGHT, MAX_WEIGHT, Parameters, ROWS, Shape};
use super::sample::{Sample, at_most};
use super::simd::F32x16;
use crate::eval::nnue::{BUCKET_INPUTS, INPUTS, MAX_FEATURE_BIAS, OUTPUT_BUCKETS, QA};

/// A smaller factor gains less than it costs to round the weights again of a network that begins quantised.
const MIN_FACTOR: f32 = 1.1;
/// With a larger factor the bias of a neuron that is hardly ever active might not fit its integer.
const MAX_FACTOR: f32 = 64.0;
/// Each factor that is tried is the one before times this.
const FACTOR_STEP: f32 = 1.04;
/// Most positions that the factors are chosen by.
const MAX_POSITIONS: usize = 32_768;
/// Variance of the sum of the rounding errors in an accumulator, in quantised units: that of some 20 weights, 1 / 12 each.
const ROUNDING_VARIANCE: f32 = 1.5;
const _: () = assert!(MAX_FACTOR * MAX_WEIGHT * QA as f32 <= MAX_FEATURE_BIAS as f32);

/// Multiplies each neuron by the factor with which its activations in some positions keep the smallest error.
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
    let active: Vec<Vec<u16>> = at_most(samples, MAX_POSITIONS)
        .flat_map(Sample::active_rows)
        .collect();
    let mut uses = vec![0.0; ROWS];
    for &row in active.iter().flatten() {
        uses[usize::from(row)] += 1.0;
    }
    let rows: Vec<Vec<f32>> = (0..ROWS)
        .map(|row| parameters.transformer_row(row).collect())
        .collect();
    let factor = |neuron| {
        let column: Vec<f32> = rows.iter().map(|row| row[neuron]).collect();
        Neuron::new(&column, &active).factor(&uses[..INPUTS])
    };
    (0..parameters.hidden_size()).map(factor).collect()
}

/// A neuron of the feature transformer.
struct Neuron<'a> {
    /// Its weight, or bias, of each row.
    column: &'a [f32],
    /// Its activations above 0 in some accumulators, at most 1.
    activations: Vec<f32>,
    /// The mean square of all its activations.
    mean_square: f32,
    /// Number of the accumulators.
    accumulators: f32,
}

impl Neuron<'_> {
    /// The neuron with the rows that are added in each accumulator.
    fn new<'a>(column: &'a [f32], active: &[Vec<u16>]) -> Neuron<'a> {
        let sum = |rows: &Vec<u16>| rows.iter().map(|&row| column[usize::from(row)]).sum();
        let activations = active
            .iter()
            .map(|rows| f32::min(sum(rows), 1.0))
            .filter(|&activation| activation > 0.0);
        let activations: Vec<f32> = activations.collect();
        let squares: f32 = activations.iter().map(|value| value * value).sum();
        let accumulators = active.len().max(1) as f32;
        Neuron {
            column,
            activations,
            mean_square: squares / accumulators,
            accumulators,
        }
    }

    /// The factor with the smallest error, of features that are active in `uses` accumulators each: 1, or [`MIN_FACTOR`]
    /// to [`MAX_FACTOR`].
    fn factor(&self, uses: &[f32]) -> f32 {
        let next = |&factor: &f32| Some(factor * FACTOR_STEP).filter(|&factor| factor < MAX_FACTOR);
        let mut best = (self.error(uses, 1.0), 1.0);
        for factor in std::iter::successors(Some(MIN_FACTOR), next) {
            let error = self.error(uses, factor);
            if error < best.0 {
                best = (error, factor);
            }
        }
        best.1
    }

    /// The squared error of the squares of the activations with a factor: that of clipping activations and weights, and
    /// of rounding the weights.
    fn error(&self, uses: &[f32], factor: f32) -> f32 {
        let limit = 1.0 / factor;
        let clipped = self.activations.iter().filter(|&&value| value > limit);
        let clipping: f32 = clipped
            .map(|value| (value * value - limit * limit).powi(2))
            .sum();
        let weights = self.column.iter().zip(uses);
        let clipped_weights: f32 = weights
            .map(|(weight, uses)| {
                (weight.abs() - MAX_FEATURE_WEIGHT * limit).max(0.0).powi(2) * uses
            })
            .sum();
        let rounding = ROUNDING_VARIANCE * (limit / QA as f32).powi(2);
        clipping + 4.0 * self.mean_square * (clipped_weights + rounding * self.accumulators)
    }
}

/// Multiplies the neurons by `factors`, and divides the weights of their squares and products accordingly.
fn rescale(parameters: &mut Parameters, factors: &[f32]) {
    let shape = parameters.shape();
    let layers = parameters.layers_mut();
    rescale_rows(layers.transformer, ROWS, shape, factors);
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
        let rows = layout.split_mut(stack).quantised_l1_weights();
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
        trainer.compute_gradient(&samples, SCORE_TARGET, true);
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
            .chunks_exact(ROWS * width)
            .flat_map(|tile| &tile[..BUCKET_INPUTS * width])
            .copied()
            .collect();
        trainer.optimizer.factoriser[0].copy_from_slice(&first_bucket);

        trainer.equalize(&samples);
        assert_eq!(trainer.parameters, equalized(&samples));
        assert_eq!(trainer.optimizer.average, trainer.parameters);
        trainer.compute_gradient(&samples, SCORE_TARGET, true);
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
        let tiles = moments.chunks_exact(ROWS * width);
        let rows = tiles.flat_map(|tile| &tile[..BUCKET_INPUTS * width]);
        assert!(shared.eq(rows));
    }

    /// The factor of a neuron with one feature weight and these activations.
    fn factor(weight: f32, activations: &[f32]) -> f32 {
        let biases = activations.iter().map(|activation| activation - weight);
        let column: Vec<f32> = std::iter::once(weight).chain(biases).collect();
        let rows = 1..column.len() as u16;
        let active: Vec<Vec<u16>> = rows.map(|row| vec![0, row]).collect();
        Neuron::new(&column, &active).factor(&[active.len() as f32])
    }

    #[test]
    fn factors_use_the_range_of_weights_and_activations() {
        let near = |found: f32, expected: f32| {
            assert!(
                (found / expected - 1.0).abs() < FACTOR_STEP - 0.99,
                "{found} {expected}"
            );
        };
        near(factor(0.1, &[0.5; 20]), 2.0);
        near(factor(0.5, &[0.01; 20]), 2.0);
        assert_eq!(factor(0.1, &[1.7; 20]), 1.0);
        assert_eq!(factor(0.1, &[0.95; 20]), 1.0);
        assert_eq!(factor(1.0, &[0.3; 20]), 1.0);
        // Without activations nothing is lost.
        assert_eq!(factor(0.1, &[-0.5; 20]), 1.0);
    }

    #[test]
    fn a_seldom_large_activation_is_clipped() {
        let mut activations = vec![0.25; 20_000];
        activations[0] = 0.4;
        let found = factor(0.1, &activations);
        assert!(found > 3.0 && found <= 4.0, "{found}");
    }

    #[test]
    fn the_output_hardly_changes_and_quantisation_costs_less() {
        let samples = test_data::level_samples(500);
        let exact = outputs(parameters(), &samples);
        let mean = exact.iter().sum::<f64>() / exact.len() as f64;
        let spread: f64 = exact.iter().map(|output| (output - mean).abs()).sum();
        let error = |outputs: &[f64]| -> f64 {
            let pairs = outputs.iter().zip(&exact);
            pairs.map(|(a, b)| (a - b).abs()).sum::<f64>() / spread
        };
        let unchanged = error(&outputs(equalized(&samples), &samples));
        assert!(unchanged < 0.01, "{unchanged}");
        let quantized_error = |parameters: Parameters| {
            let weights = quantize(&parameters, 400);
            let outputs = quantize::outputs(&weights, &samples).map(|output| output.abs().into());
            error(&outputs.collect::<Vec<f64>>())
        };
        let [before, after] = [parameters(), equalized(&samples)].map(quantized_error);
        assert!(after < 0.7 * before, "{after} {before}");
    }
}
