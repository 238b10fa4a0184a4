//! The layers after the feature transformer, and their gradient: activation, output weights and layer stack. Works on groups of
//! positions of the same output bucket, so that each weight is loaded once per group.

use super::bf16::Bf16Pair;
use super::forward_weights::ForwardWeights;
use super::layer_stack::{ATTACK_VECTORS, StackPass};
use super::losses::Losses;
use super::parameters::OutputsMut;
use super::sample::Sample;
use super::simd::{F32x16, SimdVector};
use super::target::{Target, sigmoid};
use crate::eval::nnue::{L1_INPUT_UNIT, L1_SIZE, SIDE_ATTACK_INPUTS};

/// Positions of a group.
pub(super) const GROUP: usize = 4;
/// Outputs of the first layer whose sums are kept in registers, for each position of a group.
const OUTPUT_TILE: usize = 4;

/// The activations of a group of positions.
#[derive(Default)]
pub(super) struct Activations {
    /// SCReLU, two rows for each position.
    squares: Vec<F32x16>,
    /// The inputs of the layer stack, a row for each position: the products of both halves of each accumulator, then
    /// the attack inputs.
    l1_inputs: Vec<F32x16>,
}

/// The output layers with what they add to.
pub(super) struct OutputLayers<'a> {
    pub weights: &'a ForwardWeights,
    pub target: Target,
    pub gradient: Option<OutputsMut<'a>>,
    pub activations: &'a mut Activations,
    pub losses: &'a mut Losses,
    pub slopes: Slopes<'a>,
}

/// Where the gradients of the accumulators go, in tiles as in [`PartGradient`](super::gradient::PartGradient).
pub(super) struct Slopes<'a> {
    pub pairs: &'a mut [Bf16Pair],
    /// Pairs of an accumulator in a tile.
    pub tile_pairs: usize,
    /// The number of accumulators in a tile.
    pub accumulators: usize,
    /// The number of the group's first accumulator.
    pub first: usize,
}

impl Slopes<'_> {
    /// A pair of the group's accumulator `k`.
    #[inline(always)]
    fn pair(&mut self, k: usize, i: usize) -> &mut Bf16Pair {
        let (tile, i) = (i / self.tile_pairs, i % self.tile_pairs);
        &mut self.pairs[(tile * self.accumulators + self.first + k) * self.tile_pairs + i]
    }
}

impl OutputLayers<'_> {
    /// Computes outputs and losses of positions of the same output bucket from their accumulators, two rows for each.
    /// If the gradient is requested, adds it and stores that of the accumulators.
    #[inline(always)]
    pub(super) fn run<V: SimdVector, const N: usize>(
        mut self,
        proof: V::Proof,
        samples: &[Sample; N],
        accumulators: &[F32x16],
    ) {
        let shape = self.weights.shape();
        let len = 2 * shape.row_len();
        let bucket = samples[0].bucket();
        let range = bucket * len..(bucket + 1) * len;
        let layers = self.weights.outputs();
        let weights = &layers.weights[range.clone()];
        let layout = shape.stack_layout();
        let stack = layout.map(|layout| layout.split(&layers.stacks[layout.range(bucket)]));

        let sums = self.activate::<V, N>(proof, accumulators, weights);
        let l1_weights = stack.as_ref().map_or(&[][..], |stack| stack.l1_weights);
        let mut l1_sums = [F32x16::ZERO; N];
        if stack.is_some() {
            self.multiply_pairs::<V>(proof, accumulators);
            self.store_attack_inputs(samples);
            l1_sums = l1_forward::<V, N>(proof, &self.activations.l1_inputs, l1_weights);
        }
        let mut slopes = [0.0; N];
        let mut passes = [StackPass::default(); N];
        for i in 0..N {
            if let Some(stack) = &stack {
                passes[i] = stack.forward::<V>(proof, &l1_sums[i]);
            }
            let output = sums[i] + layers.bias.0[bucket] + passes[i].output;
            let output = sigmoid(output);
            let error = self.losses.add_position(&samples[i], output, self.target);
            slopes[i] = 2.0 * error * output * (1.0 - output);
        }
        let Some(gradient) = self.gradient else {
            return;
        };
        let mut changes =
            layout.map(|layout| layout.split_mut(&mut gradient.stacks[layout.range(bucket)]));
        let mut l1_slopes = [F32x16::ZERO; N];
        for i in 0..N {
            gradient.bias.0[bucket] += slopes[i];
            if let (Some(stack), Some(changes)) = (&stack, &mut changes) {
                l1_slopes[i] = stack.backward::<V>(proof, &passes[i], slopes[i], changes);
            }
        }
        let backward = L1Backward {
            activations: self.activations,
            output_weights: weights,
            output_changes: &mut gradient.weights[range],
            l1_weights,
            l1_changes: changes.map_or(&mut [], |changes| changes.l1_weights),
            slopes,
            l1_slopes,
        };
        backward.run::<V>(proof, accumulators, self.slopes);
    }

    /// Stores the squares. Returns their sums by the output weights.
    #[inline(always)]
    fn activate<V: SimdVector, const N: usize>(
        &mut self,
        proof: V::Proof,
        accumulators: &[F32x16],
        weights: &[F32x16],
    ) -> [f32; N] {
        let squares = &mut self.activations.squares;
        squares.resize(accumulators.len(), F32x16::ZERO);
        let mut outputs = [0.0; N];
        let positions = accumulators.chunks_exact(weights.len());
        let squares = squares.chunks_exact_mut(weights.len());
        for ((sums, squares), output) in positions.zip(squares).zip(&mut outputs) {
            let mut total = V::splat(proof, 0.0);
            for ((sum, square), weight) in sums.iter().zip(squares).zip(weights) {
                let clipped = V::load(proof, sum).clipped();
                let squared = clipped.mul(clipped);
                squared.store(square);
                total = squared.mul_add(V::load(proof, weight), total);
            }
            *output = total.sum();
        }
        outputs
    }

    /// Stores the products of both halves of each accumulator (pairwise multiplication).
    #[inline(always)]
    fn multiply_pairs<V: SimdVector>(&mut self, proof: V::Proof, accumulators: &[F32x16]) {
        let row_len = self.weights.shape().row_len();
        let l1_len = row_len + ATTACK_VECTORS;
        let positions = accumulators.len() / (2 * row_len);
        let l1_inputs = &mut self.activations.l1_inputs;
        l1_inputs.resize(positions * l1_len, F32x16::ZERO);
        let products = l1_inputs
            .chunks_exact_mut(l1_len)
            .flat_map(|inputs| inputs[..row_len].chunks_exact_mut(row_len / 2));
        let is_quantised = self.weights.is_quantised;
        let unit = V::splat(proof, L1_INPUT_UNIT);
        let integers = V::splat(proof, 1.0 / L1_INPUT_UNIT);
        let rows = accumulators.chunks_exact(row_len);
        for (row, products) in rows.zip(products) {
            let (first, second) = row.split_at(row_len / 2);
            for ((first, second), product) in first.iter().zip(second).zip(products) {
                let first = V::load(proof, first).clipped();
                let second = V::load(proof, second).clipped();
                let mut input = first.mul(second);
                if is_quantised {
                    input = input.mul(integers).rounded(proof).mul(unit);
                }
                input.store(product);
            }
        }
    }

    /// Stores the attack inputs after the products.
    #[inline(always)]
    fn store_attack_inputs<const N: usize>(&mut self, samples: &[Sample; N]) {
        let row_len = self.weights.shape().row_len();
        let rows = self
            .activations
            .l1_inputs
            .chunks_exact_mut(row_len + ATTACK_VECTORS);
        for (sample, row) in samples.iter().zip(rows) {
            let inputs = sample.attack_inputs().0;
            for (vector, side) in row[row_len..]
                .iter_mut()
                .zip(inputs.chunks(SIDE_ATTACK_INPUTS))
            {
                vector.0[..SIDE_ATTACK_INPUTS].copy_from_slice(side);
            }
        }
    }
}

/// The sums of the layer stack's first layer for each position.
#[inline(always)]
fn l1_forward<V: SimdVector, const N: usize>(
    proof: V::Proof,
    l1_inputs: &[F32x16],
    weights: &[[F32x16; L1_SIZE]],
) -> [F32x16; N] {
    let len = l1_inputs.len() / N;
    let mut results = [F32x16::ZERO; N];
    for first in (0..L1_SIZE).step_by(OUTPUT_TILE) {
        let mut tile = [[V::splat(proof, 0.0); OUTPUT_TILE]; N];
        for (i, row) in weights.iter().enumerate() {
            let mut inputs = [V::splat(proof, 0.0); N];
            for (k, input) in inputs.iter_mut().enumerate() {
                *input = V::load(proof, &l1_inputs[k * len + i]);
            }
            for j in 0..OUTPUT_TILE {
                let weight = V::load(proof, &row[first + j]);
                for (sums, input) in tile.iter_mut().zip(inputs) {
                    sums[j] = weight.mul_add(input, sums[j]);
                }
            }
        }
        for (result, sums) in results.iter_mut().zip(tile) {
            for (j, sum) in sums.into_iter().enumerate() {
                result.0[first + j] = sum.sum();
            }
        }
    }
    results
}

/// The inputs of the gradient of output weights and first layer, for `N` positions.
struct L1Backward<'a, const N: usize> {
    activations: &'a Activations,
    output_weights: &'a [F32x16],
    output_changes: &'a mut [F32x16],
    /// Empty if there is no layer stack.
    l1_weights: &'a [[F32x16; L1_SIZE]],
    l1_changes: &'a mut [[F32x16; L1_SIZE]],
    /// The slopes of the error along the outputs.
    slopes: [f32; N],
    /// The slopes of the error along the sums of the first layer.
    l1_slopes: [F32x16; N],
}

impl<const N: usize> L1Backward<'_, N> {
    /// Adds the gradient of the weights, and stores that of the accumulators.
    #[inline(always)]
    fn run<V: SimdVector>(mut self, proof: V::Proof, accumulators: &[F32x16], mut slopes: Slopes) {
        let half = self.output_weights.len() / 4;
        for i in 0..2 * half {
            // The vectors of both halves of an accumulator.
            let first = i / half * 2 * half + i % half;
            let second = first + half;
            let product_slopes = self.l1_layer::<V>(proof, i);
            let first_slopes = self.output_weights::<V>(proof, first);
            let second_slopes = self.output_weights::<V>(proof, second);
            for k in 0..N {
                let start = k * 4 * half;
                let [first, second] = [start + first, start + second];
                let first_sum = V::load(proof, &accumulators[first]);
                let second_sum = V::load(proof, &accumulators[second]);
                let slope = product_slopes[k];
                let first = sum_gradient(first_sum, first_slopes[k], second_sum, slope);
                let second = sum_gradient(second_sum, second_slopes[k], first_sum, slope);
                V::store_pair(first, second, slopes.pair(2 * k + i / half, i % half));
            }
        }
        for i in 2 * half..self.l1_weights.len() {
            self.l1_layer::<V>(proof, i);
        }
    }

    /// Adds the gradient of a vector of output weights. Returns the slopes along its squares.
    #[inline(always)]
    fn output_weights<V: SimdVector>(&mut self, proof: V::Proof, i: usize) -> [V; N] {
        let len = self.output_weights.len();
        let weight = V::load(proof, &self.output_weights[i]);
        let mut sum = V::load(proof, &self.output_changes[i]);
        let mut square_slopes = [weight; N];
        for (k, square_slope) in square_slopes.iter_mut().enumerate() {
            let slope = V::splat(proof, self.slopes[k]);
            let square = V::load(proof, &self.activations.squares[k * len + i]);
            sum = square.mul_add(slope, sum);
            *square_slope = weight.mul(slope);
        }
        sum.store(&mut self.output_changes[i]);
        square_slopes
    }

    /// Adds the gradient of the first layer's weights for a vector of its inputs. Returns the slopes along these.
    #[inline(always)]
    fn l1_layer<V: SimdVector>(&mut self, proof: V::Proof, i: usize) -> [V; N] {
        let mut input_slopes = [V::splat(proof, 0.0); N];
        let Some(weights) = self.l1_weights.get(i) else {
            return input_slopes;
        };
        let len = self.l1_weights.len();
        let mut inputs = input_slopes;
        for (k, input) in inputs.iter_mut().enumerate() {
            *input = V::load(proof, &self.activations.l1_inputs[k * len + i]);
        }
        for (j, (weight, change)) in weights.iter().zip(&mut self.l1_changes[i]).enumerate() {
            let weight = V::load(proof, weight);
            let mut sum = V::load(proof, change);
            for k in 0..N {
                let slope = V::splat(proof, self.l1_slopes[k].0[j]);
                sum = inputs[k].mul_add(slope, sum);
                input_slopes[k] = weight.mul_add(slope, input_slopes[k]);
            }
            sum.store(change);
        }
        input_slopes
    }
}

/// The gradient of accumulator values, from the slopes along their squares and along their products with others.
#[inline(always)]
fn sum_gradient<V: SimdVector>(sum: V, square_slope: V, other: V, product_slope: V) -> V {
    let twice = sum.add(sum);
    let other = other.clipped();
    let by_product = product_slope.mul(other);
    twice.mul_add(square_slope, by_product).where_inside(sum)
}
