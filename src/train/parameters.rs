//! The parameters of a network in training, in one vector: the feature transformer, the output weights of each bucket,
//! the layer stack of each bucket, and the output biases.
//!
//! The feature transformer has a row of weights per input, and one of biases. Its rows are cut into tiles: first a few
//! vectors of every row, then the next ones of every row. The gradient of a tile (787 KB) fits in an L2 cache of 1 MiB.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::layer_stack::StackLayout;
use super::simd::F32x16;
use crate::eval::nnue::{
    BUCKET_INPUTS, INPUTS, KING_BUCKETS, L2_INPUTS, L2_SIZE, MAX_STACK_VALUE, OUTPUT_BUCKETS, QA,
};

/// Rows of the feature transformer, bias included.
pub(super) const ROWS: usize = INPUTS + 1;
/// Pairs of vectors of a row in a tile: one of the first half of the row, one as far into the second half. Both are
/// needed at once by pairwise multiplication.
pub(super) const TILE_PAIRS: usize = 2;
/// Largest absolute weight of the feature transformer, which 8 bits hold quantised.
pub(super) const MAX_FEATURE_WEIGHT: f32 = 127.0 / QA as f32;
/// Largest absolute value of the output weights, and of the biases of the feature transformer. A quantised output weight
/// times a clipped activation fits 16 bits.
pub(super) const MAX_WEIGHT: f32 = 1.98;
/// Largest absolute value of the biases of a layer stack, and of the weights of its second and third layer: half of what
/// a network may have, because a change of the scale multiplies the third layer.
pub(super) const MAX_STACK_WEIGHT: f32 = MAX_STACK_VALUE / 2.0;
/// Largest initial weight of the feature transformer: small enough that few neurons start saturated.
const MAX_INITIAL_WEIGHT: f32 = 0.1;
/// Initial bias of the second layer of a layer stack: most of its neurons start with an output above zero, since
/// those below learn nothing.
const INITIAL_L2_BIAS: f32 = 0.05;

/// The size of the layers of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Hidden size per perspective, a multiple of 32.
    pub hidden_size: usize,
    /// Whether each output bucket has a layer stack.
    pub layer_stacks: bool,
}

/// One value per weight: the parameters, their gradients or their moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    shape: Shape,
    pub values: Vec<F32x16>,
}

/// The parameters by layer.
pub(super) struct Layers<'a> {
    /// Rows of the inputs and of the bias, in tiles.
    pub transformer: &'a [F32x16],
    pub outputs: Outputs<'a>,
}

/// The parameters after the feature transformer.
pub(super) struct Outputs<'a> {
    /// Two rows for each output bucket.
    pub weights: &'a [F32x16],
    /// A layer stack for each output bucket, or nothing.
    pub stacks: &'a [F32x16],
    /// A lane for each output bucket.
    pub bias: &'a F32x16,
}

/// The parameters by layer, to change.
pub(super) struct LayersMut<'a> {
    pub transformer: &'a mut [F32x16],
    pub outputs: OutputsMut<'a>,
}

/// The parameters after the feature transformer, to change.
pub(super) struct OutputsMut<'a> {
    pub weights: &'a mut [F32x16],
    pub stacks: &'a mut [F32x16],
    pub bias: &'a mut F32x16,
}

impl Shape {
    /// A network with layer stacks.
    #[cfg(test)]
    pub(super) const fn with_layer_stacks(hidden_size: usize) -> Shape {
        Shape {
            hidden_size,
            layer_stacks: true,
        }
    }

    /// A network with output weights only.
    #[cfg(test)]
    pub(super) const fn without_layer_stacks(hidden_size: usize) -> Shape {
        Shape {
            hidden_size,
            layer_stacks: false,
        }
    }

    /// Length of a row in vectors.
    pub(super) const fn row_len(self) -> usize {
        self.hidden_size / F32x16::LANES
    }

    /// Pairs of vectors of a row in a tile of the feature transformer: [`TILE_PAIRS`], or 1 if the row is too short for that.
    pub(super) const fn tile_pairs(self) -> usize {
        if self.row_len().is_multiple_of(2 * TILE_PAIRS) {
            TILE_PAIRS
        } else {
            1
        }
    }

    /// Vectors of the feature transformer.
    pub(super) const fn transformer_len(self) -> usize {
        ROWS * self.row_len()
    }

    /// Vectors of a tile of the feature transformer.
    pub(super) const fn tile_len(self) -> usize {
        ROWS * 2 * self.tile_pairs()
    }

    /// Vectors of the layers after the feature transformer.
    pub(super) fn outputs_len(self) -> usize {
        let stack_len = self.stack_layout().map_or(0, StackLayout::len);
        OUTPUT_BUCKETS * (2 * self.row_len() + stack_len) + 1
    }

    /// The index of a vector of the feature transformer from its row and place in the row.
    pub(super) const fn transformer_index(self, row: usize, vector: usize) -> usize {
        let (half, tile) = (self.row_len() / 2, self.tile_pairs());
        let (second, pair) = (vector / half, vector % half);
        pair / tile * self.tile_len() + row * 2 * tile + pair % tile * 2 + second
    }

    /// The layers after the feature transformer in their vectors.
    pub(super) fn split_outputs(self, vectors: &[F32x16]) -> Outputs<'_> {
        let (weights, rest) = vectors.split_at(OUTPUT_BUCKETS * 2 * self.row_len());
        let (stacks, bias) = rest.split_at(rest.len() - 1);
        Outputs {
            weights,
            stacks,
            bias: &bias[0],
        }
    }

    /// The layers after the feature transformer in their vectors, to change.
    pub(super) fn split_outputs_mut(self, vectors: &mut [F32x16]) -> OutputsMut<'_> {
        let (weights, rest) = vectors.split_at_mut(OUTPUT_BUCKETS * 2 * self.row_len());
        let (stacks, bias) = rest.split_at_mut(rest.len() - 1);
        OutputsMut {
            weights,
            stacks,
            bias: &mut bias[0],
        }
    }

    /// The layout of the layer stacks, if there are any.
    pub(super) fn stack_layout(self) -> Option<StackLayout> {
        let layout = StackLayout::new(self.row_len());
        self.layer_stacks.then_some(layout)
    }
}

impl Parameters {
    /// All zero.
    pub(super) fn zeros(shape: Shape) -> Parameters {
        let count = shape.transformer_len() + shape.outputs_len();
        Parameters {
            shape,
            values: vec![F32x16::ZERO; count],
        }
    }

    /// Random initial weights, the same in all king buckets; the weights of attack inputs are zero, and the biases but for
    /// that of the second layer of the layer stacks.
    pub(super) fn random(shape: Shape, seed: u64) -> Parameters {
        let mut parameters = Parameters::zeros(shape);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bucket = BUCKET_INPUTS * 2 * shape.tile_pairs();
        let layers = parameters.layers_mut();
        let mut fill = |vectors: &mut [F32x16], limit: f32| {
            for value in vectors.iter_mut().flat_map(|vector| &mut vector.0) {
                *value = random.random_range(-limit..limit);
            }
        };
        let limit = |inputs: usize| 1.0 / (inputs as f32).sqrt();
        for tile in layers.transformer.chunks_exact_mut(shape.tile_len()) {
            fill(&mut tile[..bucket], MAX_INITIAL_WEIGHT);
            for i in 1..KING_BUCKETS {
                tile.copy_within(..bucket, i * bucket);
            }
        }
        fill(layers.outputs.weights, limit(2 * shape.hidden_size));
        if let Some(layout) = shape.stack_layout() {
            for stack in layers.outputs.stacks.chunks_exact_mut(layout.len()) {
                let l1_weights = layout.split_mut(stack).quantised_l1_weights();
                fill(l1_weights.as_flattened_mut(), limit(shape.hidden_size));
                fill(&mut stack[layout.l2_weights()], limit(L2_INPUTS));
                stack[layout.l2_bias()].fill(F32x16([INITIAL_L2_BIAS; F32x16::LANES]));
                fill(&mut stack[layout.l3_weights()], limit(L2_SIZE));
            }
        }
        parameters
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn hidden_size(&self) -> usize {
        self.shape.hidden_size
    }

    /// Length of a row in vectors.
    pub(super) fn row_len(&self) -> usize {
        self.shape.row_len()
    }

    /// The layout of the layer stacks, if there are any.
    pub(super) fn stack_layout(&self) -> Option<StackLayout> {
        self.shape.stack_layout()
    }

    /// The parameters by layer.
    pub(super) fn layers(&self) -> Layers<'_> {
        let (transformer, outputs) = self.values.split_at(self.shape.transformer_len());
        Layers {
            transformer,
            outputs: self.shape.split_outputs(outputs),
        }
    }

    /// The parameters by layer, to change.
    pub(super) fn layers_mut(&mut self) -> LayersMut<'_> {
        let (transformer, outputs) = self.values.split_at_mut(self.shape.transformer_len());
        LayersMut {
            transformer,
            outputs: self.shape.split_outputs_mut(outputs),
        }
    }

    /// A row of the feature transformer.
    pub(super) fn transformer_row(&self, row: usize) -> impl Iterator<Item = f32> {
        let index = move |vector| self.shape.transformer_index(row, vector);
        (0..self.row_len()).flat_map(move |vector| self.values[index(vector)].0)
    }

    /// All values in order.
    pub(super) fn scalars(&self) -> impl Iterator<Item = f32> {
        self.values.iter().flat_map(|vector| vector.0)
    }
}
