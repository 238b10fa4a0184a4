//! Evaluation by an efficiently updatable neural network
//! (<https://www.chessprogramming.org/NNUE>): one hidden layer, seen from both sides.

mod accumulator;
mod features;
mod file;
mod load;
mod network;
mod refresh;
mod simd;

pub use accumulator::{Change, Evaluator};
pub use features::{INPUTS, feature, is_mirrored};
pub use file::{MAX_DESCRIPTION, NetworkError};
pub use load::LoadError;
pub use network::{BUCKETS, MAX_HIDDEN, Network, QA, Weights, bucket, is_hidden_size};
pub use simd::Simd;
