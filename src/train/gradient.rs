//! The loss of a network and its gradient (backpropagation), which take nearly all of the training time.
//!
//! The feature transformer is sparse: a position adds at most 33 of its rows per perspective. The forward pass adds
//! the rows of each position. The backward pass adds, with the same loop, the gradients of all positions that use a
//! row: the positions of a block are sorted by row first, so that each row is loaded and stored once per block.

use super::losses::Losses;
use super::output_layers::{Activations, GROUP, OutputLayers};
use super::parameters::Parameters;
use super::sample::{MAX_PIECES, Rows, Sample};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512, HasAvx2, HasAvx512};
use super::simd::{F32x16, Portable, SimdVector, add_rows};
use super::target::Target;
use crate::eval::nnue::INPUTS;

/// Positions per block: their state between forward and backward pass must fit in a core's cache.
const BLOCK: usize = 256;
/// Rows of the feature transformer, bias included.
const ROWS: usize = INPUTS + 1;

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct GradientBuffers {
    /// The samples, sorted by their output bucket.
    samples: Vec<Sample>,
    /// The activations of a group of positions.
    activations: Activations,
    /// The accumulators, two rows per position (side to move, opponent); later their gradients.
    accumulators: Vec<F32x16>,
    /// The transformer rows that each accumulator adds, one list after the other.
    rows: Vec<u16>,
    /// The end of each accumulator's list in `rows`.
    ends: Vec<usize>,
    /// The accumulators, sorted by the transformer rows that they add.
    users: Vec<u16>,
}

/// A forward pass over some samples, and a backward pass if the gradient is requested.
pub(super) struct GradientPass<'a> {
    pub parameters: &'a Parameters,
    pub samples: &'a [Sample],
    pub target: Target,
    /// Receives the sum of the gradients of all squared errors.
    pub gradient: Option<&'a mut Parameters>,
    pub buffers: &'a mut GradientBuffers,
}

impl GradientPass<'_> {
    /// Runs with the widest vectors of the processor. The result does not depend on the width.
    pub(super) fn run(mut self) -> Losses {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = HasAvx512::detect() {
                // SAFETY: the processor has AVX-512F.
                return unsafe { run_avx512(proof, &mut self) };
            }
            if let Some(proof) = HasAvx2::detect() {
                // SAFETY: the processor has AVX2.
                return unsafe { run_avx2(proof, &mut self) };
            }
        }
        self.run_with::<Portable, 1>(())
    }

    /// Runs with tiles of `TILE` vectors, or of one if the row length is not a multiple of `TILE`.
    #[inline(always)]
    fn run_with<V: SimdVector, const TILE: usize>(&mut self, proof: V::Proof) -> Losses {
        if self.parameters.row_len().is_multiple_of(TILE) {
            self.run_blocks::<V, TILE>(proof)
        } else {
            self.run_blocks::<V, 1>(proof)
        }
    }

    #[inline(always)]
    fn run_blocks<V: SimdVector, const TILE: usize>(&mut self, proof: V::Proof) -> Losses {
        let mut losses = Losses::default();
        let mut sorted = std::mem::take(&mut self.buffers.samples);
        sort_by_bucket(self.samples, &mut sorted);
        for block in sorted.chunks(BLOCK) {
            self.transform::<V, TILE>(proof, block);
            self.output_layers::<V>(proof, block, &mut losses);
            if self.gradient.is_some() {
                self.sort_users();
                self.transformer_gradient::<V, TILE>(proof);
            }
        }
        self.buffers.samples = sorted;
        losses
    }

    #[inline(always)]
    fn transform<V: SimdVector, const TILE: usize>(&mut self, proof: V::Proof, block: &[Sample]) {
        let GradientBuffers {
            accumulators,
            rows,
            ends,
            ..
        } = &mut *self.buffers;
        let row_len = self.parameters.row_len();
        let table = self.parameters.layers().transformer;
        accumulators.clear();
        accumulators.resize(2 * block.len() * row_len, F32x16::ZERO);
        rows.clear();
        ends.clear();
        let (mut own, mut other): (Rows, Rows) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        for (sample, sums) in block.iter().zip(accumulators.chunks_exact_mut(2 * row_len)) {
            let count = sample.rows(&mut own, &mut other);
            let (own_sums, other_sums) = sums.split_at_mut(row_len);
            for (list, sums) in [(&own, own_sums), (&other, other_sums)] {
                add_rows::<V, TILE>(proof, sums, table, &list[..count]);
                rows.extend_from_slice(&list[..count]);
                ends.push(rows.len());
            }
        }
    }

    /// Computes outputs and losses. If the gradient is requested, adds that of the output layers and replaces the
    /// accumulators by their gradients.
    #[inline(always)]
    fn output_layers<V: SimdVector>(
        &mut self,
        proof: V::Proof,
        block: &[Sample],
        losses: &mut Losses,
    ) {
        let mut accumulators = self.buffers.accumulators.as_mut_slice();
        let position_len = 2 * self.parameters.row_len();
        let mut layers = OutputLayers {
            parameters: self.parameters,
            target: self.target,
            gradient: self.gradient.as_deref_mut(),
            activations: &mut self.buffers.activations,
            losses,
        };
        for of_bucket in block.chunk_by(|a, b| a.bucket() == b.bucket()) {
            for group in of_bucket.chunks(GROUP) {
                let sums = accumulators.split_off_mut(..group.len() * position_len);
                let sums = sums.unwrap_or_default();
                if let Some(group) = group.first_chunk() {
                    layers.group::<V, GROUP>(proof, group, sums);
                    continue;
                }
                for (sample, sums) in group.iter().zip(sums.chunks_exact_mut(position_len)) {
                    layers.group::<V, 1>(proof, std::array::from_ref(sample), sums);
                }
            }
        }
    }

    /// Sorts the accumulators by the transformer rows that they add (counting sort). Afterwards `ends` holds the end
    /// of each transformer row in `users`.
    #[inline(always)]
    fn sort_users(&mut self) {
        let GradientBuffers {
            rows, ends, users, ..
        } = &mut *self.buffers;
        let mut next = [0usize; ROWS];
        for &row in rows.iter() {
            next[usize::from(row)] += 1;
        }
        let mut start = 0;
        for count in &mut next {
            start += std::mem::replace(count, start);
        }
        users.clear();
        users.resize(rows.len(), 0);
        let mut begin = 0;
        for (user, &end) in ends.iter().enumerate() {
            for &row in &rows[begin..end] {
                let index = &mut next[usize::from(row)];
                users[*index] = user as u16;
                *index += 1;
            }
            begin = end;
        }
        ends.clear();
        ends.extend_from_slice(&next);
    }

    #[inline(always)]
    fn transformer_gradient<V: SimdVector, const TILE: usize>(&mut self, proof: V::Proof) {
        let Some(gradient) = self.gradient.as_deref_mut() else {
            return;
        };
        let row_len = gradient.row_len();
        let table = gradient.layers_mut().transformer;
        let mut begin = 0;
        for (row, &end) in table.chunks_exact_mut(row_len).zip(&self.buffers.ends) {
            if begin < end {
                add_rows::<V, TILE>(
                    proof,
                    row,
                    &self.buffers.accumulators,
                    &self.buffers.users[begin..end],
                );
            }
            begin = end;
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512(proof: HasAvx512, pass: &mut GradientPass) -> Losses {
    if pass.parameters.row_len().is_multiple_of(16) {
        pass.run_blocks::<Avx512, 16>(proof)
    } else {
        pass.run_with::<Avx512, 4>(proof)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(proof: HasAvx2, pass: &mut GradientPass) -> Losses {
    pass.run_with::<Avx2, 4>(proof)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::OUTPUT_BUCKETS;
    use crate::train::parameters::Shape;
    use crate::train::test_data;

    /// The number of values of a layer stack.
    const fn stack_len(shape: Shape) -> usize {
        if shape.layer_stacks {
            shape.hidden_size * 16 + 16 + 32 * 32 + 32 + 32
        } else {
            0
        }
    }

    /// The output of a layer stack in double precision. The weights of the first layer lie in blocks of 16 inputs by 16
    /// outputs.
    fn stack_reference(stack: &[f64], products: &[f64]) -> f64 {
        let (l1_weights, rest) = stack.split_at(products.len() * 16);
        let (l1_bias, rest) = rest.split_at(16);
        let (l2_weights, rest) = rest.split_at(32 * 32);
        let (l2_bias, l3_weights) = rest.split_at(32);
        let mut l1 = l1_bias.to_vec();
        for (input, product) in products.iter().enumerate() {
            for (output, sum) in l1.iter_mut().enumerate() {
                *sum += product * l1_weights[(input / 16 * 16 + output) * 16 + input % 16];
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
            let mut products = Vec::new();
            for (side, rows) in [&own, &other].into_iter().enumerate() {
                let clipped = |neuron: usize| {
                    let value = |&row: &u16| parameters[usize::from(row) * hidden + neuron];
                    let sum: f64 = rows[..count].iter().map(value).sum();
                    sum.clamp(0.0, 1.0)
                };
                for neuron in 0..hidden {
                    output += clipped(neuron).powi(2) * weights[side * hidden + neuron];
                }
                let pairs = (0..hidden / 2).map(|neuron| (neuron, neuron + hidden / 2));
                products.extend(pairs.map(|(first, second)| clipped(first) * clipped(second)));
            }
            if shape.layer_stacks {
                let stack = &stacks[sample.bucket() * stack_len..];
                output += stack_reference(&stack[..stack_len], &products);
            }
            let output = 1.0 / (1.0 + (-output).exp());
            loss += (output - f64::from(target.of(sample))).powi(2);
        }
        loss
    }

    /// Parameters that make accumulators below, within and above 0..1.
    fn parameters(shape: Shape) -> Parameters {
        let mut parameters = Parameters::random(shape, 5);
        let values = parameters.values.iter_mut();
        for (i, value) in values.flat_map(|vector| &mut vector.0).enumerate() {
            *value *= 3.0;
            if *value == 0.0 {
                *value = (i % 13) as f32 / 20.0 - 0.3;
            }
        }
        parameters
    }

    #[test]
    fn the_gradient_matches_finite_differences() {
        let target = Target {
            wdl: 0.3,
            scale: 400.0,
        };
        let samples = test_data::samples(BLOCK + 40);
        for shape in [
            Shape::with_layer_stacks(32),
            Shape::with_layer_stacks(64),
            Shape::without_layer_stacks(32),
        ] {
            let (hidden, parameters) = (shape.hidden_size, parameters(shape));
            let mut gradient = Parameters::zeros(shape);
            let pass = GradientPass {
                parameters: &parameters,
                samples: &samples,
                target,
                gradient: Some(&mut gradient),
                buffers: &mut GradientBuffers::default(),
            };
            let losses = pass.run();
            let mut values: Vec<f64> = parameters.scalars().map(f64::from).collect();
            let loss = reference(&values, shape, &samples, target);
            let sum: f64 = losses.sums.iter().sum();
            assert!((sum - loss).abs() < 1e-4 * loss, "{sum} {loss}");
            assert_eq!(losses.counts.iter().sum::<u64>(), samples.len() as u64);

            let found: Vec<f32> = gradient.scalars().collect();
            let largest = found
                .iter()
                .fold(0.0, |largest: f32, &g| largest.max(g.abs()));
            // Steps coprime to the row length, through rows, bias, outputs and layer stacks; all output biases.
            let outputs = ROWS * hidden;
            let stacks = outputs + OUTPUT_BUCKETS * 2 * hidden;
            let biases = stacks + OUTPUT_BUCKETS * stack_len(shape);
            let some = (0..outputs)
                .step_by(1009)
                .chain((BIAS_ROW * hidden)..outputs);
            for i in some
                .chain((outputs..stacks).step_by(17))
                .chain((stacks..biases).step_by(41))
                .chain(biases..biases + OUTPUT_BUCKETS)
            {
                const STEP: f64 = 1e-5;
                let kept = values[i];
                values[i] = kept + STEP;
                let above = reference(&values, shape, &samples, target);
                values[i] = kept - STEP;
                let below = reference(&values, shape, &samples, target);
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
    }

    const BIAS_ROW: usize = INPUTS;

    #[test]
    fn all_vector_widths_agree_bit_by_bit() {
        check_vector_widths(Shape::with_layer_stacks(256));
        check_vector_widths(Shape::without_layer_stacks(256));
    }

    fn check_vector_widths(shape: Shape) {
        let parameters = parameters(shape);
        let samples = test_data::samples(100);
        let run = |how: &dyn Fn(&mut GradientPass) -> Losses| {
            let mut gradient = Parameters::zeros(shape);
            let losses = how(&mut GradientPass {
                parameters: &parameters,
                samples: &samples,
                target: Target {
                    wdl: 0.5,
                    scale: 400.0,
                },
                gradient: Some(&mut gradient),
                buffers: &mut GradientBuffers::default(),
            });
            (losses, gradient)
        };
        let portable = run(&|pass| pass.run_with::<Portable, 1>(()));
        assert_eq!(run(&|pass| pass.run_with::<Portable, 2>(())), portable);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = HasAvx2::detect() {
                // SAFETY: the processor has AVX2.
                assert_eq!(run(&|pass| unsafe { run_avx2(proof, pass) }), portable);
            }
            if let Some(proof) = HasAvx512::detect() {
                // SAFETY: the processor has AVX-512F.
                assert_eq!(run(&|pass| unsafe { run_avx512(proof, pass) }), portable);
            }
        }
    }
}
