//! The data that a search thread keeps between searches.

use crate::eval::Evaluators;
use crate::search::large_pages::LargeBox;
use crate::search::ordering::history::Histories;
use crate::search::pv::PvTable;
use crate::search::threads::stack::StackEntry;
use crate::types::MAX_PLY;

/// The data that a search thread keeps from one search to the next.
pub(crate) struct ThreadData {
    pub(crate) histories: LargeBox<Histories>,
    pub(crate) evaluator: Evaluators,
    /// Memory of the search stack. A search takes it and gives it back: in self-play allocation is a large part
    /// of a short search.
    pub(crate) stack: Box<[StackEntry]>,
    /// Memory of the principal variations, like `stack`.
    pub(crate) pv_table: PvTable,
}

impl ThreadData {
    /// Memory of one thread's data, in bytes.
    pub(crate) const BYTES: usize = LargeBox::<Histories>::BYTES + Evaluators::BYTES;

    pub(crate) fn new() -> ThreadData {
        ThreadData {
            histories: Histories::allocate(),
            evaluator: Evaluators::new(),
            stack: vec![StackEntry::default(); MAX_PLY + 1].into_boxed_slice(),
            pv_table: PvTable::new(),
        }
    }

    /// Empties the histories. The rest does not influence searches, and taking its memory anew takes longer than
    /// a short search.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
    }
}
