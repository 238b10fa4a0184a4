//! How far a running search is: the one source of its regular reports and of answers to the GUI at any time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::search::report::CurrentMove;
use crate::search::time::manager::TimeManager;

/// The live counters of a search. Its threads write them, and any thread may read them at any time.
#[derive(Debug, Default)]
pub struct LiveProgress {
    /// Set when the search begins.
    time: OnceLock<Arc<TimeManager>>,
    nodes: AtomicU64,
    current_move: Mutex<Option<CurrentMove>>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Time since the search began, in the clock of all its reports.
    pub time: Duration,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The root move that the main thread searches.
    pub current_move: Option<CurrentMove>,
}

impl LiveProgress {
    /// The search begins, on this clock.
    pub(crate) fn begin(&self, time: &Arc<TimeManager>) {
        self.time.get_or_init(|| Arc::clone(time));
    }

    /// How far the search is; `None` before it begins.
    pub fn get(&self) -> Option<Progress> {
        let time = self.time.get()?;
        Some(Progress {
            time: time.reported_time(),
            nodes: self.nodes(),
            current_move: *self.current_move(),
        })
    }

    /// Nodes of all threads, as last published by each.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes of a thread.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn set_current_move(&self, current: CurrentMove) {
        *self.current_move() = Some(current);
    }

    fn current_move(&self) -> MutexGuard<'_, Option<CurrentMove>> {
        self.current_move
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
