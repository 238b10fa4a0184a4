//! The version of the program: version, commit, compiler, SIMD variant and network.

use std::sync::Arc;

use crate::eval::nnue::{Network, Simd};

/// The commit that the build script found; empty if it found none.
const COMMIT: &str = env!("DIGLOT_COMMIT");

/// The version of this program and what it runs with, one fact a line; the first line is the bare version.
/// `network` is the one in use, `None` for the hand-crafted evaluation.
pub fn version_lines(network: Option<&Arc<Network>>) -> Vec<String> {
    let commit = if COMMIT.is_empty() { "unknown" } else { COMMIT };
    let network = network.map_or("none (hand-crafted evaluation)".to_owned(), |network| {
        network.summary()
    });
    vec![
        env!("CARGO_PKG_VERSION").to_owned(),
        format!("commit: {commit}"),
        format!("compiler: {}", env!("DIGLOT_COMPILER")),
        format!("target: {}", env!("DIGLOT_TARGET")),
        format!("SIMD: {}", Simd::best().name()),
        format!("network: {network}"),
    ]
}
