//! The layer stack of an output bucket in training: layers of 16, 32 and 1 neurons after the feature transformer, whose
//! inputs are products of two neurons (pairwise multiplication, from Stockfish). Its output is added to that of the output
//! weights, which thus are a skip connection (<https://arxiv.org/abs/1512.03385>). Stockfish introduced layer stacks and
//! both activations of the first layer, the clipped ReLU and the clipped square.

use std::ops::Range;

use super::simd::{F32x16, SimdVector};
use crate::eval::nnue::{
    ATTACK_INPUTS, DenseLayers, L1_SIZE, L2_INPUTS, L2_SIZE, LayerStackWeights, SIDE_ATTACK_INPUTS,
};

/// Vectors of attack inputs: one for each side, whose last lanes are not used.
pub(super) const ATTACK_VECTORS: usize = ATTACK_INPUTS / SIDE_ATTACK_INPUTS;
const _: () = assert!(SIDE_ATTACK_INPUTS <= F32x16::LANES);

/// Vectors of a row of the second layer.
const L2_LEN: usize = L2_SIZE / F32x16::LANES;

/// The index of the second bias in the vectors after the weights of the first layer.
const L2_BIAS: usize = 1 + L2_INPUTS * L2_LEN;

/// The index of the third weights there.
const L3_WEIGHTS: usize = L2_BIAS + L2_LEN;

/// Largest absolute weight of the first layer.
pub(super) const MAX_L1_WEIGHT: f32 = 1.0;
/// The value of a quantised weight of 1 in the first layer if one is [`MAX_L1_WEIGHT`].
const LARGEST_L1_SCALE: f32 = 1.0 / 64.0;
const _: () = assert!(MAX_L1_WEIGHT <= 127.0 * LARGEST_L1_SCALE);
/// Its value without weights.
const SMALLEST_L1_SCALE: f32 = LARGEST_L1_SCALE / 1024.0;

/// The position of each layer in the vectors of a layer stack.
#[derive(Clone, Copy)]
pub(super) struct StackLayout {
    row_len: usize,
}

/// The parameters of a layer stack.
pub(super) struct LayerStack<'a> {
    /// For each vector of inputs, the last those of the attack inputs, a vector for each output of the first layer.
    pub l1_weights: &'a [[F32x16; L1_SIZE]],
    /// First bias, second weights by input, second bias, third weights.
    rest: &'a [F32x16],
}

/// The gradient of a layer stack.
pub(super) struct LayerStackGradient<'a> {
    pub l1_weights: &'a mut [[F32x16; L1_SIZE]],
    rest: &'a mut [F32x16],
}

/// The activations of a forward pass.
#[derive(Clone, Copy)]
pub(super) struct StackPass {
    l1: [f32; L1_SIZE],
    l2_inputs: [f32; L2_INPUTS],
    l2: [F32x16; L2_LEN],
    pub output: f32,
}

/// The number of a weight of the first layer among the floats of a layer stack.
const fn l1_index(input: usize, output: usize) -> usize {
    let (vector, lane) = (input / F32x16::LANES, input % F32x16::LANES);
    (vector * L1_SIZE + output) * F32x16::LANES + lane
}

/// The place of a value of [`DenseLayers::attack_weights`] in the first layer: a vector and a lane.
const fn attack_weight_place(index: usize, hidden: usize) -> (usize, usize) {
    let (input, output) = (index / L1_SIZE, index % L1_SIZE);
    let (side, input) = (input / SIDE_ATTACK_INPUTS, input % SIDE_ATTACK_INPUTS);
    let index = l1_index(hidden + side * F32x16::LANES + input, output);
    (index / F32x16::LANES, index % F32x16::LANES)
}

/// The weights of an output of the first layer, in units of `scale`, without those of attack inputs.
pub(super) fn l1_weights(vectors: &[F32x16], hidden: usize, output: usize, scale: f32) -> Vec<f32> {
    let weight = |input| {
        let index = l1_index(input, output);
        vectors[index / F32x16::LANES].0[index % F32x16::LANES] / scale
    };
    (0..hidden).map(weight).collect()
}

/// For each output of the first layer, what a quantised weight of 1 is worth: the smallest power of two with which 8
/// bits hold all weights but those of attack inputs. A quantised network that is trained again thus stays the same until
/// its weights change.
pub(super) fn l1_scales(l1_weights: &[[F32x16; L1_SIZE]]) -> [f32; L1_SIZE] {
    std::array::from_fn(|output| {
        let weights = l1_weights.iter().flat_map(|vectors| vectors[output].0);
        let largest = weights.map(f32::abs).fold(0.0, f32::max);
        let mut scale = LARGEST_L1_SCALE;
        while scale > SMALLEST_L1_SCALE && largest <= f32::from(i8::MAX) * scale / 2.0 {
            scale /= 2.0;
        }
        scale
    })
}

/// The weights rounded to the nearest integers.
pub(super) fn nearest(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| weight.round() as i16).collect()
}

/// Quantises a layer stack.
pub(super) fn quantize(vectors: &[F32x16], layout: StackLayout) -> LayerStackWeights {
    let hidden = layout.hidden_size();
    let scales = l1_scales(layout.split(vectors).quantised_l1_weights());
    let rest = vectors[layout.l1_len()..].iter();
    let attack_weights = (0..ATTACK_INPUTS * L1_SIZE).map(|i| {
        let (vector, lane) = attack_weight_place(i, hidden);
        vectors[vector].0[lane]
    });
    let floats = scales
        .into_iter()
        .chain(rest.flat_map(|vector| vector.0))
        .chain(attack_weights);
    let mut weights = LayerStackWeights {
        l1_weights: vec![0; hidden * L1_SIZE],
        dense: DenseLayers::from_floats(floats).unwrap_or(DenseLayers::ZERO),
    };
    for (output, scale) in scales.into_iter().enumerate() {
        let exact = l1_weights(vectors, hidden, output, scale);
        weights.set_l1_weights(output, &nearest(&exact));
    }
    weights
}

/// Fills a layer stack with the weights of a network of at most its hidden size, whose output is to be multiplied by
/// `unit`. Added neurons get zero weights.
pub(super) fn dequantize(
    vectors: &mut [F32x16],
    layout: StackLayout,
    weights: &LayerStackWeights,
    unit: f32,
) {
    let hidden = layout.hidden_size();
    let (l1_weights, rest) = vectors.split_at_mut(layout.l1_len());
    l1_weights.fill(F32x16::ZERO);
    let (half, old_half) = (hidden / 2, weights.l1_weights.len() / (2 * L1_SIZE));
    for (i, &weight) in weights.l1_weights.iter().enumerate() {
        let (input, output) = LayerStackWeights::l1_position(i);
        let input = input / old_half * half + input % old_half;
        let index = l1_index(input, output);
        let vector = &mut l1_weights[index / F32x16::LANES];
        vector.0[index % F32x16::LANES] = f32::from(weight) * weights.dense.l1_scales[output];
    }
    let attack_weights = weights.dense.attack_weights.as_flattened().iter();
    for (i, &weight) in attack_weights.enumerate() {
        let (vector, lane) = attack_weight_place(i, hidden);
        l1_weights[vector].0[lane] = weight;
    }
    let values = rest.iter_mut().flat_map(|vector| &mut vector.0);
    for (value, float) in values.zip(weights.dense.floats().skip(L1_SIZE)) {
        *value = float;
    }
    for weights in &mut rest[L3_WEIGHTS..] {
        *weights = weights.scaled(unit);
    }
}

impl Default for StackPass {
    fn default() -> StackPass {
        StackPass {
            l1: [0.0; L1_SIZE],
            l2_inputs: [0.0; L2_INPUTS],
            l2: [F32x16::ZERO; L2_LEN],
            output: 0.0,
        }
    }
}

impl<'a> LayerStackGradient<'a> {
    /// The weights of the first layer without those of attack inputs.
    pub(super) fn quantised_l1_weights(self) -> &'a mut [[F32x16; L1_SIZE]] {
        let len = self.l1_weights.len() - ATTACK_VECTORS;
        &mut self.l1_weights[..len]
    }
}

impl StackLayout {
    /// The layout for accumulators of `row_len` vectors.
    pub(super) const fn new(row_len: usize) -> StackLayout {
        StackLayout { row_len }
    }

    /// Vectors of a layer stack.
    pub(super) const fn len(self) -> usize {
        self.l1_len() + L3_WEIGHTS + L2_LEN
    }

    /// Hidden size per perspective.
    const fn hidden_size(self) -> usize {
        self.row_len * F32x16::LANES
    }

    const fn l1_len(self) -> usize {
        (self.row_len + ATTACK_VECTORS) * L1_SIZE
    }

    pub(super) const fn l1_weights(self) -> Range<usize> {
        0..self.l1_len()
    }

    pub(super) const fn l2_weights(self) -> Range<usize> {
        self.l1_len() + 1..self.l1_len() + 1 + L2_INPUTS * L2_LEN
    }

    pub(super) const fn l2_bias(self) -> Range<usize> {
        self.l2_weights().end..self.l1_len() + L3_WEIGHTS
    }

    pub(super) const fn l3_weights(self) -> Range<usize> {
        self.l1_len() + L3_WEIGHTS..self.len()
    }

    /// The vectors of the layer stack of an output bucket among those of all.
    pub(super) const fn range(self, bucket: usize) -> Range<usize> {
        bucket * self.len()..(bucket + 1) * self.len()
    }

    /// Splits the vectors of a layer stack.
    pub(super) fn split(self, vectors: &[F32x16]) -> LayerStack<'_> {
        let (l1_weights, rest) = vectors.split_at(self.l1_len());
        LayerStack {
            l1_weights: l1_weights.as_chunks().0,
            rest,
        }
    }

    /// Splits the vectors of a layer stack's gradient.
    pub(super) fn split_mut(self, vectors: &mut [F32x16]) -> LayerStackGradient<'_> {
        let (l1_weights, rest) = vectors.split_at_mut(self.l1_len());
        LayerStackGradient {
            l1_weights: l1_weights.as_chunks_mut().0,
            rest,
        }
    }
}

impl LayerStack<'_> {
    /// The weights of the first layer without those of attack inputs, which are not quantised.
    pub(super) fn quantised_l1_weights(&self) -> &[[F32x16; L1_SIZE]] {
        &self.l1_weights[..self.l1_weights.len() - ATTACK_VECTORS]
    }

    /// Computes the layers after the first, whose sums without bias are given.
    #[inline(always)]
    pub(super) fn forward<V: SimdVector>(&self, proof: V::Proof, l1_sums: &F32x16) -> StackPass {
        let mut l1 = l1_sums.0;
        let mut l2_inputs = [0.0; L2_INPUTS];
        for (i, sum) in l1.iter_mut().enumerate() {
            *sum += self.rest[0].0[i];
            l2_inputs[i] = sum.clamp(0.0, 1.0);
            l2_inputs[L1_SIZE + i] = (*sum * *sum).min(1.0);
        }
        let mut sums: [V; L2_LEN] =
            std::array::from_fn(|k| V::load(proof, &self.rest[L2_BIAS + k]));
        let rows = self.rest[1..L2_BIAS].as_chunks::<L2_LEN>().0;
        for (&input, row) in l2_inputs.iter().zip(rows) {
            let input = V::splat(proof, input);
            for (sum, weights) in sums.iter_mut().zip(row) {
                *sum = V::load(proof, weights).mul_add(input, *sum);
            }
        }
        let mut l2 = [F32x16::ZERO; L2_LEN];
        let mut products = V::splat(proof, 0.0);
        for (k, sum) in sums.into_iter().enumerate() {
            let weights = V::load(proof, &self.rest[L3_WEIGHTS + k]);
            products = sum.clipped().mul_add(weights, products);
            sum.store(&mut l2[k]);
        }
        StackPass {
            l1,
            l2_inputs,
            l2,
            output: products.sum(),
        }
    }

    /// Adds the gradient of the layers after the first and of its bias, from the slope of the error along the output.
    /// Returns the slopes along the sums of the first layer.
    #[inline(always)]
    pub(super) fn backward<V: SimdVector>(
        &self,
        proof: V::Proof,
        pass: &StackPass,
        slope: f32,
        gradient: &mut LayerStackGradient,
    ) -> F32x16 {
        let slope = V::splat(proof, slope);
        let mut l2_slopes = [slope; L2_LEN];
        for (k, l2_slope) in l2_slopes.iter_mut().enumerate() {
            let sum = V::load(proof, &pass.l2[k]);
            let change = &mut gradient.rest[L3_WEIGHTS + k];
            let clipped = sum.clipped();
            clipped.mul_add(slope, V::load(proof, change)).store(change);
            let weights = V::load(proof, &self.rest[L3_WEIGHTS + k]);
            *l2_slope = slope.mul(weights).where_inside(sum);
            let change = &mut gradient.rest[L2_BIAS + k];
            l2_slope.add(V::load(proof, change)).store(change);
        }
        let mut input_slopes = [0.0; L2_INPUTS];
        let rows = self.rest[1..L2_BIAS].as_chunks::<L2_LEN>().0;
        let changes = gradient.rest[1..L2_BIAS].as_chunks_mut::<L2_LEN>().0;
        for (i, (row, changes)) in rows.iter().zip(changes).enumerate() {
            let input = V::splat(proof, pass.l2_inputs[i]);
            let mut products = V::splat(proof, 0.0);
            for k in 0..L2_LEN {
                let change = V::load(proof, &changes[k]);
                input.mul_add(l2_slopes[k], change).store(&mut changes[k]);
                products = V::load(proof, &row[k]).mul_add(l2_slopes[k], products);
            }
            input_slopes[i] = products.sum();
        }
        let mut l1_slopes = F32x16::ZERO;
        for (i, &sum) in pass.l1.iter().enumerate() {
            let linear = if sum > 0.0 && sum < 1.0 {
                input_slopes[i]
            } else {
                0.0
            };
            let square = if sum.abs() < 1.0 {
                2.0 * sum * input_slopes[L1_SIZE + i]
            } else {
                0.0
            };
            l1_slopes.0[i] = linear + square;
        }
        gradient.rest[0] += l1_slopes;
        l1_slopes
    }
}
