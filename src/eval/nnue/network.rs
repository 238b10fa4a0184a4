//! The weights of a network, and what they say of a position in the plainest way.

use std::fmt;

use super::features::{INPUTS, feature_index, is_mirrored};
use super::file::{MAX_DESCRIPTION, NetworkError};
use crate::board::Position;
use crate::types::{Color, Square};

/// Output layers; which one is taken depends on how many pieces there are.
pub const OUTPUT_BUCKETS: usize = 8;

/// The greatest number of accumulators a side.
pub const MAX_HIDDEN_SIZE: usize = 2048;

/// What stands for 1 in accumulators, and their upper limit.
pub const QA: i32 = 255;

/// So many weights together are aligned for the widest vectors.
pub(super) const BLOCK: usize = 32;

/// Output weights are at most this, so that their product with a clipped accumulator fits 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Neighbouring weights or sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; BLOCK]);

impl Block {
    /// A vector of blocks; the length of `values` is a multiple of a block's.
    fn collect(values: &[i16]) -> Box<[Block]> {
        let (blocks, _) = values.as_chunks::<BLOCK>();
        blocks.iter().map(|&values| Block(values)).collect()
    }

    fn flat(blocks: &[Block]) -> impl Iterator<Item = i16> {
        blocks.iter().flat_map(|block| block.0)
    }
}

/// Quantised weights as a trainer has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// For each feature (see [`feature_index`]) what it adds to each of the H accumulators, in units of
    /// 1 / [`QA`]: [`INPUTS`] rows of H. Accumulators are of 16 bits and wrap around.
    pub feature_weights: Vec<i16>,
    /// Where the H accumulators start, in the same units.
    pub feature_bias: Vec<i16>,
    /// For each bucket (see [`output_bucket`]) the H weights of the accumulators of the side to move, then those
    /// of the other side, −127 to 127, in units of 1 / `qb`: [`OUTPUT_BUCKETS`] rows of 2 H.
    pub output_weights: Vec<i16>,
    /// For each bucket what is added to the output, in units of 1 / ([`QA`] · `qb`).
    pub output_bias: [i32; OUTPUT_BUCKETS],
    /// What stands for 1 in the output weights.
    pub qb: u32,
    /// How many centipawns an output of 1 means.
    pub scale: u32,
}

/// A network of the architecture 768 → H × 2 → 1 × 8: an accumulator for each side's view, squared clipped
/// rectified linear units, and one of eight output layers.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(super) description: String,
    pub(super) hidden_size: usize,
    pub(super) feature_weights: Box<[Block]>,
    pub(super) feature_bias: Box<[Block]>,
    pub(super) output_weights: Box<[Block]>,
    pub(super) output_bias: [i32; OUTPUT_BUCKETS],
    pub(super) qb: u32,
    pub(super) scale: u32,
}

/// Whether a network may have so many accumulators a side.
pub const fn is_valid_hidden_size(hidden: usize) -> bool {
    hidden >= BLOCK && hidden <= MAX_HIDDEN_SIZE && hidden.is_multiple_of(BLOCK)
}

/// The output layer for a position: one for every four pieces.
#[inline]
pub fn output_bucket(position: &Position) -> usize {
    let piece_count = position.occupied().count() as usize;
    // Two kings are always there. Positions set up by hand may have more pieces than a game.
    (piece_count.saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1)
}

impl Network {
    /// A network of weights, with a text on where they come from. The number of accumulators is that
    /// of the biases.
    pub fn new(description: &str, weights: &NetworkWeights) -> Result<Network, NetworkError> {
        let hidden = weights.feature_bias.len();
        if !is_valid_hidden_size(hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        if description.len() > MAX_DESCRIPTION {
            return Err(NetworkError::Description);
        }
        let lengths = [weights.feature_weights.len(), weights.output_weights.len()];
        let expected = [INPUTS * hidden, OUTPUT_BUCKETS * 2 * hidden];
        if lengths != expected {
            return Err(NetworkError::Size {
                found: lengths.iter().sum(),
                expected: expected.iter().sum(),
            });
        }
        for (name, found) in [("QB", weights.qb), ("SCALE", weights.scale)] {
            if found == 0 || found > u32::from(u16::MAX) {
                return Err(NetworkError::Unit { name, found });
            }
        }
        let in_range = |weight: i16| weight.unsigned_abs() <= MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(index) = weights
            .output_weights
            .iter()
            .position(|&weight| !in_range(weight))
        {
            let value = weights.output_weights[index];
            return Err(NetworkError::OutputWeight { index, value });
        }
        Ok(Network {
            description: description.to_owned(),
            hidden_size: hidden,
            feature_weights: Block::collect(&weights.feature_weights),
            feature_bias: Block::collect(&weights.feature_bias),
            output_weights: Block::collect(&weights.output_weights),
            output_bias: weights.output_bias,
            qb: weights.qb,
            scale: weights.scale,
        })
    }

    /// Its weights as a trainer has them.
    pub fn weights(&self) -> NetworkWeights {
        NetworkWeights {
            feature_weights: Block::flat(&self.feature_weights).collect(),
            feature_bias: Block::flat(&self.feature_bias).collect(),
            output_weights: Block::flat(&self.output_weights).collect(),
            output_bias: self.output_bias,
            qb: self.qb,
            scale: self.scale,
        }
    }

    /// Where the weights come from, for people.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its size and the first line of the description.
    pub fn summary(&self) -> String {
        let name = self.description.lines().next().unwrap_or_default();
        format!(
            "{INPUTS} -> {} x 2 -> 1 x {OUTPUT_BUCKETS}, {name}",
            self.hidden_size
        )
    }

    /// The number of accumulators a side.
    pub fn hidden_size(&self) -> usize {
        self.hidden_size
    }

    /// Centipawns for the side to move, computed from nothing, number by number: what every faster way
    /// has to agree with.
    pub fn evaluate_reference(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let weights = self.output_weights(output_bucket(position));
        let (own, other) = weights.split_at(weights.len() / 2);
        let views = [(us, own), (!us, other)];
        let sum = views.into_iter().fold(0, |sum: i32, (side, weights)| {
            let sums = self.reference_accumulator(position, side);
            sum.wrapping_add(reference_dot_product(&sums, weights))
        });
        self.centipawns(sum, output_bucket(position))
    }

    /// The accumulators of a side's view.
    pub(super) fn reference_accumulator(
        &self,
        position: &Position,
        perspective: Color,
    ) -> Vec<i16> {
        let mirrored = is_mirrored(position.king(perspective));
        let mut sums: Vec<i16> = Block::flat(&self.feature_bias).collect();
        for square in Square::all() {
            if let Some(piece) = position.piece_on(square) {
                let row = self.row(feature_index(perspective, mirrored, piece, square));
                for (sum, weight) in sums.iter_mut().zip(Block::flat(row)) {
                    *sum = sum.wrapping_add(weight);
                }
            }
        }
        sums
    }

    /// What a feature adds to the accumulators.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        let blocks = self.hidden_size / BLOCK;
        &self.feature_weights[feature * blocks..][..blocks]
    }

    /// The output weights of a bucket, for the side to move and the other.
    #[inline]
    pub(super) fn output_weights(&self, bucket: usize) -> &[Block] {
        let blocks = 2 * self.hidden_size / BLOCK;
        &self.output_weights[bucket * blocks..][..blocks]
    }

    /// The output in centipawns, from the sum of squared accumulators times weights.
    #[inline]
    pub(super) fn centipawns(&self, sum: i32, bucket: usize) -> i32 {
        let value = i64::from(sum / QA) + i64::from(self.output_bias[bucket]);
        let unit = i64::from(QA) * i64::from(self.qb);
        let centipawns = value * i64::from(self.scale) / unit;
        centipawns.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// Squared clipped accumulators times weights, summed up. The sum wraps around: a network for which that
/// matters has outputs far beyond every evaluation.
fn reference_dot_product(sums: &[i16], weights: &[Block]) -> i32 {
    let products = sums.iter().zip(Block::flat(weights)).map(|(&sum, weight)| {
        let clipped = i32::from(sum).clamp(0, QA);
        clipped * clipped * i32::from(weight)
    });
    products.fold(0, i32::wrapping_add)
}
