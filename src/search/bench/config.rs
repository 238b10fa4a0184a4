//! The settings of the benchmark.

use std::fmt;
use std::sync::Arc;

use super::positions::POSITIONS;
use crate::eval::{self, nnue::Network};

/// How to run the benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchConfig {
    /// Depth in plies to search each position to.
    pub depth: u32,
    /// Search threads. The node count is reproducible only with one.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The network that evaluates; `None` for the HCE.
    pub network: Option<Arc<Network>>,
}

impl Default for BenchConfig {
    fn default() -> BenchConfig {
        BenchConfig {
            depth: 13,
            threads: 1,
            hash: 16,
            network: eval::default_network(),
        }
    }
}

/// The settings on one line.
impl fmt::Display for BenchConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (depth, threads, hash) = (self.depth, self.threads, self.hash);
        let positions = POSITIONS.len();
        write!(
            f,
            "depth {depth}, threads {threads}, hash {hash} MiB, positions {positions}, "
        )?;
        match &self.network {
            Some(network) => write!(f, "network {}", network.summary()),
            None => f.write_str("hand-crafted evaluation"),
        }
    }
}
