//! What follows the feature transformer, and its gradient: activation, output weights and layer stack. Works on groups of
//! positions of the same output bucket, so that each weight is loaded once per group.

use super::layer_stack::StackPass;
use super::losses::Losses;
use super::parameters::Parameters;
use super::sample::Sample;
use super::simd::{F32x16, SimdVector};
use super::target::{Target, sigmoid};
use crate::eval::nnue::L1_SIZE;

/// Positions of a group.
pub(super) const GROUP: usize = 4;
/// Outputs of the first layer whose sums are kept in registers, for each position of a group.
const TILE: usize = 4;

/// The output layers with what they add to.
pub(super) struct OutputLayers<'a> {
    pub parameters: &'a Parameters,
    pub target: Target,
    pub gradient: Option<&'a mut Parameters>,
    pub activations: &'a mut Vec<F32x16>,
    pub losses: &'a mut Losses,
}

impl OutputLayers<'_> {
    /// Computes outputs and losses of positions of the same output bucket from their accumulators, two rows for each.
    /// If the gradient is requested, adds it and replaces the accumulators by their gradients.
    #[inline(always)]
    pub(super) fn group<V: SimdVector, const N: usize>(
        &mut self,
        proof: V::Proof,
        samples: &[Sample; N],
        accumulators: &mut [F32x16],
    ) {
        let len = 2 * self.parameters.row_len();
        let bucket = samples[0].bucket();
        let range = bucket * len..(bucket + 1) * len;
        let layers = self.parameters.layers();
        let weights = &layers.output_weights[range.clone()];
        let layout = self.parameters.stack_layout();
        let stack = layout.map(|layout| layout.split(&layers.stacks[layout.range(bucket)]));

        let products = self.activate::<V, N>(proof, accumulators, weights);
        let l1_weights = stack.as_ref().map_or(&[][..], |stack| stack.l1_weights);
        let l1_sums = l1_forward::<V, N>(proof, self.activations, l1_weights);
        let mut slopes = [0.0; N];
        let mut passes = [StackPass::default(); N];
        for i in 0..N {
            if let Some(stack) = &stack {
                passes[i] = stack.forward(&l1_sums[i]);
            }
            let output = products[i] + layers.output_bias.0[bucket] + passes[i].output;
            let output = sigmoid(output);
            let error = self.losses.add_position(&samples[i], output, self.target);
            slopes[i] = 2.0 * error * output * (1.0 - output);
        }
        let Some(gradient) = self.gradient.as_deref_mut().map(Parameters::layers_mut) else {
            return;
        };
        let mut changes =
            layout.map(|layout| layout.split_mut(&mut gradient.stacks[layout.range(bucket)]));
        let mut l1_slopes = [F32x16::ZERO; N];
        for i in 0..N {
            gradient.output_bias.0[bucket] += slopes[i];
            if let (Some(stack), Some(changes)) = (&stack, &mut changes) {
                l1_slopes[i] = stack.backward(&passes[i], slopes[i], changes);
            }
        }
        let backward = L1Backward {
            activations: self.activations,
            output_weights: weights,
            output_changes: &mut gradient.output_weights[range],
            l1_weights,
            l1_changes: changes.map_or(&mut [], |changes| changes.l1_weights),
            slopes,
            l1_slopes,
        };
        backward.run::<V>(proof, accumulators);
    }

    /// Stores the activations. Returns their products with the output weights.
    #[inline(always)]
    fn activate<V: SimdVector, const N: usize>(
        &mut self,
        proof: V::Proof,
        accumulators: &[F32x16],
        weights: &[F32x16],
    ) -> [f32; N] {
        self.activations.resize(accumulators.len(), F32x16::ZERO);
        let mut products = [0.0; N];
        let positions = accumulators.chunks_exact(weights.len());
        let activations = self.activations.chunks_exact_mut(weights.len());
        for ((sums, activations), product) in positions.zip(activations).zip(&mut products) {
            let mut total = V::splat(proof, 0.0);
            for ((sum, activation), weight) in sums.iter().zip(activations).zip(weights) {
                let clipped = V::load(proof, sum).max_zero().min_one();
                let squared = clipped.mul(clipped);
                squared.store(activation);
                total = total.add(squared.mul(V::load(proof, weight)));
            }
            *product = sum_of_lanes(total);
        }
        products
    }
}

/// The sums of the layer stack's first layer for each position; zero if there is no layer stack.
#[inline(always)]
fn l1_forward<V: SimdVector, const N: usize>(
    proof: V::Proof,
    activations: &[F32x16],
    weights: &[[F32x16; L1_SIZE]],
) -> [F32x16; N] {
    let len = activations.len() / N;
    let mut results = [F32x16::ZERO; N];
    if weights.is_empty() {
        return results;
    }
    for first in (0..L1_SIZE).step_by(TILE) {
        let mut tile = [[V::splat(proof, 0.0); TILE]; N];
        for (i, row) in weights.iter().enumerate() {
            let mut inputs = [V::splat(proof, 0.0); N];
            for (k, input) in inputs.iter_mut().enumerate() {
                *input = V::load(proof, &activations[k * len + i]);
            }
            for j in 0..TILE {
                let weight = V::load(proof, &row[first + j]);
                for (sums, input) in tile.iter_mut().zip(inputs) {
                    sums[j] = sums[j].add(weight.mul(input));
                }
            }
        }
        for (result, sums) in results.iter_mut().zip(tile) {
            for (j, sum) in sums.into_iter().enumerate() {
                result.0[first + j] = sum_of_lanes(sum);
            }
        }
    }
    results
}

/// What the gradient of output weights and first layer needs, for `N` positions.
struct L1Backward<'a, const N: usize> {
    activations: &'a [F32x16],
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
    /// Adds the gradient of the weights, and replaces the accumulators by their gradients.
    #[inline(always)]
    fn run<V: SimdVector>(self, proof: V::Proof, accumulators: &mut [F32x16]) {
        let len = self.output_weights.len();
        let outputs = self.output_weights.iter().zip(self.output_changes);
        let mut rows = self.l1_weights.iter().zip(self.l1_changes);
        for (i, (weight, change)) in outputs.enumerate() {
            let weight = V::load(proof, weight);
            let mut sum = V::load(proof, change);
            let mut inputs = [weight; N];
            let mut input_slopes = [weight; N];
            for k in 0..N {
                let slope = V::splat(proof, self.slopes[k]);
                inputs[k] = V::load(proof, &self.activations[k * len + i]);
                sum = sum.add(inputs[k].mul(slope));
                input_slopes[k] = weight.mul(slope);
            }
            sum.store(change);
            let row = rows.next();
            let row = row
                .into_iter()
                .flat_map(|(row, changes)| row.iter().zip(changes));
            for (j, (weight, change)) in row.enumerate() {
                let weight = V::load(proof, weight);
                let mut sum = V::load(proof, change);
                for k in 0..N {
                    let slope = V::splat(proof, self.l1_slopes[k].0[j]);
                    sum = sum.add(inputs[k].mul(slope));
                    input_slopes[k] = input_slopes[k].add(weight.mul(slope));
                }
                sum.store(change);
            }
            for (k, slope) in input_slopes.into_iter().enumerate() {
                let accumulator = &mut accumulators[k * len + i];
                let inside = V::load(proof, accumulator).max_zero().zero_from_one();
                inside.add(inside).mul(slope).store(accumulator);
            }
        }
    }
}

#[inline(always)]
fn sum_of_lanes<V: SimdVector>(vector: V) -> f32 {
    let mut lanes = F32x16::ZERO;
    vector.store(&mut lanes);
    lanes.sum()
}
