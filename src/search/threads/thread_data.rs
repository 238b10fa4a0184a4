//! The data that a search thread keeps between searches.

use crate::eval::Evaluator;
use crate::search::ordering::history::Histories;

/// What a search thread keeps from one search to the next.
pub(crate) struct ThreadData {
    pub(crate) histories: Histories,
    pub(crate) evaluator: Evaluator,
}

impl ThreadData {
    /// Memory of one thread's data, in bytes.
    pub(crate) const BYTES: usize = Histories::BYTES + Evaluator::BYTES;

    pub(crate) fn new() -> ThreadData {
        ThreadData {
            histories: Histories::new(),
            evaluator: Evaluator::new(None),
        }
    }
}
