//! The benchmark: a fixed set of positions searched to a fixed depth, each with empty tables. On one
//! thread the node count depends only on the program, so a changed count shows that a commit changed
//! the search or the evaluation.

pub(super) mod config;
pub(super) mod fingerprint;
mod positions;
pub(super) mod result;
pub(super) mod run;
