//! The architecture that every network shares: sizes, output buckets and the unit of quantisation. The build script
//! compiles this file too, so it uses nothing but the standard library.

/// Number of king buckets: sets of feature weights, of which the square of the own king selects one.
pub const KING_BUCKETS: usize = 4;

/// Number of input features of a king bucket: own and enemy pieces, six piece types, 64 squares.
pub const BUCKET_INPUTS: usize = 2 * 6 * 64;

/// Number of input features of a perspective, of all king buckets.
pub const INPUTS: usize = KING_BUCKETS * BUCKET_INPUTS;

/// Number of output buckets: output layers, of which the piece count selects one.
pub const OUTPUT_BUCKETS: usize = 8;

/// Outputs of the first layer of a layer stack.
pub const L1_SIZE: usize = 16;

/// Number of attack inputs of a side.
pub const SIDE_ATTACK_INPUTS: usize = 13;

/// Number of attack inputs of a layer stack: those of the side to move, then those of the opponent.
pub const ATTACK_INPUTS: usize = 2 * SIDE_ATTACK_INPUTS;

/// Inputs of the first layer of a layer stack whose weights for an output lie side by side.
pub const L1_GROUP: usize = 4;

/// Inputs of the second layer of a layer stack: two activations of each output of the first.
pub const L2_INPUTS: usize = 2 * L1_SIZE;

/// Outputs of the second layer of a layer stack.
pub const L2_SIZE: usize = 32;

/// Largest absolute value of the biases of a layer stack, and of the weights of its second and third layer: 16 bits hold
/// the quantised weights, 32 bits the sums of their products.
pub const MAX_STACK_VALUE: f32 = 16.0;

/// Largest hidden size.
pub const MAX_HIDDEN_SIZE: usize = 2048;

/// Quantised 1.0 in the feature transformer, and the upper limit of the clipped ReLU. Feature weights have 8 bits: half
/// as many bytes to fetch for an accumulator update as with 16, more of which stay in the cache.
pub const QA: i32 = 127;

/// Feature biases lie within ± this, so that 16 bits hold an accumulator with a piece on each square.
pub const MAX_FEATURE_BIAS: i16 = i16::MAX - 64 * 128;

/// Output weights lie within ± this, so that the product with a clipped activation fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16;

/// Longest description of a network in bytes.
pub const MAX_DESCRIPTION: usize = 1 << 16;

/// Number of values in a [`Block`].
pub(super) const BLOCK: usize = 32;

/// Neighbouring output weights or accumulator values, aligned for the widest SIMD registers.
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

/// Number of values in a [`ByteBlock`].
pub(super) const BYTE_BLOCK: usize = 64;

/// Neighbouring weights of the feature transformer, or weights of a layer stack's first layer for four neighbouring
/// inputs: four for each of the 16 outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct ByteBlock(pub(super) [i8; BYTE_BLOCK]);

const _: () = assert!(BYTE_BLOCK == L1_GROUP * L1_SIZE);

impl ByteBlock {
    /// Splits `values`, whose length is a multiple of a block's, into blocks.
    pub(super) fn from_values(values: &[i8]) -> Box<[ByteBlock]> {
        let (blocks, _) = values.as_chunks();
        blocks.iter().map(|&values| ByteBlock(values)).collect()
    }

    pub(super) fn values(blocks: &[ByteBlock]) -> impl Iterator<Item = i8> {
        blocks.iter().flat_map(|block| block.0)
    }
}

/// Whether a network may have this hidden size: a multiple of 32 from 32 to [`MAX_HIDDEN_SIZE`].
pub const fn is_valid_hidden_size(hidden_size: usize) -> bool {
    hidden_size >= BLOCK && hidden_size <= MAX_HIDDEN_SIZE && hidden_size.is_multiple_of(BLOCK)
}

/// Whether a network with layer stacks may have this hidden size: a multiple of 64, which aligns both halves of an
/// accumulator.
pub const fn is_valid_stacked_hidden_size(hidden_size: usize) -> bool {
    is_valid_hidden_size(hidden_size) && hidden_size.is_multiple_of(2 * BLOCK)
}
