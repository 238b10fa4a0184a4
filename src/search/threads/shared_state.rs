//! The state that all threads of a search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{KeyHistory, Position};
use crate::search::config::SearchConfig;
use crate::search::ordering::history::CorrectionHistory;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::job::Reporter;
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::limits::Limits;
use crate::search::time::manager::TimeManager;
use crate::search::time::signal::Signal;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::TranspositionTable;

/// The state that all threads of a search share.
pub(crate) struct SharedState {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) correction_history: Arc<CorrectionHistory>,
    /// The root position.
    pub(crate) position: Position,
    /// The positions before the root.
    pub(crate) history: KeyHistory,
    pub(crate) signal: Arc<Signal>,
    pub(crate) limits: Limits,
    pub(crate) config: SearchConfig,
    pub(crate) tablebase_prober: TablebaseProber,
    pub(crate) report: Reporter,
    pub(crate) time: TimeManager,
    pub(crate) cpu_load: CpuLoad,
    pub(crate) depth_sharing: DepthSharing,
    /// Hard node limit of all threads together.
    pub(crate) node_limit: Option<u64>,
    /// Nodes of each thread, as last published.
    pub(crate) nodes: Vec<AtomicU64>,
    /// Nodes claimed by all threads, if there is a hard node limit.
    pub(crate) claimed_nodes: AtomicU64,
}

impl SharedState {
    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}
