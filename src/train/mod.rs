//! Training of NNUE networks from self-play games (<https://www.chessprogramming.org/NNUE>), and Texel tuning
//! of the hand-crafted evaluation (HCE) and of the evaluation of the variants.
//!
//! Training uses only quiet positions with a score, shuffled across the games. The network learns win rates: a
//! blend of the score, mapped by a sigmoid, and the game result.

mod batches;
mod bf16;
mod checkpoint;
mod config;
mod description;
mod equalize;
mod error;
mod event;
mod forward_weights;
mod games;
mod gradient;
mod initial_state;
mod layer_stack;
mod losses;
mod moments;
mod optimizer;
mod output_layers;
mod output_scale;
mod packed_transformer;
mod parameters;
mod quantize;
mod rounding;
mod run;
mod sample;
mod schedule;
mod shuffle;
mod simd;
mod soup;
mod target;
#[cfg(test)]
pub(crate) mod test_data;
mod trainer;
mod transformer_gradient;
mod tune;
mod tune_variant;

pub use config::TrainConfig;
pub use error::TrainError;
pub use event::{SuperbatchStats, TrainEvent};
pub use losses::Losses;
pub use optimizer::FeatureDecay;
pub use run::{train, write};
pub use schedule::Schedule;
pub use tune::{TuneConfig, TuneEvent, tune};
pub use tune_variant::tune_variant;
