//! The state that all threads of a search share.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::board::{KeyHistory, Position, RuleSet, Standard};
use crate::search::config::SearchConfig;
use crate::search::ordering::history::CorrectionHistory;
use crate::search::progress::LiveProgress;
use crate::search::report::{Info, Report};
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::job::Reporter;
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::limits::Limits;
use crate::search::time::manager::TimeManager;
use crate::search::time::signal::Signal;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::TranspositionTable;
use crate::types::Move;

/// Earlier the processor load cannot be measured reliably.
const CPU_LOAD_DELAY: Duration = Duration::from_secs(1);

/// The state that all threads of a search share.
pub(crate) struct SharedState<R: RuleSet = Standard> {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) correction_history: Arc<CorrectionHistory>,
    /// The root position.
    pub(crate) position: Position<R>,
    /// The positions before the root.
    pub(crate) history: KeyHistory,
    pub(crate) signal: Arc<Signal>,
    pub(crate) limits: Limits,
    pub(crate) config: SearchConfig,
    pub(crate) tablebase_prober: Arc<TablebaseProber>,
    pub(crate) report: Option<Reporter>,
    pub(crate) time: Arc<TimeManager>,
    /// `None` if the search reports nothing.
    pub(crate) cpu_load: Option<CpuLoad>,
    pub(crate) depth_sharing: DepthSharing,
    /// Hard node limit of all threads together.
    pub(crate) node_limit: Option<u64>,
    /// Hard node limit of the main thread's first iteration.
    pub(crate) first_iteration_nodes: u64,
    /// Nodes claimed by all threads, if there is a hard node limit.
    pub(crate) claimed_nodes: Arc<AtomicU64>,
    pub(crate) progress: Arc<LiveProgress>,
    /// Number of threads.
    pub(crate) threads: usize,
    /// The line that each thread is searching, if it is to be reported.
    pub(crate) current_lines: Vec<Mutex<Vec<Move>>>,
}

impl<R: RuleSet> SharedState<R> {
    /// Sends a report if anybody receives it.
    pub(crate) fn send(&self, report: Report) {
        if let Some(receive) = &self.report {
            receive(report);
        }
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.progress.nodes()
    }

    /// The processor load in permille; `None` during the first second and where it cannot be measured.
    pub(crate) fn cpu_load(&self) -> Option<u32> {
        if self.time.elapsed() >= CPU_LOAD_DELAY {
            self.cpu_load?.permille(self.threads)
        } else {
            None
        }
    }

    /// A report with the statistics of now.
    pub(crate) fn with_statistics(&self, info: Info) -> Info {
        let nodes = self.total_nodes();
        Info {
            nodes,
            time: self.time.reported_time(),
            used: self.time.used_time(nodes),
            hash_full: self.tt.hash_full(),
            cpu_load: self.cpu_load(),
            tablebase_hits: self.tablebase_prober.hits(),
            ..info
        }
    }

    /// The line that a thread is searching.
    pub(crate) fn current_line(&self, thread: usize) -> MutexGuard<'_, Vec<Move>> {
        self.current_lines[thread]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
