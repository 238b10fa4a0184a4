//! Evaluation by an efficiently updatable neural network
//! (<https://www.chessprogramming.org/NNUE>): one hidden layer, seen from both sides.

mod accumulator;
mod features;
mod file;
mod load;
mod network;
mod refresh;
mod simd;

pub use accumulator::{AccumulatorStack, AccumulatorState};
pub use features::{INPUTS, feature_index, is_mirrored};
pub use file::{MAX_DESCRIPTION, NetworkError};
pub use load::NetworkLoadError;
pub use network::{
    MAX_HIDDEN_SIZE, Network, NetworkWeights, OUTPUT_BUCKETS, QA, is_valid_hidden_size,
    output_bucket,
};
pub use simd::Simd;
