//! The evaluation of positions.

mod endgames;
mod evaluation;
