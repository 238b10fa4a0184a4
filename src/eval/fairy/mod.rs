//! Evaluation of the variants: common terms with weights for each variant, and one file for each family of rules with
//! what only it has.

mod attacks;
mod evaluator;
mod goals;
mod king_danger;
mod pockets;
mod tapered;
mod weights;

pub use evaluator::FairyEvaluator;
