//! Static evaluation: by a network (NNUE), or by the HCE, the hand-crafted evaluation. It knows nothing of the search.

mod display;
pub mod endgame;
mod evaluator;
mod evaluators;
mod fairy;
pub mod hce;
mod networks;
pub mod nnue;
mod wdl;

pub use display::{evaluate_for_display, evaluate_variant_for_display};
pub use evaluator::Evaluator;
pub use evaluators::{EvalRules, Evaluators};
pub use fairy::FairyEvaluator;
#[cfg(feature = "train")]
pub use hce::{EvalTrace, Weight, current_weights, weights_to_source};
pub use networks::{CLASSICAL, default_network, load_network};
pub use wdl::{Wdl, WdlFitter, WdlModel};
