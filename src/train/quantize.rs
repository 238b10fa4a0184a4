//! Networks as the engine has them: whole numbers, rounded from those of a training, and the way back.

use super::gradient::{Losses, Target, sigmoid};
use super::lanes::Lanes;
use super::parameters::Parameters;
use super::sample::{BIAS, MAX_PIECES, Sample};
use crate::eval::nnue::{NetworkWeights, OUTPUT_BUCKETS, QA};

/// What stands for 1 in the output weights: with weights of [`MAX_WEIGHT`](super::parameters::MAX_WEIGHT) at most it is 127.
const QB: i32 = 64;

/// The weights in whole numbers; an output of 1 stands for `scale` centipawns.
pub(super) fn quantize(parameters: &Parameters, scale: u32) -> NetworkWeights {
    let hidden = parameters.hidden();
    let (rows, outputs) = parameters.split();
    let numbers = |lanes: &[Lanes], unit: i32| -> Vec<i16> {
        let values = lanes.iter().flat_map(|lanes| lanes.0);
        values
            .map(|value| (value * unit as f32).round() as i16)
            .collect()
    };
    let mut feature_weights = numbers(rows, QA);
    let feature_bias = feature_weights.split_off(BIAS * hidden);
    let last = outputs.len() - 1;
    let mut output_bias = [0; OUTPUT_BUCKETS];
    for (bias, value) in output_bias.iter_mut().zip(outputs[last].0) {
        *bias = (value * (QA * QB) as f32).round() as i32;
    }
    NetworkWeights {
        feature_weights,
        feature_bias,
        output_weights: numbers(&outputs[..last], QB),
        output_bias,
        qb: QB as u32,
        scale,
    }
}

/// The parameters of a training that goes on from these weights, with an output of 1 for `scale` centipawns. Neurons
/// that the network has not begin with random inputs and no say in the output (after Net2Net,
/// <https://arxiv.org/abs/1511.05641>); `hidden` is not less than those it has. NetworkWeights may be too large until the
/// first step of the optimizer.
pub(super) fn restore(
    weights: &NetworkWeights,
    hidden: usize,
    scale: u32,
    seed: u64,
) -> Parameters {
    let known = weights.feature_bias.len();
    let mut parameters = Parameters::random(hidden, seed);
    let (rows, outputs) = parameters.split_mut();
    let inputs = [weights.feature_weights.as_slice(), &weights.feature_bias].concat();
    fill_rows(rows, hidden, &inputs, known, 1.0 / QA as f32);

    outputs.fill(Lanes::ZERO);
    let last = outputs.len() - 1;
    let unit = weights.scale as f32 / scale as f32 / weights.qb as f32;
    fill_rows(
        &mut outputs[..last],
        hidden,
        &weights.output_weights,
        known,
        unit,
    );
    for (value, &bias) in outputs[last].0.iter_mut().zip(&weights.output_bias) {
        *value = bias as f32 * unit / QA as f32;
    }
    parameters
}

/// Writes rows of `known` weights into the beginnings of rows of `hidden` numbers.
fn fill_rows(lanes: &mut [Lanes], hidden: usize, weights: &[i16], known: usize, unit: f32) {
    let rows = lanes.chunks_mut(hidden / Lanes::COUNT);
    for (row, weights) in rows.zip(weights.chunks(known)) {
        let places = row.iter_mut().flat_map(|lanes| &mut lanes.0);
        for (place, &weight) in places.zip(weights) {
            *place = f32::from(weight) * unit;
        }
    }
}

/// What the rounded network says of a position, in centipawns; computed the way the engine does.
fn evaluate(weights: &NetworkWeights, sample: &Sample) -> i32 {
    let hidden = weights.feature_bias.len();
    let (mut own, mut other) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
    let count = sample.rows(&mut own, &mut other);
    let output = &weights.output_weights[sample.bucket() * 2 * hidden..];
    let mut total = 0i32;
    for (rows, output) in [(own, output), (other, &output[hidden..])] {
        let mut sums: Vec<i32> = weights
            .feature_bias
            .iter()
            .map(|&bias| bias.into())
            .collect();
        // The first row is the bias.
        for &row in &rows[1..count] {
            let row = &weights.feature_weights[usize::from(row) * hidden..][..hidden];
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(weight);
            }
        }
        for (sum, &weight) in sums.into_iter().zip(output) {
            let clipped = sum.clamp(0, QA);
            total += clipped * clipped * i32::from(weight);
        }
    }
    let value = i64::from(total / QA) + i64::from(weights.output_bias[sample.bucket()]);
    (value * i64::from(weights.scale) / i64::from(QA * QB)) as i32
}

/// The losses of the rounded network.
pub(super) fn validate(weights: &NetworkWeights, samples: &[Sample], target: Target) -> Losses {
    let mut losses = Losses::default();
    for sample in samples {
        let output = sigmoid(evaluate(weights, sample) as f32 / target.scale);
        let error = output - target.of(sample);
        losses.note(sample.bucket(), error * error);
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::nnue::Network;
    use crate::train::gradient::{Work, Workspace};
    use crate::train::parameters::MAX_WEIGHT;
    use crate::train::toy;

    const TARGET: Target = Target {
        result_weight: 0.0,
        scale: 400.0,
    };

    fn parameters() -> Parameters {
        let mut parameters = Parameters::random(64, 3);
        for value in parameters.values.iter_mut().flat_map(|lanes| &mut lanes.0) {
            *value *= 4.0;
        }
        let last = parameters.values.len() - 1;
        parameters.values[last].0 = std::array::from_fn(|i| i as f32 / 10.0);
        parameters
    }

    #[test]
    fn the_engine_sees_what_was_trained() {
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
        for position in toy::positions(2000) {
            check(&position);
            seen.insert(evaluate(&weights, &Sample::new(&position, 0, 0).unwrap()));
        }
        assert!(seen.len() > 500, "only {} different values", seen.len());
    }

    #[test]
    fn rounding_changes_little() {
        let (parameters, samples) = (parameters(), toy::samples(2000));
        let work = Work {
            parameters: &parameters,
            samples: &samples,
            target: TARGET,
            gradient: None,
            workspace: &mut Workspace::default(),
        };
        let exact = work.run();
        let rounded = validate(&quantize(&parameters, 400), &samples, TARGET);
        assert_eq!(exact.counts, rounded.counts);
        for bucket in 0..OUTPUT_BUCKETS {
            let (exact, rounded) = (exact.of_bucket(bucket), rounded.of_bucket(bucket));
            assert!(
                (exact - rounded).abs() < 0.02 * exact,
                "{bucket}: {exact} {rounded}"
            );
        }
    }

    #[test]
    fn a_training_goes_on_from_what_a_network_knows() {
        let mut weights = quantize(&parameters(), 400);
        // Unlike weights an output bias has no limit.
        weights.output_bias[0] = 3 * QA * QB;
        assert_eq!(quantize(&restore(&weights, 64, 400, 5), 400), weights);
        let wider = quantize(&restore(&weights, 96, 400, 5), 400);
        assert_eq!(wider.feature_bias.len(), 96);
        for position in toy::positions(500) {
            let sample = Sample::new(&position, 0, 0).unwrap();
            assert_eq!(evaluate(&wider, &sample), evaluate(&weights, &sample));
        }
    }

    #[test]
    fn what_a_network_knows_is_told_in_the_units_of_the_training() {
        let weights = quantize(&parameters(), 400);
        let restored = restore(&weights, 64, 800, 5);
        let work = Work {
            parameters: &restored,
            samples: &toy::samples(500),
            target: Target {
                scale: 800.0,
                ..TARGET
            },
            gradient: None,
            workspace: &mut Workspace::default(),
        };
        let rescaled = work.run().mean();
        let exact = validate(
            &weights,
            &toy::samples(500),
            Target {
                scale: 800.0,
                ..TARGET
            },
        );
        assert!((rescaled - exact.mean()).abs() < 0.01 * exact.mean());
    }

    #[test]
    fn the_largest_weights_fit() {
        let mut parameters = Parameters::zero(32);
        for (i, value) in parameters
            .values
            .iter_mut()
            .flat_map(|lanes| &mut lanes.0)
            .enumerate()
        {
            *value = if i % 2 == 0 { MAX_WEIGHT } else { -MAX_WEIGHT };
        }
        let weights = quantize(&parameters, 400);
        assert!(
            weights
                .output_weights
                .iter()
                .all(|weight| weight.abs() == 127)
        );
        let rows = (MAX_PIECES + 1) as i32;
        let largest = weights
            .feature_weights
            .iter()
            .map(|weight| i32::from(weight.abs()))
            .max();
        assert!(largest.unwrap() * rows <= i32::from(i16::MAX));
        assert!(Network::new("", &weights).is_ok());
    }
}
