//! Evaluation of the variants: terms that are linear in weights of each variant, which `diglot tune --variant` finds.

mod attacks;
mod evaluator;
mod explosions;
mod goals;
mod king_danger;
mod pawns;
mod pieces;
mod side;
mod threats;
#[cfg(feature = "train")]
mod trace;
mod weights;

pub use evaluator::FairyEvaluator;
#[cfg(feature = "train")]
pub use trace::{VariantTracer, current_variant_weights, variant_weights_to_source};
