//! NNUE: evaluation by an efficiently updatable neural network (<https://www.chessprogramming.org/NNUE>) with one
//! hidden layer and two perspectives.

mod accumulator_stack;
mod architecture;
mod error;
mod features;
mod file;
mod network;
mod refresh_cache;
mod simd;

pub use accumulator_stack::{AccumulatorStack, AccumulatorState};
pub use architecture::{
    MAX_DESCRIPTION, MAX_HIDDEN_SIZE, NetworkWeights, OUTPUT_BUCKETS, QA, is_valid_hidden_size,
};
pub use error::{NetworkError, NetworkLoadError};
pub use features::{INPUTS, feature_index};
pub use network::Network;
pub use simd::Simd;
