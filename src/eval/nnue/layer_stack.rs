//! The layer stack of an output bucket: layers of 16, 32 and 1 neurons after the feature transformer, as in Stockfish.
//! Its inputs are products of clipped accumulator values (pairwise multiplication, from Stockfish), those of the first
//! half of an accumulator by those of the second: half as many as the output weights have, whose activation is SCReLU.
//! The output of the layer stack is added to that of the output weights, which thus are a skip connection
//! (<https://arxiv.org/abs/1512.03385>). The build script compiles this file too.

use super::architecture::{
    ATTACK_INPUTS, BLOCK, Block, L1_GROUP, L1_SIZE, L2_INPUTS, L2_SIZE, MAX_STACK_VALUE,
    OUTPUT_BUCKETS, QA, is_valid_stacked_hidden_size,
};
use super::error::NetworkError;

/// Quantised 1.0 in the inputs and weights of the second layer.
const QL2: i32 = 1024;

/// Blocks of second-layer weights for two neighbouring inputs: two weights for each output.
pub(super) const L2_BLOCKS: usize = 2 * L2_SIZE / BLOCK;

/// The product of two clipped accumulator values is divided by two to the power of this, so that it fits a byte.
pub(super) const PRODUCT_SHIFT: u32 = 7;

/// The unit of the inputs of the first layer; clipped accumulator values are at most 1, or [`QA`].
pub(crate) const L1_INPUT_UNIT: f32 = (1 << PRODUCT_SHIFT) as f32 / (QA * QA) as f32;

/// Added before the division, which then rounds to the nearest.
pub(super) const PRODUCT_ROUNDING: i16 = 1 << (PRODUCT_SHIFT - 1);

/// Number of floats in [`DenseLayers`] without the weights of attack inputs.
const FLOATS: usize = 2 * L1_SIZE + (L2_INPUTS + 2) * L2_SIZE;

/// Weights of a layer stack of a network with hidden size H.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerStackWeights {
    /// Weights of the first layer in units of [`DenseLayers::l1_scales`]. For each four neighbouring inputs of the H, first
    /// those of the side to move: four weights for each of the 16 outputs.
    pub l1_weights: Vec<i8>,
    /// Its scales and bias, and the other layers.
    pub dense: DenseLayers,
}

/// A layer stack without the weights of the first layer.
#[derive(Clone, Debug, PartialEq)]
pub struct DenseLayers {
    /// The value of a quantised weight of 1 in each output of the first layer (per-channel quantisation,
    /// <https://arxiv.org/abs/1806.08342>).
    pub l1_scales: [f32; L1_SIZE],
    /// Bias of the first layer.
    pub l1_bias: [f32; L1_SIZE],
    /// Weights of the second layer, a row for each input: the clipped ReLU of each output of the first layer, then
    /// their squares, at most 1.
    pub l2_weights: [[f32; L2_SIZE]; L2_INPUTS],
    /// Bias of the second layer.
    pub l2_bias: [f32; L2_SIZE],
    /// Weights of the third layer.
    pub l3_weights: [f32; L2_SIZE],
    /// Weights of the attack inputs in the first layer, a row for each input; all zero in a network without them.
    pub attack_weights: [[f32; L1_SIZE]; ATTACK_INPUTS],
}

/// The input of the first layer from two clipped accumulator values: their product, rounded to 0 to 126.
#[inline(always)]
pub(crate) fn l1_input(first: i32, second: i32) -> i32 {
    (first * second + i32::from(PRODUCT_ROUNDING)) >> PRODUCT_SHIFT
}

/// The pairs of clipped accumulator values whose products are the inputs of the first layer, from both accumulators:
/// in each a value of the first half with that of the second.
pub(crate) fn l1_pairs(clipped: &[i32]) -> impl Iterator<Item = (i32, i32)> {
    let (own, enemy) = clipped.split_at(clipped.len() / 2);
    [own, enemy].into_iter().flat_map(|values| {
        let (first, second) = values.split_at(values.len() / 2);
        first.iter().copied().zip(second.iter().copied())
    })
}

impl LayerStackWeights {
    /// Number of weights of the first layer.
    pub(super) const fn l1_len(hidden_size: usize) -> usize {
        hidden_size * L1_SIZE
    }

    /// The input and the output of a weight of the first layer.
    pub const fn l1_position(index: usize) -> (usize, usize) {
        let group = index / (L1_GROUP * L1_SIZE);
        (
            group * L1_GROUP + index % L1_GROUP,
            index / L1_GROUP % L1_SIZE,
        )
    }

    /// Sets the weights of an output of the first layer, which must be bytes.
    pub fn set_l1_weights(&mut self, output: usize, weights: &[i16]) {
        for (i, weight) in self.l1_weights.iter_mut().enumerate() {
            let (input, of_output) = LayerStackWeights::l1_position(i);
            if of_output == output {
                *weight = weights[input] as i8;
            }
        }
    }

    /// Bytes of a layer stack in a file.
    pub(super) const fn file_size(hidden_size: usize, has_attack_inputs: bool) -> usize {
        let floats = DenseLayers::floats_in_file(has_attack_inputs);
        LayerStackWeights::l1_len(hidden_size) + floats * size_of::<f32>()
    }

    /// The output for clipped accumulators, first that of the side to move, and attack inputs. A unit is that of the
    /// network's output. Computed without SIMD: the reference for every faster way.
    pub(crate) fn output(&self, clipped: &[i32], attack_inputs: &[f32; ATTACK_INPUTS]) -> f32 {
        let inputs: Vec<i32> = l1_pairs(clipped)
            .map(|(first, second)| l1_input(first, second))
            .collect();
        let mut sums = [0i32; L1_SIZE];
        let rows = self.l1_weights.chunks_exact(L1_GROUP * L1_SIZE);
        for (group, row) in inputs.chunks_exact(L1_GROUP).zip(rows) {
            for (sum, weights) in sums.iter_mut().zip(row.chunks_exact(L1_GROUP)) {
                for (&input, &weight) in group.iter().zip(weights) {
                    *sum += input * i32::from(weight);
                }
            }
        }
        QuantizedDense::new(&self.dense).reference_output(&sums, attack_inputs)
    }

    /// Checks the layer stacks of a network: one for each output bucket or none. They need accumulators whose halves are
    /// aligned.
    pub(super) fn check(
        stacks: &[LayerStackWeights],
        hidden_size: usize,
    ) -> Result<(), NetworkError> {
        if !stacks.is_empty() && stacks.len() != OUTPUT_BUCKETS {
            return Err(NetworkError::Size {
                expected: OUTPUT_BUCKETS,
                found: stacks.len(),
            });
        }
        if !is_valid_stacked_hidden_size(hidden_size) && !stacks.is_empty() {
            return Err(NetworkError::StackedHidden(hidden_size));
        }
        for stack in stacks {
            let (expected, found) = (
                LayerStackWeights::l1_len(hidden_size),
                stack.l1_weights.len(),
            );
            if found != expected {
                return Err(NetworkError::Size { expected, found });
            }
            // NaN is outside too.
            let is_inside = |value: f32| value.abs() <= MAX_STACK_VALUE;
            if !stack.dense.floats().all(is_inside) {
                return Err(NetworkError::LayerStack);
            }
        }
        Ok(())
    }
}

impl DenseLayers {
    /// All weights and biases zero: the layers add nothing to the output.
    pub const ZERO: DenseLayers = DenseLayers {
        l1_scales: [1.0 / 128.0; L1_SIZE],
        l1_bias: [0.0; L1_SIZE],
        l2_weights: [[0.0; L2_SIZE]; L2_INPUTS],
        l2_bias: [0.0; L2_SIZE],
        l3_weights: [0.0; L2_SIZE],
        attack_weights: [[0.0; L1_SIZE]; ATTACK_INPUTS],
    };

    /// Number of values in a file.
    pub(super) const fn floats_in_file(has_attack_inputs: bool) -> usize {
        if has_attack_inputs {
            FLOATS + ATTACK_INPUTS * L1_SIZE
        } else {
            FLOATS
        }
    }

    /// Whether there are weights of attack inputs.
    pub(super) fn has_attack_inputs(&self) -> bool {
        let mut weights = self.attack_weights.as_flattened().iter();
        weights.any(|&weight| weight != 0.0)
    }

    /// All values in the order of the file; after the scales that of a training run too.
    pub(crate) fn floats(&self) -> impl Iterator<Item = f32> {
        let l2_weights = self.l2_weights.as_flattened();
        let parts = [
            &self.l1_scales,
            &self.l1_bias,
            l2_weights,
            &self.l2_bias,
            &self.l3_weights,
            self.attack_weights.as_flattened(),
        ];
        parts.into_iter().flatten().copied()
    }

    /// The inverse of [`DenseLayers::floats`]; `None` if there are not as many as needed.
    pub(crate) fn from_floats(mut floats: impl Iterator<Item = f32>) -> Option<DenseLayers> {
        let mut dense = DenseLayers::ZERO;
        let l2_weights = dense.l2_weights.as_flattened_mut();
        let parts = [
            dense.l1_scales.as_mut_slice(),
            &mut dense.l1_bias,
            l2_weights,
            &mut dense.l2_bias,
            &mut dense.l3_weights,
            dense.attack_weights.as_flattened_mut(),
        ];
        for value in parts.into_iter().flatten() {
            *value = floats.next()?;
        }
        Some(dense)
    }
}

/// [`DenseLayers`] with the second layer in integers, ready for SIMD. Every processor computes the same: integer sums do
/// not depend on their order, and there is no fused multiply-add.
#[derive(Clone, PartialEq)]
pub(super) struct QuantizedDense {
    /// Weights of the second layer in units of 1 / [`QL2`]. For each two neighbouring inputs: two weights for each
    /// output.
    pub(super) l2_weights: [[Block; L2_BLOCKS]; L2_INPUTS / 2],
    /// The value of a sum of 1 in the first layer, by output.
    l1_units: [f32; L1_SIZE],
    l1_bias: [f32; L1_SIZE],
    attack_weights: [[f32; L1_SIZE]; ATTACK_INPUTS],
    /// Bias of the second layer in units of 1 / [`QL2`]².
    l2_bias: [i32; L2_SIZE],
    l3_weights: [f32; L2_SIZE],
}

/// The inputs of the second layer, 0 to [`QL2`].
#[repr(align(64))]
pub(super) struct L2Inputs(pub(super) [i16; L2_INPUTS]);

impl QuantizedDense {
    pub(super) fn new(dense: &DenseLayers) -> QuantizedDense {
        let mut l2_weights = [[Block([0; BLOCK]); L2_BLOCKS]; L2_INPUTS / 2];
        for (input, row) in dense.l2_weights.iter().enumerate() {
            for (output, weight) in row.iter().enumerate() {
                let i = 2 * output + input % 2;
                l2_weights[input / 2][i / BLOCK].0[i % BLOCK] =
                    (weight * QL2 as f32).round() as i16;
            }
        }
        QuantizedDense {
            l2_weights,
            l1_units: dense.l1_scales.map(|scale| scale * L1_INPUT_UNIT),
            l1_bias: dense.l1_bias,
            attack_weights: dense.attack_weights,
            l2_bias: dense
                .l2_bias
                .map(|bias| (bias * (QL2 * QL2) as f32).round() as i32),
            l3_weights: dense.l3_weights,
        }
    }

    /// The bias of the first layer and what the attack inputs, if any, add to it. The sums have a fixed order.
    #[inline(always)]
    fn l1_bias(&self, attack_inputs: Option<&[f32; ATTACK_INPUTS]>) -> [f32; L1_SIZE] {
        let Some(attack_inputs) = attack_inputs else {
            return self.l1_bias;
        };
        let mut sums = [self.l1_bias, [0.0; L1_SIZE]];
        let (inputs, rows) = (
            attack_inputs.as_chunks::<2>().0,
            self.attack_weights.as_chunks::<2>().0,
        );
        for (inputs, rows) in inputs.iter().zip(rows) {
            for k in 0..2 {
                for i in 0..L1_SIZE {
                    sums[k][i] += inputs[k] * rows[k][i];
                }
            }
        }
        std::array::from_fn(|i| sums[0][i] + sums[1][i])
    }

    /// The inputs of the second layer from the sums of the first one and the attack inputs.
    #[inline(always)]
    pub(super) fn l2_inputs(
        &self,
        l1_sums: &[i32; L1_SIZE],
        attack_inputs: Option<&[f32; ATTACK_INPUTS]>,
    ) -> L2Inputs {
        let l1_bias = self.l1_bias(attack_inputs);
        let mut inputs = [0; L2_INPUTS];
        let (clipped, squares) = inputs.split_at_mut(L1_SIZE);
        for i in 0..L1_SIZE {
            let sum = l1_sums[i] as f32 * self.l1_units[i] + l1_bias[i];
            clipped[i] = quantized_input(sum.clamp(0.0, 1.0));
            squares[i] = quantized_input((sum * sum).min(1.0));
        }
        L2Inputs(inputs)
    }

    /// The output for the sums of the first layer and the attack inputs, computed without SIMD.
    fn reference_output(
        &self,
        l1_sums: &[i32; L1_SIZE],
        attack_inputs: &[f32; ATTACK_INPUTS],
    ) -> f32 {
        let inputs = self.l2_inputs(l1_sums, Some(attack_inputs));
        let mut sums = [0; L2_SIZE];
        for (pair, row) in inputs.0.as_chunks::<2>().0.iter().zip(&self.l2_weights) {
            for (i, weight) in Block::values(row).enumerate() {
                sums[i / 2] += i32::from(pair[i % 2]) * i32::from(weight);
            }
        }
        self.output(&sums)
    }

    /// The output for the sums of the second layer without its bias, in units of 1 / [`QL2`]².
    #[inline(always)]
    pub(super) fn output(&self, l2_sums: &[i32; L2_SIZE]) -> f32 {
        const UNIT: f32 = 1.0 / (QL2 * QL2) as f32;
        let mut values = [0.0; L2_SIZE];
        for i in 0..L2_SIZE {
            let value = (l2_sums[i] + self.l2_bias[i]) as f32 * UNIT;
            values[i] = value.clamp(0.0, 1.0) * self.l3_weights[i];
        }
        let mut half = L2_SIZE / 2;
        while half > 0 {
            for i in 0..half {
                values[i] += values[i + half];
            }
            half /= 2;
        }
        values[0]
    }
}

/// A value of 0 to 1 in units of 1 / [`QL2`], rounded. Added to 1.5 · 2²³, whose last bit is worth 1, its integer shows in
/// the last bits: vectors have no faster conversion with defined overflow.
#[inline(always)]
fn quantized_input(value: f32) -> i16 {
    const LAST_BIT_IS_ONE: f32 = 12_582_912.0;
    (value * QL2 as f32 + LAST_BIT_IS_ONE).to_bits() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_the_first_layer_are_rounded_products() {
        for first in 0..=QA {
            for second in 0..=QA {
                let error = f64::from(l1_input(first, second)) - f64::from(first * second) / 128.0;
                assert!(error.abs() <= 0.5, "{first} {second}");
            }
        }
        assert_eq!(l1_input(QA, QA), 126);
    }

    #[test]
    fn each_half_of_an_accumulator_meets_the_other() {
        let pairs: Vec<_> = l1_pairs(&[1, 2, 3, 4, 5, 6, 7, 8]).collect();
        assert_eq!(pairs, [(1, 3), (2, 4), (5, 7), (6, 8)]);
    }

    #[test]
    fn both_activations_reach_the_output() {
        let mut dense = DenseLayers::ZERO;
        dense.l2_weights[3][7] = 0.5;
        dense.l2_weights[L1_SIZE + 4][7] = 0.25;
        dense.l2_bias[7] = 0.125;
        dense.l2_bias[20] = 2.0;
        dense.l3_weights[7] = 3.0;
        dense.l3_weights[20] = 0.25;
        dense.l1_scales[3] = 1.0 / 512.0;
        let one = QA * QA / (1 << PRODUCT_SHIFT);
        let unit = [4 * one * 128, one * 128];
        let mut sums = [0; L1_SIZE];
        let mut output = |third: i32, fourth: i32| {
            (sums[3], sums[4]) = (third, fourth);
            QuantizedDense::new(&dense).reference_output(&sums, &[0.0; ATTACK_INPUTS])
        };
        let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{a} {b}");
        close(output(0, 0), 3.0 * 0.125 + 0.25);
        close(output(unit[0] / 2, 0), 3.0 * (0.125 + 0.25) + 0.25);
        close(
            output(-unit[0], -unit[1] / 2),
            3.0 * (0.125 + 0.0625) + 0.25,
        );
        close(output(5 * unit[0], 5 * unit[1]), 3.0 * 0.875 + 0.25);
    }
}
