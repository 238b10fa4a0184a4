//! The loss of a network and its gradient: the work of a training, nearly all of it.
//!
//! The first layer is sparse: a position adds at most 33 of its rows for each side. Going forward, the rows of each position
//! are added; going back, the gradients of all positions that have used a row are, with the same loop: the
//! positions of a block are sorted by row first, so that each row is loaded and stored once for a block.

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, Vector, add_rows};
use super::parameters::Parameters;
use super::sample::{MAX_PIECES, Rows, Sample};
use crate::eval::nnue::{INPUTS, OUTPUT_BUCKETS};

/// The positions of a block: what they keep between forward and backward has to fit in the cache of a core.
const BLOCK: usize = 256;
/// The rows of the first layer, the bias counted.
const ROWS: usize = INPUTS + 1;
/// What the network is to say for each position: a mixture of score and result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// The share of the result, 0 to 1.
    pub result_weight: f32,
    /// The width in centipawns of the logistic curve that turns scores into chances.
    pub scale: f32,
}

impl Target {
    /// The chances of the side to move, 0 to 1.
    #[inline(always)]
    pub(super) fn of(self, sample: &Sample) -> f32 {
        let score = sigmoid(sample.score() / self.scale);
        score + self.result_weight * (sample.result() - score)
    }
}

#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Summed losses and numbers of positions by bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The squared errors.
    pub sums: [f64; OUTPUT_BUCKETS],
    /// The positions.
    pub counts: [u64; OUTPUT_BUCKETS],
}

impl Losses {
    /// Adds those of other positions.
    pub fn add(&mut self, other: &Losses) {
        for bucket in 0..OUTPUT_BUCKETS {
            self.sums[bucket] += other.sums[bucket];
            self.counts[bucket] += other.counts[bucket];
        }
    }

    /// The mean of all positions.
    pub fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.counts.iter().sum::<u64>().max(1) as f64
    }

    /// The mean of the positions of a bucket.
    pub fn of_bucket(&self, bucket: usize) -> f64 {
        self.sums[bucket] / self.counts[bucket].max(1) as f64
    }

    pub(super) fn note(&mut self, bucket: usize, loss: f32) {
        self.sums[bucket] += f64::from(loss);
        self.counts[bucket] += 1;
    }
}

/// What a thread needs room for.
#[derive(Default)]
pub(super) struct Workspace {
    /// Two rows a position: the first layer's sums of the side to move and of the other side, later their
    /// gradients.
    neurons: Vec<Lanes>,
    /// The rows of parameters that each row of neurons adds up, one list after the other.
    rows: Vec<u16>,
    /// Where the list of each row of neurons ends.
    ends: Vec<usize>,
    /// The rows of neurons, sorted by the rows of parameters that they use.
    users: Vec<u16>,
}

/// The positions of some samples, to be judged by a network or learnt from.
pub(super) struct Work<'a> {
    pub parameters: &'a Parameters,
    pub samples: &'a [Sample],
    pub target: Target,
    /// Takes the sum of the gradients of all squared errors, if it is wanted.
    pub gradient: Option<&'a mut Parameters>,
    pub workspace: &'a mut Workspace,
}

impl Work<'_> {
    /// Does it, with the widest vectors the processor has. The result is the same with all.
    pub(super) fn run(mut self) -> Losses {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has what the function is compiled for.
                return unsafe { run_avx512(&mut self) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: as above.
                return unsafe { run_avx2(&mut self) };
            }
        }
        self.run_with::<Portable, 1>()
    }

    /// With so many vectors in registers, or with one if the width cannot be divided by their number.
    #[inline(always)]
    fn run_with<V: Vector, const TILE: usize>(&mut self) -> Losses {
        match self.parameters.width() % TILE {
            0 => self.run_blocks::<V, TILE>(),
            _ => self.run_blocks::<V, 1>(),
        }
    }

    #[inline(always)]
    fn run_blocks<V: Vector, const TILE: usize>(&mut self) -> Losses {
        let mut losses = Losses::default();
        for block in self.samples.chunks(BLOCK) {
            self.first_layer::<V, TILE>(block);
            self.output::<V>(block, &mut losses);
            if self.gradient.is_some() {
                self.sort_users();
                self.first_layer_gradient::<V, TILE>();
            }
        }
        losses
    }

    #[inline(always)]
    fn first_layer<V: Vector, const TILE: usize>(&mut self, block: &[Sample]) {
        let Workspace {
            neurons,
            rows,
            ends,
            ..
        } = &mut *self.workspace;
        let width = self.parameters.width();
        let (table, _) = self.parameters.split();
        neurons.clear();
        neurons.resize(2 * block.len() * width, Lanes::ZERO);
        rows.clear();
        ends.clear();
        let (mut own, mut other): (Rows, Rows) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        for (sample, sums) in block.iter().zip(neurons.chunks_exact_mut(2 * width)) {
            let count = sample.rows(&mut own, &mut other);
            let (own_sums, other_sums) = sums.split_at_mut(width);
            for (list, sums) in [(&own, own_sums), (&other, other_sums)] {
                add_rows::<V, TILE>(sums, table, &list[..count]);
                rows.extend_from_slice(&list[..count]);
                ends.push(rows.len());
            }
        }
    }

    /// The output and its loss. With a gradient wanted, that of the outputs' parameters is added, and
    /// that of the neurons takes the place of their sums.
    #[inline(always)]
    fn output<V: Vector>(&mut self, block: &[Sample], losses: &mut Losses) {
        let width = self.parameters.width();
        let (_, outputs) = self.parameters.split();
        let (weights, biases) = outputs.split_at(outputs.len() - 1);
        let neurons = self.workspace.neurons.chunks_exact_mut(2 * width);
        for (sample, sums) in block.iter().zip(neurons) {
            let bucket = sample.bucket();
            let range = bucket * 2 * width..(bucket + 1) * 2 * width;
            let weights = &weights[range.clone()];
            let mut products = V::splat(0.0);
            for (sum, weight) in sums.iter().zip(weights) {
                let product = squared_clipped(V::load(sum)).mul(V::load(weight));
                products = products.add(product);
            }
            let mut lanes = Lanes::ZERO;
            products.store(&mut lanes);
            let output = sigmoid(lanes.sum() + biases[0].0[bucket]);
            let error = output - self.target.of(sample);
            losses.note(bucket, error * error);
            let Some(gradient) = self.gradient.as_deref_mut() else {
                continue;
            };
            let slope = 2.0 * error * output * (1.0 - output);
            let (_, outputs) = gradient.split_mut();
            let (weight_gradients, bias_gradients) = outputs.split_at_mut(outputs.len() - 1);
            bias_gradients[0].0[bucket] += slope;
            let weights = weights.iter().zip(&mut weight_gradients[range]);
            let (slope, twice) = (V::splat(slope), V::splat(2.0 * slope));
            for (sum, (weight, weight_gradient)) in sums.iter_mut().zip(weights) {
                let value = V::load(sum);
                let change = squared_clipped(value).mul(slope);
                V::load(weight_gradient).add(change).store(weight_gradient);
                let inside = value.positive().below_one();
                twice.mul(V::load(weight)).mul(inside).store(sum);
            }
        }
    }

    /// Sorts the rows of neurons by the rows of parameters that they use, by counting; then `ends` tells where the
    /// users of each row end.
    #[inline(always)]
    fn sort_users(&mut self) {
        let Workspace {
            rows, ends, users, ..
        } = &mut *self.workspace;
        let mut next = [0usize; ROWS];
        for &row in rows.iter() {
            next[usize::from(row)] += 1;
        }
        let mut start = 0;
        for place in &mut next {
            start += std::mem::replace(place, start);
        }
        users.clear();
        users.resize(rows.len(), 0);
        let mut begin = 0;
        for (user, &end) in ends.iter().enumerate() {
            for &row in &rows[begin..end] {
                let place = &mut next[usize::from(row)];
                users[*place] = user as u16;
                *place += 1;
            }
            begin = end;
        }
        ends.clear();
        ends.extend_from_slice(&next);
    }

    #[inline(always)]
    fn first_layer_gradient<V: Vector, const TILE: usize>(&mut self) {
        let Some(gradient) = self.gradient.as_deref_mut() else {
            return;
        };
        let width = gradient.width();
        let (table, _) = gradient.split_mut();
        let mut begin = 0;
        for (row, &end) in table.chunks_exact_mut(width).zip(&self.workspace.ends) {
            if begin < end {
                add_rows::<V, TILE>(
                    row,
                    &self.workspace.neurons,
                    &self.workspace.users[begin..end],
                );
            }
            begin = end;
        }
    }
}

/// The activation: the square of the sum, kept between 0 and 1.
#[inline(always)]
fn squared_clipped<V: Vector>(sum: V) -> V {
    let clipped = sum.positive().at_most_one();
    clipped.mul(clipped)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512(work: &mut Work) -> Losses {
    match work.parameters.width() % 16 {
        0 => work.run_blocks::<Avx512, 16>(),
        _ => work.run_with::<Avx512, 4>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(work: &mut Work) -> Losses {
    work.run_with::<Avx2, 4>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::toy;

    /// The loss in double precision, as the definition says it.
    fn reference(parameters: &[f64], hidden: usize, samples: &[Sample], target: Target) -> f64 {
        let (mut own, mut other) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        let outputs = &parameters[ROWS * hidden..];
        let mut loss = 0.0;
        for sample in samples {
            let count = sample.rows(&mut own, &mut other);
            let weights = &outputs[sample.bucket() * 2 * hidden..];
            let mut output = outputs[OUTPUT_BUCKETS * 2 * hidden + sample.bucket()];
            for (side, rows) in [&own, &other].into_iter().enumerate() {
                for neuron in 0..hidden {
                    let value = |&row: &u16| parameters[usize::from(row) * hidden + neuron];
                    let sum: f64 = rows[..count].iter().map(value).sum();
                    output += sum.clamp(0.0, 1.0).powi(2) * weights[side * hidden + neuron];
                }
            }
            let output = 1.0 / (1.0 + (-output).exp());
            loss += (output - f64::from(target.of(sample))).powi(2);
        }
        loss
    }

    /// Parameters with neurons below, within and beyond their range.
    fn parameters(hidden: usize) -> Parameters {
        let mut parameters = Parameters::random(hidden, 5);
        for value in parameters.values.iter_mut().flat_map(|lanes| &mut lanes.0) {
            *value *= 3.0;
        }
        parameters
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let target = Target {
            result_weight: 0.3,
            scale: 400.0,
        };
        let samples = toy::samples(BLOCK + 40);
        for hidden in [16, 64] {
            let parameters = parameters(hidden);
            let mut gradient = Parameters::zero(hidden);
            let work = Work {
                parameters: &parameters,
                samples: &samples,
                target,
                gradient: Some(&mut gradient),
                workspace: &mut Workspace::default(),
            };
            let losses = work.run();
            let mut numbers: Vec<f64> = parameters.numbers().map(f64::from).collect();
            let loss = reference(&numbers, hidden, &samples, target);
            let sum: f64 = losses.sums.iter().sum();
            assert!((sum - loss).abs() < 1e-4 * loss, "{sum} {loss}");
            assert_eq!(losses.counts.iter().sum::<u64>(), samples.len() as u64);

            let found: Vec<f32> = gradient.numbers().collect();
            let largest = found
                .iter()
                .fold(0.0, |largest: f32, &g| largest.max(g.abs()));
            // Steps coprime to the width, through rows, bias and outputs; all the output biases.
            let outputs = ROWS * hidden;
            let biases = outputs + OUTPUT_BUCKETS * 2 * hidden;
            let some = (0..outputs)
                .step_by(1009)
                .chain((BIAS_ROW * hidden)..outputs);
            for i in some
                .chain((outputs..biases).step_by(17))
                .chain(biases..biases + OUTPUT_BUCKETS)
            {
                const STEP: f64 = 1e-5;
                let kept = numbers[i];
                numbers[i] = kept + STEP;
                let above = reference(&numbers, hidden, &samples, target);
                numbers[i] = kept - STEP;
                let below = reference(&numbers, hidden, &samples, target);
                numbers[i] = kept;
                let expected = (above - below) / (2.0 * STEP);
                let error = (f64::from(found[i]) - expected).abs();
                assert!(
                    error < 1e-3 * f64::from(largest),
                    "{hidden} {i}: {} {expected}",
                    found[i]
                );
            }
        }
    }

    const BIAS_ROW: usize = INPUTS;

    #[test]
    fn all_vector_widths_agree_to_the_bit() {
        let parameters = parameters(256);
        let samples = toy::samples(100);
        let run = |how: fn(&mut Work) -> Losses| {
            let mut gradient = Parameters::zero(256);
            let losses = how(&mut Work {
                parameters: &parameters,
                samples: &samples,
                target: Target {
                    result_weight: 0.5,
                    scale: 400.0,
                },
                gradient: Some(&mut gradient),
                workspace: &mut Workspace::default(),
            });
            (losses, gradient)
        };
        let portable = run(|work| work.run_with::<Portable, 1>());
        assert_eq!(run(|work| work.run_with::<Portable, 2>()), portable);
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has what the function is compiled for.
                assert_eq!(run(|work| unsafe { run_avx2(work) }), portable);
            }
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: as above.
                assert_eq!(run(|work| unsafe { run_avx512(work) }), portable);
            }
        }
    }
}
