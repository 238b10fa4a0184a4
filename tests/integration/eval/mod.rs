//! The evaluation.

mod endgames;
mod evaluation;
