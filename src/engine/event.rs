//! What the engine tells its front-end.

use super::opening_book::BookCheck;
use crate::search::{Info, Prepared, Report};

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
    /// The book has a move, which takes the place of a search and is followed by its [`Report::Done`].
    Book {
        /// The search that it takes the place of.
        id: SearchId,
        /// The line that the book has.
        line: Box<Info>,
    },
    /// A great book has been read to its end.
    BookChecked(BookCheck),
    /// One of the tasks that prepare the next search (clearing, resizing) is done.
    Prepared(Prepared),
}
