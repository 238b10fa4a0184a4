//! A quantised NNUE network (<https://www.chessprogramming.org/NNUE>), and its reference evaluation without SIMD and incremental updates.

use std::fmt;

use super::architecture::{
    ATTACK_INPUTS, BLOCK, BUCKET_INPUTS, BYTE_BLOCK, Block, ByteBlock, KING_BUCKETS, L1_SIZE,
    L2_SIZE, MAX_DESCRIPTION, OUTPUT_BUCKETS, QA,
};
use super::attack_inputs::AttackInputs;
use super::error::NetworkError;
use super::features::{KingBucket, feature_index};
use super::layer_stack::{DenseLayers, LayerStackWeights, QuantizedDense};
use super::weights::NetworkWeights;
use crate::board::{Position, RuleSet};
use crate::types::{Bitboard, Color, Square};

/// A network of the architecture 768 × 4 → H × 2 → 1 × 8: a feature transformer with four king buckets that fills one
/// accumulator of hidden size H for each perspective, squared clipped ReLU (SCReLU), and an output layer for each of eight
/// output buckets; beside it, if the file has them, a layer stack for each, after a pairwise multiplication.
#[derive(Clone, PartialEq)]
pub struct Network {
    description: String,
    hidden_size: usize,
    feature_weights: Box<[ByteBlock]>,
    feature_bias: Box<[Block]>,
    output_weights: Box<[Block]>,
    output_bias: [i32; OUTPUT_BUCKETS],
    layer_stacks: Box<[LayerStack]>,
    has_attack_inputs: bool,
    qb: u32,
    scale: u32,
}

/// A layer stack, ready for SIMD.
#[derive(Clone, PartialEq)]
pub(super) struct LayerStack {
    /// A block for each four activations.
    pub(super) l1_weights: Box<[ByteBlock]>,
    pub(super) quantized: QuantizedDense,
    dense: DenseLayers,
}

impl Network {
    /// Builds a network. The length of the biases is the hidden size; `description` says how it was trained.
    pub fn new(description: &str, weights: &NetworkWeights) -> Result<Network, NetworkError> {
        weights.check()?;
        if description.len() > MAX_DESCRIPTION {
            return Err(NetworkError::Description);
        }
        Ok(Network {
            description: description.to_owned(),
            hidden_size: weights.feature_bias.len(),
            feature_weights: ByteBlock::from_values(&weights.feature_weights),
            feature_bias: Block::from_values(&weights.feature_bias),
            output_weights: Block::from_values(&weights.output_weights),
            output_bias: weights.output_bias,
            layer_stacks: weights.layer_stacks.iter().map(LayerStack::new).collect(),
            has_attack_inputs: weights.has_attack_inputs(),
            qb: weights.qb,
            scale: weights.scale,
        })
    }

    /// The quantised weights.
    pub fn weights(&self) -> NetworkWeights {
        NetworkWeights {
            feature_weights: ByteBlock::values(&self.feature_weights).collect(),
            feature_bias: Block::values(&self.feature_bias).collect(),
            output_weights: Block::values(&self.output_weights).collect(),
            output_bias: self.output_bias,
            layer_stacks: self.layer_stacks.iter().map(LayerStack::weights).collect(),
            qb: self.qb,
            scale: self.scale,
        }
    }

    /// How the network was trained, as plain text.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The architecture and the first line of the description.
    pub fn summary(&self) -> String {
        let name = self.description.lines().next().unwrap_or_default();
        let layers = describe_layers(
            self.hidden_size,
            !self.layer_stacks.is_empty(),
            self.has_attack_inputs(),
        );
        format!("{layers}, {name}")
    }

    /// Length of the accumulator of a perspective.
    pub fn hidden_size(&self) -> usize {
        self.hidden_size
    }

    /// Whether the layer stacks have attack inputs.
    #[inline]
    pub fn has_attack_inputs(&self) -> bool {
        self.has_attack_inputs
    }

    /// Centipawns for the side to move, computed from scratch without SIMD: the reference for every faster way.
    pub fn evaluate_reference(&self, position: &Position) -> i32 {
        self.evaluate_without(position, None, output_bucket(position))
    }

    /// The same by an output bucket of choice, and as if one square was empty.
    pub(super) fn evaluate_without(
        &self,
        position: &Position,
        left_out: Option<Square>,
        bucket: usize,
    ) -> i32 {
        let us = position.side_to_move();
        let perspectives = [us, !us].into_iter();
        let clipped: Vec<i32> = perspectives
            .flat_map(|color| self.reference_accumulator(position, left_out, color))
            .map(|value| i32::from(value).clamp(0, QA))
            .collect();
        let sum = reference_dot_product(&clipped, self.output_weights(bucket));
        let stack_output = self.layer_stack(bucket).map_or(0.0, |stack| {
            let kept = !left_out.map_or(Bitboard::EMPTY, Bitboard::from_square);
            let pieces = |color, piece_type| position.pieces(color, piece_type) & kept;
            let attack_inputs = AttackInputs::between(us, pieces);
            stack.weights().output(&clipped, &attack_inputs.0)
        });
        self.centipawns(sum, stack_output, bucket)
    }

    fn reference_accumulator(
        &self,
        position: &Position,
        left_out: Option<Square>,
        perspective: Color,
    ) -> Vec<i16> {
        let king_bucket = KingBucket::of(perspective, position.king(perspective));
        let mut accumulator: Vec<i16> = Block::values(&self.feature_bias).collect();
        for square in Square::all().filter(|&square| Some(square) != left_out) {
            if let Some(piece) = position.piece_on(square) {
                let feature = feature_index(perspective, king_bucket, piece, square);
                for (value, weight) in accumulator.iter_mut().zip(self.feature_row(feature)) {
                    *value += i16::from(weight);
                }
            }
        }
        accumulator
    }

    /// The feature weights of a feature.
    fn feature_row(&self, feature: usize) -> impl Iterator<Item = i8> {
        // With a hidden size that is an odd multiple of 32, a row may begin in the middle of a block.
        let start = feature * self.hidden_size;
        let blocks = &self.feature_weights[start / BYTE_BLOCK..];
        let values = ByteBlock::values(blocks).skip(start % BYTE_BLOCK);
        values.take(self.hidden_size)
    }

    /// The rows of the feature transformer, one for each feature, without gaps.
    #[inline]
    pub(super) fn feature_weights(&self) -> &[ByteBlock] {
        &self.feature_weights
    }

    /// The accumulator of an empty board.
    pub(super) fn feature_bias(&self) -> &[Block] {
        &self.feature_bias
    }

    /// Output weights of a bucket, first those for the side to move.
    #[inline]
    pub(super) fn output_weights(&self, bucket: usize) -> &[Block] {
        let blocks = 2 * self.hidden_size / BLOCK;
        &self.output_weights[bucket * blocks..][..blocks]
    }

    /// The layer stack of a bucket, if the network has them.
    #[inline]
    pub(super) fn layer_stack(&self, bucket: usize) -> Option<&LayerStack> {
        self.layer_stacks.get(bucket)
    }

    /// Dequantises the output: `sum` is the dot product of squared clipped accumulators and output weights,
    /// `stack_output` the output of the layer stack.
    #[inline]
    pub(super) fn centipawns(&self, sum: i32, stack_output: f32, bucket: usize) -> i32 {
        let unit = i64::from(QA) * i64::from(self.qb);
        let value = i64::from(sum / QA) + i64::from(self.output_bias[bucket]);
        let value = value.saturating_add((stack_output * unit as f32) as i64);
        let centipawns = value * i64::from(self.scale) / unit;
        centipawns.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// The architecture of a network of this hidden size, as text. A network with attack inputs has layer stacks.
pub fn describe_layers(hidden_size: usize, layer_stacks: bool, attack_inputs: bool) -> String {
    let l1_inputs = if attack_inputs {
        format!("{hidden_size} x 2 + {ATTACK_INPUTS}")
    } else {
        format!("{hidden_size} x 2")
    };
    let output_layers = if layer_stacks {
        format!("({L1_SIZE} -> {L2_SIZE} -> 1 + 1)")
    } else {
        "1".to_owned()
    };
    format!("{BUCKET_INPUTS} x {KING_BUCKETS} -> {l1_inputs} -> {output_layers} x {OUTPUT_BUCKETS}")
}

// All floats are finite, as `NetworkWeights::check` makes sure.
impl Eq for Network {}

impl LayerStack {
    fn new(weights: &LayerStackWeights) -> LayerStack {
        LayerStack {
            l1_weights: ByteBlock::from_values(&weights.l1_weights),
            quantized: QuantizedDense::new(&weights.dense),
            dense: weights.dense.clone(),
        }
    }

    fn weights(&self) -> LayerStackWeights {
        LayerStackWeights {
            l1_weights: ByteBlock::values(&self.l1_weights).collect(),
            dense: self.dense.clone(),
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// The output bucket of a position: one for every four pieces.
#[inline]
pub(super) fn output_bucket<R: RuleSet>(position: &Position<R>) -> usize {
    output_bucket_of(position.occupied().count() as usize)
}

/// The output bucket of positions with this number of pieces.
#[inline]
pub(super) fn output_bucket_of(piece_count: usize) -> usize {
    // Two kings are always present. Custom positions may have more than 32 pieces.
    (piece_count.saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1)
}

/// SCReLU of clipped accumulators times the output weights. The sum wraps around: only a network whose outputs are far
/// beyond any evaluation reaches that.
fn reference_dot_product(clipped: &[i32], weights: &[Block]) -> i32 {
    let values = clipped.iter().zip(Block::values(weights));
    let products = values.map(|(&value, weight)| value * value * i32::from(weight));
    products.fold(0, i32::wrapping_add)
}
