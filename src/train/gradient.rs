//! The loss of a network and its gradient (backpropagation), which take nearly all of the training time.
//!
//! The feature transformer is sparse: a position adds at most 33 of its rows per perspective. The forward pass adds the
//! rows of each position; `transformer_gradient` later adds, with the same loop, the gradients of all positions that use
//! a row.

use super::bf16::Bf16Pair;
use super::forward_weights::ForwardWeights;
use super::losses::Losses;
use super::output_layers::{Activations, GROUP, OutputLayers, Slopes};
use super::packed_transformer::{PackedTransformer, sum_rows};
use super::parameters::{ROWS, Shape};
use super::sample::{MAX_PIECES, Rows, Sample};
use super::simd::{F32x16, SimdVector, SimdWork};
use super::target::Target;

/// The largest number of samples of a part: 16 bits count its accumulators.
pub(super) const MAX_PART_SIZE: usize = 1 << 15;

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct GradientBuffers {
    /// The samples, sorted by their output bucket.
    samples: Vec<Sample>,
    /// The accumulators of a group of positions, two rows for each (side to move, opponent).
    accumulators: Vec<F32x16>,
    activations: Activations,
    /// The transformer rows that each accumulator adds, one list after the other.
    rows: Vec<u16>,
    /// The end of each accumulator's list in `rows`.
    ends: Vec<usize>,
}

/// The gradient of a part of a batch, summed over its positions.
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct PartGradient {
    /// Two for each position.
    pub accumulators: usize,
    /// The gradient of the layers after the feature transformer.
    pub outputs: Vec<F32x16>,
    /// The gradients of the accumulators, in tiles: the first pairs of each accumulator, then the next ones.
    pub slopes: Vec<Bf16Pair>,
    /// The accumulators that add a row of the feature transformer, row after row.
    pub users: Vec<u16>,
    /// The end of each row's list in `users`.
    pub ends: Vec<usize>,
}

/// A forward pass over some samples, and a backward pass down to the accumulators if the gradient is requested.
pub(super) struct GradientPass<'a> {
    pub weights: &'a ForwardWeights,
    /// At most [`MAX_PART_SIZE`].
    pub samples: &'a [Sample],
    pub target: Target,
    pub gradient: Option<&'a mut PartGradient>,
    pub buffers: &'a mut GradientBuffers,
}

impl PartGradient {
    pub(super) fn new(shape: Shape) -> PartGradient {
        PartGradient {
            accumulators: 0,
            outputs: vec![F32x16::ZERO; shape.outputs_len()],
            slopes: Vec::new(),
            users: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Sorts the accumulators by the transformer rows that they add (counting sort).
    fn sort_users(&mut self, rows: &[u16], ends: &[usize]) {
        let next = &mut self.ends;
        next.clear();
        next.resize(ROWS, 0);
        for &row in rows {
            next[usize::from(row)] += 1;
        }
        let mut start = 0;
        for count in next.iter_mut() {
            start += std::mem::replace(count, start);
        }
        self.users.clear();
        self.users.resize(rows.len(), 0);
        let mut begin = 0;
        for (user, &end) in ends.iter().enumerate() {
            for &row in &rows[begin..end] {
                let index = &mut next[usize::from(row)];
                self.users[*index] = user as u16;
                *index += 1;
            }
            begin = end;
        }
    }
}

impl SimdWork for GradientPass<'_> {
    type Output = Losses;

    #[inline(always)]
    fn run<V: SimdVector>(mut self, proof: V::Proof) -> Losses {
        let mut losses = Losses::default();
        let mut sorted = std::mem::take(&mut self.buffers.samples);
        sort_by_bucket(self.samples, &mut sorted);
        self.buffers.rows.clear();
        self.buffers.ends.clear();
        let shape = self.weights.shape();
        if let Some(gradient) = &mut self.gradient {
            gradient.accumulators = 2 * sorted.len();
            gradient.outputs.fill(F32x16::ZERO);
            let pairs = gradient.accumulators * shape.row_len() / 2;
            gradient.slopes.resize(pairs, Bf16Pair::ZERO);
        }
        let mut first = 0;
        for of_bucket in sorted.chunk_by(|a, b| a.bucket() == b.bucket()) {
            let (groups, rest) = of_bucket.as_chunks::<GROUP>();
            for group in groups {
                self.group::<V, GROUP>(proof, group, first, &mut losses);
                first += GROUP;
            }
            for sample in rest {
                self.group::<V, 1>(proof, std::array::from_ref(sample), first, &mut losses);
                first += 1;
            }
        }
        if let Some(gradient) = self.gradient {
            gradient.sort_users(&self.buffers.rows, &self.buffers.ends);
        }
        self.buffers.samples = sorted;
        losses
    }
}

impl GradientPass<'_> {
    /// Computes a group of positions of the same output bucket, before which there are `first`.
    #[inline(always)]
    fn group<V: SimdVector, const N: usize>(
        &mut self,
        proof: V::Proof,
        group: &[Sample; N],
        first: usize,
        losses: &mut Losses,
    ) {
        self.transform::<V>(proof, group);
        let shape = self.weights.shape();
        let accumulators = 2 * self.samples.len();
        let (outputs, slopes) = match self.gradient.as_deref_mut() {
            Some(gradient) => (
                Some(shape.split_outputs_mut(&mut gradient.outputs)),
                gradient.slopes.as_mut_slice(),
            ),
            None => (None, &mut [][..]),
        };
        let layers = OutputLayers {
            weights: self.weights,
            target: self.target,
            gradient: outputs,
            activations: &mut self.buffers.activations,
            losses,
            slopes: Slopes {
                pairs: slopes,
                tile_pairs: shape.tile_pairs(),
                accumulators,
                first: 2 * first,
            },
        };
        layers.run::<V, N>(proof, group, &self.buffers.accumulators);
    }

    #[inline(always)]
    fn transform<V: SimdVector>(&mut self, proof: V::Proof, group: &[Sample]) {
        let GradientBuffers {
            accumulators,
            rows,
            ends,
            ..
        } = &mut *self.buffers;
        let row_len = self.weights.shape().row_len();
        accumulators.resize(2 * group.len() * row_len, F32x16::ZERO);
        let (mut own, mut other): (Rows, Rows) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        let table = self.weights.transformer();
        for (sample, sums) in group.iter().zip(accumulators.chunks_exact_mut(2 * row_len)) {
            let count = sample.rows(&mut own, &mut other);
            let (own_sums, other_sums) = sums.split_at_mut(row_len);
            for (list, sums) in [(&own, own_sums), (&other, other_sums)] {
                let list = &list[..count];
                let fits = |pairs| pairs <= V::REGISTER_PAIRS && row_len.is_multiple_of(2 * pairs);
                if fits(8) {
                    add_rows::<V, 8>(proof, table, list, sums);
                } else if fits(4) {
                    add_rows::<V, 4>(proof, table, list, sums);
                } else if fits(2) {
                    add_rows::<V, 2>(proof, table, list, sums);
                } else {
                    add_rows::<V, 1>(proof, table, list, sums);
                }
                rows.extend_from_slice(list);
                ends.push(rows.len());
            }
        }
    }
}

/// The sum of some rows of the feature transformer.
#[inline(always)]
fn add_rows<V: SimdVector, const LEN: usize>(
    proof: V::Proof,
    table: &PackedTransformer,
    rows: &[u16],
    sums: &mut [F32x16],
) {
    let half = sums.len() / 2;
    let unit = V::splat(proof, table.unit());
    let (first_half, second_half) = sums.split_at_mut(half);
    let halves = first_half
        .as_chunks_mut::<LEN>()
        .0
        .iter_mut()
        .zip(second_half.as_chunks_mut::<LEN>().0);
    for (i, (first, second)) in halves.enumerate() {
        let found = sum_rows::<V, LEN>(proof, table.pairs(), half, i * LEN, rows);
        for (j, [first_sum, second_sum]) in found.into_iter().enumerate() {
            first_sum.mul(unit).store(&mut first[j]);
            second_sum.mul(unit).store(&mut second[j]);
        }
    }
}

/// Sorts samples by their output bucket (a stable sort): neighbours then share a layer stack and many rows of the
/// feature transformer.
fn sort_by_bucket(samples: &[Sample], sorted: &mut Vec<Sample>) {
    sorted.clear();
    sorted.extend_from_slice(samples);
    sorted.sort_by_key(Sample::bucket);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::{OUTPUT_BUCKETS, SIDE_ATTACK_INPUTS};
    use crate::train::optimizer::Optimizer;
    use crate::train::parameters::Parameters;
    use crate::train::sample::BIAS;
    use crate::train::simd::run_all;
    use crate::train::test_data;
    use crate::train::trainer::Trainer;
    use crate::train::transformer_gradient::TileGradient;

    const TARGET: Target = Target {
        wdl: 0.3,
        scale: 400.0,
    };

    /// The number of values of a layer stack.
    const fn stack_len(shape: Shape) -> usize {
        if shape.layer_stacks {
            (shape.hidden_size + 2 * 16) * 16 + 16 + 32 * 32 + 32 + 32
        } else {
            0
        }
    }

    /// The output of a layer stack in double precision. The weights of the first layer lie in blocks of 16 inputs by 16
    /// outputs.
    fn stack_reference(stack: &[f64], inputs: &[f64]) -> f64 {
        let (l1_weights, rest) = stack.split_at(inputs.len() * 16);
        let (l1_bias, rest) = rest.split_at(16);
        let (l2_weights, rest) = rest.split_at(32 * 32);
        let (l2_bias, l3_weights) = rest.split_at(32);
        let mut l1 = l1_bias.to_vec();
        for (input, value) in inputs.iter().enumerate() {
            for (output, sum) in l1.iter_mut().enumerate() {
                *sum += value * l1_weights[(input / 16 * 16 + output) * 16 + input % 16];
            }
        }
        let clipped = l1.iter().map(|sum| sum.clamp(0.0, 1.0));
        let inputs: Vec<f64> = clipped
            .chain(l1.iter().map(|sum| (sum * sum).min(1.0)))
            .collect();
        let neuron = |i: usize| {
            let rows = inputs.iter().zip(l2_weights.chunks_exact(32));
            let products = rows.map(|(input, row)| input * row[i]);
            (l2_bias[i] + products.sum::<f64>()).clamp(0.0, 1.0) * l3_weights[i]
        };
        (0..32).map(neuron).sum()
    }

    /// The index of a weight of the feature transformer.
    fn transformer_index(shape: Shape, row: usize, neuron: usize) -> usize {
        shape.transformer_index(row, neuron / 16) * 16 + neuron % 16
    }

    /// The loss in double precision, straight from its definition.
    fn reference(parameters: &[f64], shape: Shape, samples: &[Sample], target: Target) -> f64 {
        let (hidden, stack_len) = (shape.hidden_size, stack_len(shape));
        let (mut own, mut other) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        let outputs = &parameters[ROWS * hidden..];
        let mut loss = 0.0;
        for sample in samples {
            let count = sample.rows(&mut own, &mut other);
            let weights = &outputs[sample.bucket() * 2 * hidden..];
            let (stacks, biases) =
                outputs[OUTPUT_BUCKETS * 2 * hidden..].split_at(OUTPUT_BUCKETS * stack_len);
            let mut output = biases[sample.bucket()];
            let mut l1_inputs = Vec::new();
            for (side, rows) in [&own, &other].into_iter().enumerate() {
                let clipped = |neuron: usize| {
                    let value =
                        |&row: &u16| parameters[transformer_index(shape, row.into(), neuron)];
                    let sum: f64 = rows[..count].iter().map(value).sum();
                    sum.clamp(0.0, 1.0)
                };
                for neuron in 0..hidden {
                    output += clipped(neuron).powi(2) * weights[side * hidden + neuron];
                }
                let pairs = (0..hidden / 2).map(|neuron| (neuron, neuron + hidden / 2));
                l1_inputs.extend(pairs.map(|(first, second)| clipped(first) * clipped(second)));
            }
            if shape.layer_stacks {
                for side in sample.attack_inputs().0.chunks(SIDE_ATTACK_INPUTS) {
                    l1_inputs.extend(side.iter().copied().map(f64::from));
                    l1_inputs.resize(l1_inputs.len().next_multiple_of(16), 0.0);
                }
                let stack = &stacks[sample.bucket() * stack_len..];
                output += stack_reference(&stack[..stack_len], &l1_inputs);
            }
            let output = 1.0 / (1.0 + (-output).exp());
            loss += (output - f64::from(target.of(sample))).powi(2);
        }
        loss
    }

    /// Parameters that make accumulators below, within and above 0..1. Those of the feature transformer are multiples of
    /// 1/256, which bfloat16 holds, and its biases lie between them: no accumulator is 0 or 1, where the loss has kinks.
    fn parameters(shape: Shape) -> Parameters {
        let mut parameters = Parameters::random(shape, 5);
        let values = parameters.values.iter_mut();
        for (i, value) in values.flat_map(|vector| &mut vector.0).enumerate() {
            *value *= 3.0;
            if *value == 0.0 {
                *value = (i % 13) as f32 / 20.0 - 0.3;
            }
        }
        let tile_len = shape.tile_len();
        for tile in parameters
            .layers_mut()
            .transformer
            .chunks_exact_mut(tile_len)
        {
            for (i, vector) in tile.iter_mut().enumerate() {
                let is_bias = i / (2 * shape.tile_pairs()) == BIAS;
                let offset = if is_bias { 0.5 } else { 0.0 };
                vector.0 = vector
                    .0
                    .map(|value| ((value * 256.0).floor() + offset) / 256.0);
            }
        }
        parameters
    }

    #[test]
    fn the_gradient_matches_finite_differences() {
        check_gradient(Shape::with_layer_stacks(32));
        check_gradient(Shape::with_layer_stacks(64));
    }

    #[test]
    fn the_gradient_of_other_sizes_matches_finite_differences() {
        check_gradient(Shape::with_layer_stacks(128));
        check_gradient(Shape::without_layer_stacks(32));
        check_gradient(Shape::without_layer_stacks(96));
    }

    fn check_gradient(shape: Shape) {
        let samples = test_data::samples(300);
        let (hidden, parameters) = (shape.hidden_size, parameters(shape));
        let mut values: Vec<f64> = parameters.scalars().map(f64::from).collect();
        let optimizer = Optimizer::new(&parameters);
        let mut trainer = Trainer::new(parameters, optimizer, 2);
        let losses = trainer.compute_gradient(&samples, TARGET, true);
        let loss = reference(&values, shape, &samples, TARGET);
        let sum: f64 = losses.sums.iter().sum();
        assert!((sum - loss).abs() < 1e-4 * loss, "{sum} {loss}");
        assert_eq!(losses.counts.iter().sum::<u64>(), samples.len() as u64);
        assert!(losses.counts.iter().all(|&count| count > 0));

        let found: Vec<f32> = trainer.gradient().scalars().collect();
        let largest = found
            .iter()
            .fold(0.0, |largest: f32, &g| largest.max(g.abs()));
        // Steps coprime to the row length, through rows, bias, outputs and layer stacks; all output biases.
        let outputs = ROWS * hidden;
        let stacks = outputs + OUTPUT_BUCKETS * 2 * hidden;
        let biases = stacks + OUTPUT_BUCKETS * stack_len(shape);
        let bias = (0..hidden).map(|neuron| transformer_index(shape, BIAS, neuron));
        for i in (0..outputs)
            .step_by(2003)
            .chain(bias)
            .chain((outputs..stacks).step_by(31))
            .chain((stacks..biases).step_by(83))
            .chain(biases..biases + OUTPUT_BUCKETS)
        {
            // Small, so that hardly any activation crosses a kink.
            const STEP: f64 = 1e-7;
            let kept = values[i];
            values[i] = kept + STEP;
            let above = reference(&values, shape, &samples, TARGET);
            values[i] = kept - STEP;
            let below = reference(&values, shape, &samples, TARGET);
            values[i] = kept;
            let expected = (above - below) / (2.0 * STEP);
            let error = (f64::from(found[i]) - expected).abs();
            assert!(
                error < 1e-3 * f64::from(largest),
                "{hidden} {i}: {} {expected}",
                found[i]
            );
        }
    }

    #[test]
    fn all_vector_widths_agree_bit_by_bit() {
        check_vector_widths(Shape::with_layer_stacks(256), false);
        check_vector_widths(Shape::with_layer_stacks(64), true);
        check_vector_widths(Shape::without_layer_stacks(32), false);
    }

    fn check_vector_widths(shape: Shape, is_quantised: bool) {
        let samples = test_data::samples(101);
        let mut weights = ForwardWeights::new(shape);
        weights.is_quantised = is_quantised;
        weights.load(&parameters(shape), 1);
        let mut gradients: Vec<_> = (0..3).map(|_| PartGradient::new(shape)).collect();
        let mut buffers: Vec<_> = (0..3).map(|_| GradientBuffers::default()).collect();
        let mut each = gradients.iter_mut().zip(&mut buffers);
        let losses = run_all(|| {
            let (gradient, buffers) = each.next().unwrap();
            GradientPass {
                weights: &weights,
                samples: &samples,
                target: TARGET,
                gradient: Some(gradient),
                buffers,
            }
        });
        gradients.truncate(losses.len());
        for (found, gradient) in losses.iter().zip(&gradients) {
            assert_eq!(found, &losses[0]);
            assert!(gradient == &gradients[0]);
        }
        for number in 0..shape.transformer_len() / shape.tile_len() {
            let mut tiles = vec![vec![F32x16::ZERO; shape.tile_len()]; losses.len()];
            let mut each = tiles.iter_mut();
            run_all(|| TileGradient {
                number,
                tile_pairs: shape.tile_pairs(),
                parts: &gradients[..1],
                gradient: each.next().unwrap(),
            });
            assert!(tiles[0].iter().any(|&vector| vector != F32x16::ZERO));
            assert!(tiles.iter().all(|tile| tile == &tiles[0]));
        }
    }
}
