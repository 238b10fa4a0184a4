//! The quantised weights of a network, and the checks that they can be evaluated. The build script compiles this
//! file too.

use super::architecture::{
    BUCKET_INPUTS, INPUTS, KING_BUCKETS, MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, OUTPUT_BUCKETS,
    is_valid_hidden_size,
};
use super::error::NetworkError;
use super::layer_stack::LayerStackWeights;

/// Quantised weights of a network with hidden size H.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    /// Weights of the feature transformer in units of 1 / [`QA`](super::architecture::QA): [`INPUTS`] rows, one for
    /// each feature, of H.
    pub feature_weights: Vec<i8>,
    /// Biases of the feature transformer in the same units, within ±[`MAX_FEATURE_BIAS`]: H.
    pub feature_bias: Vec<i16>,
    /// Output weights, within ±[`MAX_OUTPUT_WEIGHT`], in units of 1 / `qb`: [`OUTPUT_BUCKETS`] rows of 2 H, first those
    /// for the perspective of the side to move.
    pub output_weights: Vec<i16>,
    /// Output bias of each bucket in units of 1 / ([`QA`](super::architecture::QA) · `qb`).
    pub output_bias: [i32; OUTPUT_BUCKETS],
    /// A layer stack for each output bucket, or none.
    pub layer_stacks: Vec<LayerStackWeights>,
    /// Quantised 1.0 in the output weights (QB).
    pub qb: u32,
    /// Centipawns for an output of 1.0.
    pub scale: u32,
}

impl NetworkWeights {
    /// Lengths of `feature_weights` and `output_weights` with a number of inputs and a hidden size.
    pub(super) const fn lengths(inputs: usize, hidden_size: usize) -> [usize; 2] {
        [inputs * hidden_size, OUTPUT_BUCKETS * 2 * hidden_size]
    }

    /// Repeats the feature weights of a network without king buckets for each of them; leaves others as they are.
    pub(super) fn fill_king_buckets(feature_weights: Vec<i8>, hidden_size: usize) -> Vec<i8> {
        if feature_weights.len() == BUCKET_INPUTS * hidden_size {
            feature_weights.repeat(KING_BUCKETS)
        } else {
            feature_weights
        }
    }

    /// Whether a layer stack has weights of attack inputs.
    pub(super) fn has_attack_inputs(&self) -> bool {
        let mut stacks = self.layer_stacks.iter();
        stacks.any(|stack| stack.dense.has_attack_inputs())
    }

    /// Checks lengths, units and the ranges of feature biases and output weights. The length of the biases is the hidden
    /// size.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let hidden_size = self.feature_bias.len();
        if !is_valid_hidden_size(hidden_size) {
            return Err(NetworkError::Hidden(hidden_size));
        }
        let lengths = [self.feature_weights.len(), self.output_weights.len()];
        let expected = NetworkWeights::lengths(INPUTS, hidden_size);
        if lengths != expected {
            return Err(NetworkError::Size {
                found: lengths.iter().sum(),
                expected: expected.iter().sum(),
            });
        }
        for (name, found) in [("QB", self.qb), ("SCALE", self.scale)] {
            if found == 0 || found > u32::from(u16::MAX) {
                return Err(NetworkError::Unit { name, found });
            }
        }
        if let Some((index, value)) = first_beyond(&self.feature_bias, MAX_FEATURE_BIAS) {
            return Err(NetworkError::FeatureBias { index, value });
        }
        if let Some((index, value)) = first_beyond(&self.output_weights, MAX_OUTPUT_WEIGHT) {
            return Err(NetworkError::OutputWeight { index, value });
        }
        LayerStackWeights::check(&self.layer_stacks, hidden_size)
    }
}

/// The first value outside of ±`limit`, and its index.
fn first_beyond(values: &[i16], limit: i16) -> Option<(usize, i16)> {
    let mut values = values.iter().copied().enumerate();
    values.find(|&(_, value)| value.unsigned_abs() > limit.unsigned_abs())
}
