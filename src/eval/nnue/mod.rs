//! NNUE: evaluation by an efficiently updatable neural network (<https://www.chessprogramming.org/NNUE>) with two
//! perspectives and layer stacks.

mod accumulator_stack;
mod architecture;
mod attack_inputs;
mod bullet;
mod error;
mod features;
mod file;
mod file_format;
mod layer_stack;
mod network;
mod refresh_cache;
mod simd;
mod trace;
mod weights;

pub use accumulator_stack::{AccumulatorStack, AccumulatorState};
pub use architecture::{
    ATTACK_INPUTS, BUCKET_INPUTS, INPUTS, KING_BUCKETS, L1_GROUP, L1_SIZE, L2_INPUTS, L2_SIZE,
    MAX_DESCRIPTION, MAX_FEATURE_BIAS, MAX_HIDDEN_SIZE, MAX_OUTPUT_WEIGHT, MAX_STACK_VALUE,
    OUTPUT_BUCKETS, QA, SIDE_ATTACK_INPUTS, is_valid_hidden_size, is_valid_stacked_hidden_size,
};
pub use attack_inputs::AttackInputs;
pub use bullet::{BulletError, BulletFormat};
pub use error::{NetworkError, NetworkLoadError};
pub use features::{KingBucket, feature_index};
pub use layer_stack::{DenseLayers, LayerStackWeights};
#[cfg(feature = "train")]
pub(crate) use layer_stack::{L1_INPUT_UNIT, l1_pairs};
pub use network::{Network, describe_layers};
pub use simd::Simd;
pub use trace::{NetworkTrace, bucket_piece_counts};
pub use weights::NetworkWeights;
