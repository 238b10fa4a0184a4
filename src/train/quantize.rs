//! Quantisation: from the floats of a training run to the integers of a network, and back.

use super::layer_stack;
use super::losses::Losses;
use super::parameters::{Parameters, Shape};
use super::sample::{BIAS, Sample};
use super::simd::F32x16;
use super::target::{Target, sigmoid};
use crate::eval::nnue::{INPUTS, MAX_OUTPUT_WEIGHT, NetworkWeights, OUTPUT_BUCKETS, QA};

/// Quantisation factor of the output weights if one is [`MAX_WEIGHT`](super::parameters::MAX_WEIGHT), of which it makes
/// 253.
const MIN_QB: i32 = 128;
/// The largest quantisation factor of output weights: 32 bits hold outputs of up to 65.
const MAX_QB: i32 = 2048;

/// Quantises the parameters. An output of 1 means `scale` centipawns.
pub(super) fn quantize(parameters: &Parameters, scale: u32) -> NetworkWeights {
    let layers = parameters.layers();
    let quantized = |value: f32, factor: i32| (value * factor as f32).round() as i16;
    let qb = largest_qb(layers.outputs.weights);
    let row = |row| {
        parameters
            .transformer_row(row)
            .map(|value| quantized(value, QA))
    };
    let output_weights = layers.outputs.weights.iter().flat_map(|vector| vector.0);
    let mut output_bias = [0; OUTPUT_BUCKETS];
    for (bias, value) in output_bias.iter_mut().zip(layers.outputs.bias.0) {
        *bias = (value * (QA * qb) as f32).round() as i32;
    }
    let layer_stacks = parameters.stack_layout().map(|layout| {
        let stacks = layers.outputs.stacks.chunks_exact(layout.len());
        stacks
            .map(|stack| layer_stack::quantize(stack, layout))
            .collect()
    });
    NetworkWeights {
        // A network that bullet trained may have -128, beyond the optimizer's limit.
        feature_weights: (0..INPUTS)
            .flat_map(row)
            .map(|weight| weight.clamp(-i16::from(i8::MAX), i8::MAX.into()) as i8)
            .collect(),
        feature_bias: row(BIAS).collect(),
        output_weights: output_weights.map(|value| quantized(value, qb)).collect(),
        output_bias,
        layer_stacks: layer_stacks.unwrap_or_default(),
        qb: qb as u32,
        scale,
    }
}

/// The largest QB, a power of two from [`MIN_QB`] to [`MAX_QB`], with which the quantised output weights stay within
/// [`MAX_OUTPUT_WEIGHT`].
fn largest_qb(output_weights: &[F32x16]) -> i32 {
    let weights = output_weights.iter().flat_map(|vector| vector.0);
    let largest = weights.map(f32::abs).fold(0.0, f32::max);
    let mut qb = MIN_QB;
    while qb < MAX_QB && largest * (2 * qb) as f32 <= f32::from(MAX_OUTPUT_WEIGHT) {
        qb *= 2;
    }
    qb
}

/// Returns initial parameters from the weights of a network; an output of 1 means `scale` centipawns. Added
/// neurons get random input weights and zero output weights, and so do added layer stacks (after Net2Net,
/// <https://arxiv.org/abs/1511.05641>); no layer of `shape` is smaller than that of the network. Weights may exceed
/// their limit until the first optimizer step.
pub(super) fn dequantize(
    weights: &NetworkWeights,
    shape: Shape,
    scale: u32,
    seed: u64,
) -> Parameters {
    let (hidden, old_hidden) = (shape.hidden_size, weights.feature_bias.len());
    let mut parameters = Parameters::random(shape, seed);
    let layers = parameters.layers_mut();
    let unit = 1.0 / QA as f32;
    for (i, weights) in weights.feature_weights.chunks_exact(old_hidden).enumerate() {
        fill_transformer_row(layers.transformer, shape, i, weights, unit);
    }
    fill_transformer_row(layers.transformer, shape, BIAS, &weights.feature_bias, unit);

    let layers = layers.outputs;
    layers.weights.fill(F32x16::ZERO);
    let unit = weights.scale as f32 / scale as f32 / weights.qb as f32;
    fill_rows(
        layers.weights,
        hidden,
        &weights.output_weights,
        old_hidden,
        unit,
    );
    for (value, &bias) in layers.bias.0.iter_mut().zip(&weights.output_bias) {
        *value = bias as f32 * unit / QA as f32;
    }
    if let Some(layout) = shape.stack_layout() {
        let unit = weights.scale as f32 / scale as f32;
        for (i, stack) in layers.stacks.chunks_exact_mut(layout.len()).enumerate() {
            match weights.layer_stacks.get(i) {
                Some(weights) => layer_stack::dequantize(stack, layout, weights, unit),
                None => stack[layout.l3_weights()].fill(F32x16::ZERO),
            }
        }
    }
    parameters
}

/// Writes a row of weights to one of the feature transformer, which may be longer, as [`fill_rows`] does.
fn fill_transformer_row<T: Copy + Into<f32>>(
    transformer: &mut [F32x16],
    shape: Shape,
    row: usize,
    weights: &[T],
    unit: f32,
) {
    let index = |vector| shape.transformer_index(row, vector);
    let mut vectors: Vec<F32x16> = (0..shape.row_len())
        .map(|i| transformer[index(i)])
        .collect();
    fill_rows(
        &mut vectors,
        shape.hidden_size,
        weights,
        weights.len(),
        unit,
    );
    for (i, vector) in vectors.into_iter().enumerate() {
        transformer[index(i)] = vector;
    }
}

/// Writes rows of `old_hidden` weights to rows of `hidden` values, each half to the start of a half: the pairs of neurons
/// that a layer stack multiplies stay together.
fn fill_rows<T: Copy + Into<f32>>(
    vectors: &mut [F32x16],
    hidden: usize,
    weights: &[T],
    old_hidden: usize,
    unit: f32,
) {
    let halves = vectors.chunks_mut(hidden / 2 / F32x16::LANES);
    for (half, weights) in halves.zip(weights.chunks(old_hidden / 2)) {
        let values = half.iter_mut().flat_map(|vector| &mut vector.0);
        for (value, &weight) in values.zip(weights) {
            *value = weight.into() * unit;
        }
    }
}

/// The clipped accumulators of a position, first that of the side to move.
pub(super) fn clipped_accumulators(weights: &NetworkWeights, sample: &Sample) -> Vec<i32> {
    let hidden = weights.feature_bias.len();
    let bias = weights.feature_bias.iter().map(|&bias| i32::from(bias));
    let mut sums: Vec<i32> = bias.clone().chain(bias).collect();
    let active = sample.active_rows();
    for (rows, sums) in active.iter().zip(sums.chunks_exact_mut(hidden)) {
        // The first row is the bias.
        for &row in &rows[1..] {
            let row = &weights.feature_weights[usize::from(row) * hidden..][..hidden];
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(weight);
            }
        }
        for sum in sums {
            *sum = (*sum).clamp(0, QA);
        }
    }
    sums
}

/// An output of 1 in the integers of [`quantized_output`].
fn output_unit(weights: &NetworkWeights) -> i64 {
    i64::from(QA) * i64::from(weights.qb)
}

/// The quantised network's output for a position, computed as the engine does.
fn quantized_output(weights: &NetworkWeights, sample: &Sample) -> i64 {
    let clipped = clipped_accumulators(weights, sample);
    let output = &weights.output_weights[sample.bucket() * clipped.len()..];
    let products = clipped.iter().zip(output);
    let total: i32 = products
        .map(|(&value, &weight)| value * value * i32::from(weight))
        .fold(0, i32::wrapping_add);
    let stack = weights.layer_stacks.get(sample.bucket());
    let stack_output = stack.map_or(0.0, |stack| {
        stack.output(&clipped, &sample.attack_inputs().0)
    });
    let value = i64::from(total / QA) + i64::from(weights.output_bias[sample.bucket()]);
    value + (stack_output * output_unit(weights) as f32) as i64
}

/// The quantised network's evaluation of a position in centipawns, computed as the engine does.
fn evaluate(weights: &NetworkWeights, sample: &Sample) -> i32 {
    let scaled = quantized_output(weights, sample) * i64::from(weights.scale);
    (scaled / output_unit(weights)) as i32
}

/// The quantised network's outputs for some positions.
pub(super) fn outputs(weights: &NetworkWeights, samples: &[Sample]) -> impl Iterator<Item = f32> {
    let unit = output_unit(weights) as f32;
    let output = move |sample| quantized_output(weights, sample) as f32 / unit;
    samples.iter().map(output)
}

/// The median of the absolute scores of the quantised network in centipawns; 0 without positions.
pub(super) fn median_score(weights: &NetworkWeights, samples: &[Sample]) -> f64 {
    let mut outputs: Vec<f32> = outputs(weights, samples).map(f32::abs).collect();
    if outputs.is_empty() {
        return 0.0;
    }
    let middle = outputs.len() / 2;
    let (_, median, _) = outputs.select_nth_unstable_by(middle, f32::total_cmp);
    f64::from(*median) * f64::from(weights.scale)
}

/// Returns the losses of the quantised network.
pub(super) fn validate(weights: &NetworkWeights, samples: &[Sample], target: Target) -> Losses {
    let mut losses = Losses::default();
    for sample in samples {
        let output = sigmoid(evaluate(weights, sample) as f32 / target.scale);
        losses.add_position(sample, output, target);
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::nnue::{L1_SIZE, Network};
    use crate::train::optimizer::Optimizer;
    use crate::train::parameters::MAX_WEIGHT;
    use crate::train::test_data::{self, SCORE_TARGET};
    use crate::train::trainer::Trainer;

    fn parameters() -> Parameters {
        let mut parameters = Parameters::random(Shape::with_layer_stacks(64), 3);
        let values = parameters.values.iter_mut();
        for (i, value) in values.flat_map(|vector| &mut vector.0).enumerate() {
            *value *= 4.0;
            if *value == 0.0 {
                *value = (i % 11) as f32 / 30.0 - 0.1;
            }
        }
        let last = parameters.values.len() - 1;
        parameters.values[last].0 = std::array::from_fn(|i| i as f32 / 10.0);
        parameters
    }

    /// The losses before quantisation.
    fn losses(parameters: Parameters, samples: &[Sample], target: Target) -> Losses {
        let optimizer = Optimizer::new(&parameters);
        Trainer::new(parameters, optimizer, 1).validate(samples, target)
    }

    #[test]
    fn quantised_evaluation_equals_the_engines() {
        let weights = quantize(&parameters(), 400);
        let network = Network::new("test", &weights).unwrap();
        let check = |position: &Position| {
            let sample = Sample::new(position, 0, 0).unwrap();
            assert_eq!(
                evaluate(&weights, &sample),
                network.evaluate_reference(position),
                "{position:?}"
            );
        };
        let mut seen = std::collections::HashSet::new();
        for position in test_data::positions(2000) {
            check(&position);
            seen.insert(evaluate(&weights, &Sample::new(&position, 0, 0).unwrap()));
        }
        assert!(seen.len() > 500, "only {} different values", seen.len());
    }

    #[test]
    fn quantisation_changes_the_loss_by_less_than_two_percent() {
        let (parameters, samples) = (parameters(), test_data::samples(2000));
        let exact = losses(parameters.clone(), &samples, SCORE_TARGET);
        let rounded = validate(&quantize(&parameters, 400), &samples, SCORE_TARGET);
        assert_eq!(exact.counts, rounded.counts);
        for bucket in 0..OUTPUT_BUCKETS {
            let (exact, rounded) = (exact.bucket_mean(bucket), rounded.bucket_mean(bucket));
            assert!(
                (exact - rounded).abs() < 0.02 * exact,
                "{bucket}: {exact} {rounded}"
            );
        }
    }

    #[test]
    fn quantisation_round_trips_and_added_neurons_change_nothing() {
        let mut weights = quantize(&parameters(), 400);
        // Unlike a weight, an output bias has no limit.
        weights.output_bias[0] = 3 * QA * weights.qb as i32;
        assert_eq!(
            quantize(
                &dequantize(&weights, Shape::with_layer_stacks(64), 400, 5),
                400
            ),
            weights
        );
        let wider = quantize(
            &dequantize(&weights, Shape::with_layer_stacks(96), 400, 5),
            400,
        );
        assert_eq!(wider.feature_bias.len(), 96);
        for position in test_data::positions(500) {
            let sample = Sample::new(&position, 0, 0).unwrap();
            assert_eq!(evaluate(&wider, &sample), evaluate(&weights, &sample));
        }
    }

    #[test]
    fn small_weights_of_an_output_of_the_first_layer_are_rounded_finely() {
        let shape = Shape::with_layer_stacks(64);
        let layout = shape.stack_layout().unwrap();
        let mut parameters = Parameters::zeros(shape);
        let stack = &mut parameters.layers_mut().outputs.stacks[layout.range(2)];
        let rows = layout.split_mut(stack).quantised_l1_weights();
        for row in rows.iter_mut() {
            row[5] = F32x16(std::array::from_fn(|i| 0.001 * (i as f32 - 4.0)));
            row[6] = F32x16([0.75; F32x16::LANES]);
        }
        let expected = rows.to_vec();
        let mut restored = dequantize(&quantize(&parameters, 400), shape, 400, 5);
        let stack = &mut restored.layers_mut().outputs.stacks[layout.range(2)];
        let rows = layout.split_mut(stack).quantised_l1_weights();
        for (row, expected) in rows.iter().zip(expected) {
            for output in 0..L1_SIZE {
                let [found, expected] = [row[output], expected[output]].map(|vector| vector.0);
                let limit = if output == 5 { 0.011 / 127.0 } else { 1e-6 };
                for (found, expected) in found.iter().zip(expected) {
                    assert!(
                        (found - expected).abs() < limit,
                        "{output}: {found} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn added_layer_stacks_change_nothing() {
        let mut weights = quantize(&parameters(), 400);
        weights.layer_stacks.clear();
        let added = quantize(
            &dequantize(&weights, Shape::with_layer_stacks(64), 400, 5),
            400,
        );
        assert_eq!(added.layer_stacks.len(), OUTPUT_BUCKETS);
        for position in test_data::positions(500) {
            let sample = Sample::new(&position, 0, 0).unwrap();
            assert_eq!(evaluate(&added, &sample), evaluate(&weights, &sample));
        }
    }

    #[test]
    fn dequantised_weights_are_converted_to_the_scale_of_the_run() {
        let weights = quantize(&parameters(), 400);
        let restored = dequantize(&weights, Shape::with_layer_stacks(64), 800, 5);
        let target = Target {
            scale: 800.0,
            ..SCORE_TARGET
        };
        let rescaled = losses(restored, &test_data::samples(500), target).mean();
        let exact = validate(
            &weights,
            &test_data::samples(500),
            Target {
                scale: 800.0,
                ..SCORE_TARGET
            },
        );
        assert!((rescaled - exact.mean()).abs() < 0.01 * exact.mean());
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let mut parameters = Parameters::zeros(Shape::with_layer_stacks(64));
        for (i, value) in parameters
            .values
            .iter_mut()
            .flat_map(|vector| &mut vector.0)
            .enumerate()
        {
            *value = if i % 2 == 0 { MAX_WEIGHT } else { -MAX_WEIGHT };
        }
        let weights = quantize(&parameters, 400);
        assert!(
            weights
                .output_weights
                .iter()
                .all(|weight| weight.abs() == 253)
        );
        assert!(
            weights
                .feature_weights
                .iter()
                .all(|weight| weight.abs() == 127)
        );
        assert!(Network::new("", &weights).is_ok());
    }
}
