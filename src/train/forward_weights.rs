//! The weights of a network as its forward pass uses them.

use super::layer_stack::l1_scales;
use super::packed_transformer::PackedTransformer;
use super::parameters::{Outputs, Parameters, Shape};
use super::simd::F32x16;

/// A copy of the weights, rounded to what the forward pass can hold.
pub(super) struct ForwardWeights {
    /// Whether feature transformer, inputs and weights of the layer stacks' first layer have the values of the quantised
    /// network. The gradient ignores the rounding (quantisation-aware training, <https://arxiv.org/abs/1712.05877>, with a
    /// straight-through estimator, <https://arxiv.org/abs/1308.3432>).
    pub is_quantised: bool,
    shape: Shape,
    transformer: PackedTransformer,
    /// The layers after the feature transformer.
    outputs: Vec<F32x16>,
}

impl ForwardWeights {
    /// No weights yet.
    pub(super) const fn new(shape: Shape) -> ForwardWeights {
        ForwardWeights {
            is_quantised: false,
            shape,
            transformer: PackedTransformer::new(),
            outputs: Vec::new(),
        }
    }

    /// Takes the weights of a network of the same shape.
    pub(super) fn load(&mut self, parameters: &Parameters, threads: usize) {
        self.transformer
            .pack(parameters, self.is_quantised, threads);
        self.outputs.clear();
        self.outputs
            .extend_from_slice(&parameters.values[self.shape.transformer_len()..]);
        if self.is_quantised {
            self.round_l1_weights();
        }
    }

    fn round_l1_weights(&mut self) {
        let Some(layout) = self.shape.stack_layout() else {
            return;
        };
        let stacks = self.shape.split_outputs_mut(&mut self.outputs).stacks;
        for stack in stacks.chunks_exact_mut(layout.len()) {
            let scales = l1_scales(layout.split(stack).quantised_l1_weights());
            for vectors in layout.split_mut(stack).quantised_l1_weights() {
                for (weights, scale) in vectors.iter_mut().zip(scales) {
                    *weights = weights.scaled(1.0 / scale).rounded().scaled(scale);
                }
            }
        }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) const fn transformer(&self) -> &PackedTransformer {
        &self.transformer
    }

    /// The layers after the feature transformer.
    pub(super) fn outputs(&self) -> Outputs<'_> {
        self.shape.split_outputs(&self.outputs)
    }
}
