//! The state that all threads of a search share.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{KeyHistory, Position};
use crate::search::config::SearchConfig;
use crate::search::ordering::history::CorrectionHistory;
use crate::search::report::Report;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::limits::Limits;
use crate::search::time::manager::TimeManager;
use crate::search::time::signal::Signal;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::TranspositionTable;

/// The state that all threads of a search share.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) correction_history: &'a CorrectionHistory,
    /// The root position.
    pub(crate) position: Position,
    /// The positions before the root.
    pub(crate) history: &'a KeyHistory,
    pub(crate) signal: &'a Signal,
    pub(crate) limits: &'a Limits,
    pub(crate) config: &'a SearchConfig,
    pub(crate) tablebase_prober: TablebaseProber<'a>,
    pub(crate) report: &'a (dyn Fn(Report) + Send + Sync),
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

impl SharedState<'_> {
    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}
