//! The architecture that every network shares: sizes, output buckets and the unit of quantisation.

use super::features::INPUTS;
use crate::board::Position;

/// Number of output buckets: output layers, of which the piece count selects one.
pub const OUTPUT_BUCKETS: usize = 8;

/// Largest hidden size.
pub const MAX_HIDDEN_SIZE: usize = 2048;

/// Quantised 1.0 in the feature transformer, and the upper limit of the clipped ReLU.
pub const QA: i32 = 255;

/// Output weights lie within ± this, so that the product with a clipped activation fits 16 bits.
pub(super) const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Longest description of a network in bytes.
pub const MAX_DESCRIPTION: usize = 1 << 16;

/// Number of values in a [`Block`].
pub(super) const BLOCK: usize = 32;

/// Neighbouring weights or accumulator values, aligned for the widest SIMD registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; BLOCK]);

impl Block {
    /// Splits `values`, whose length is a multiple of [`BLOCK`], into blocks.
    pub(super) fn from_values(values: &[i16]) -> Box<[Block]> {
        let (blocks, _) = values.as_chunks::<BLOCK>();
        blocks.iter().map(|&values| Block(values)).collect()
    }

    pub(super) fn values(blocks: &[Block]) -> impl Iterator<Item = i16> {
        blocks.iter().flat_map(|block| block.0)
    }
}

/// Quantised weights of a network with hidden size H.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// Weights of the feature transformer in units of 1 / [`QA`]: [`INPUTS`] rows (see
    /// [`feature_index`](super::feature_index)) of H. Accumulators have 16 bits and wrap around.
    pub feature_weights: Vec<i16>,
    /// Biases of the feature transformer in the same units: H.
    pub feature_bias: Vec<i16>,
    /// Output weights, −127 to 127, in units of 1 / `qb`: [`OUTPUT_BUCKETS`] rows of 2 H, first those for the
    /// perspective of the side to move.
    pub output_weights: Vec<i16>,
    /// Output bias of each bucket in units of 1 / ([`QA`] · `qb`).
    pub output_bias: [i32; OUTPUT_BUCKETS],
    /// Quantised 1.0 in the output weights (QB).
    pub qb: u32,
    /// Centipawns for an output of 1.0.
    pub scale: u32,
}

impl NetworkWeights {
    /// Lengths of `feature_weights` and `output_weights` with a hidden size.
    pub(super) const fn lengths(hidden_size: usize) -> [usize; 2] {
        [INPUTS * hidden_size, OUTPUT_BUCKETS * 2 * hidden_size]
    }
}

/// Whether a network may have this hidden size: a multiple of 32 from 32 to [`MAX_HIDDEN_SIZE`].
pub const fn is_valid_hidden_size(hidden_size: usize) -> bool {
    hidden_size >= BLOCK && hidden_size <= MAX_HIDDEN_SIZE && hidden_size.is_multiple_of(BLOCK)
}

/// The output bucket of a position: one for every four pieces.
#[inline]
pub(super) fn output_bucket(position: &Position) -> usize {
    let piece_count = position.occupied().count() as usize;
    // Two kings are always present. Custom positions may have more than 32 pieces.
    (piece_count.saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1)
}
