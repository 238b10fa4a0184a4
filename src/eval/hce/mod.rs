//! HCE, the hand-crafted evaluation, tapered between middlegame and endgame: material, piece-square tables, mobility,
//! pawn structure, passed pawns, threats and king safety.

mod breakdown;
mod evaluator;
mod hce_score;
mod king_safety;
mod passed_pawns;
mod pawn_structure;
mod pieces;
mod psqt;
mod scale_factor;
mod terms;
mod threats;
#[cfg(feature = "train")]
mod trace;
mod weights;

pub use breakdown::Breakdown;
pub use evaluator::HceEvaluator;
pub use psqt::PsqtAccumulator;
#[cfg(feature = "train")]
pub use trace::{current_weights, weights_to_source};
