//! The node count that identifies a build.

use std::sync::Arc;

use super::config::BenchConfig;
use super::run::bench;
use crate::eval::nnue::Network;
use crate::search::time::signal::Signal;

/// Depth of the benchmark whose node count identifies a build of the program.
pub const FINGERPRINT_DEPTH: u32 = 4;

/// The node count of a short benchmark, which changes with every change of search or evaluation. It identifies the moves
/// that a build of the program plays with a network; `None` is the HCE.
pub fn bench_fingerprint(network: Option<&Arc<Network>>) -> u64 {
    let config = BenchConfig {
        depth: FINGERPRINT_DEPTH,
        threads: 1,
        hash: 1,
        network: network.cloned(),
    };
    // Never raised, so the bench always has a result.
    let signal = Arc::new(Signal::new(false));
    bench(&config, &signal, &mut |_| {}).map_or(0, |result| result.nodes)
}
