//! How self-play games are played.

use std::sync::Arc;

use crate::eval::nnue::Network;
use crate::search::{FINGERPRINT_DEPTH, bench_fingerprint};

/// How self-play games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayConfig {
    /// Threads, each playing whole games.
    pub threads: usize,
    /// Random seed of the openings.
    pub seed: u64,
    /// Soft node limit per move.
    pub soft_nodes: u64,
    /// Hard node limit per move.
    pub hard_nodes: u64,
    /// Transposition table size per thread in MiB.
    pub hash: usize,
    /// Evaluation network; `None` for the hand-crafted evaluation (HCE).
    pub network: Option<Arc<Network>>,
}

impl SelfplayConfig {
    /// The text in the header of the file. A file is only continued with the same text: by the same configuration
    /// and a program that plays the same moves. Files made so far contain these very words.
    pub(super) fn description(&self) -> String {
        format!(
            "diglot datagen: seed {}, {} nodes, at most {}, hash {} MiB, {}, bench {FINGERPRINT_DEPTH} of {} nodes",
            self.seed,
            self.soft_nodes,
            self.hard_nodes,
            self.hash,
            self.evaluation(),
            bench_fingerprint(self.network.as_ref()),
        )
    }

    fn evaluation(&self) -> String {
        match &self.network {
            None => "hand-made evaluation".to_owned(),
            Some(network) => format!("network {:016x}", network.checksum()),
        }
    }
}
