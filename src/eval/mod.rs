//! Static evaluation: by a network (NNUE), or by the HCE, the hand-crafted evaluation. It knows nothing of the search.

mod display;
pub mod endgame;
mod evaluator;
mod evaluators;
mod fairy;
pub mod hce;
mod networks;
pub mod nnue;
mod tapered;
mod term_score;
#[cfg(feature = "train")]
mod trace;
mod wdl;
mod weight_table;

pub use display::evaluate_for_display;
pub use evaluator::Evaluator;
pub use evaluators::{EvalRules, Evaluators};
pub use fairy::FairyEvaluator;
#[cfg(feature = "train")]
pub use fairy::{VariantTracer, current_variant_weights, variant_weights_to_source};
#[cfg(feature = "train")]
pub use hce::{current_weights, weights_to_source};
pub use networks::{CLASSICAL, default_network, load_network};
#[cfg(feature = "train")]
pub use trace::{EvalTrace, Weight};
pub use wdl::{Wdl, WdlFitter, WdlModel};
