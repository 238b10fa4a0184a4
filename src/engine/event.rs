//! What the engine tells its front-end.

use crate::search::{Report, Unprepared};

/// Names one search; no two searches of a process have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub(super) u64);

/// Something that happened in the search pool.
#[derive(Clone, Debug)]
pub enum Event {
    /// A search reports. Hand it to [`super::Engine::accept`], which knows whether it still matters.
    Search {
        /// Which search.
        id: SearchId,
        /// What it says.
        report: Report,
    },
    /// One of the tasks that prepare the next search (clearing, resizing) is done.
    Prepared(Result<(), Unprepared>),
}
