//! Events from the engine's background threads to its front-end.

use std::time::Duration;

use super::opening_book::BookCheck;
use crate::search::{Info, Reconfiguration, ReconfigurationResult, Report};

/// Identifies a search; unique within a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub(super) u64);

/// An event as it comes from a background thread. Opaque, so that a front-end cannot act on an event
/// of an abandoned search: [`super::Engine::accept`] turns it into an [`EngineEvent`].
#[derive(Clone, Debug)]
pub struct RawEvent(pub(super) Message);

#[derive(Clone, Debug)]
pub(super) enum Message {
    Search {
        id: SearchId,
        report: Report,
    },
    /// A book line that replaces a search; its [`Report::Done`] follows.
    Book {
        id: SearchId,
        line: Box<Info>,
    },
    BookChecked(BookCheck),
    /// The end of a change of the searcher.
    Prepared(Reconfiguration, ReconfigurationResult),
}

impl RawEvent {
    /// Whether the event belongs to a search, or to the book line that replaces one.
    pub(crate) fn is_from_search(&self) -> bool {
        matches!(self.0, Message::Search { .. } | Message::Book { .. })
    }

    /// Whether the event only tells how far a search is.
    pub(crate) fn is_progress(&self) -> bool {
        match &self.0 {
            Message::Search { report, .. } => report.is_progress(),
            _ => false,
        }
    }

    /// Whether the event is the [`Report::Done`] of a search.
    #[cfg(test)]
    pub(crate) fn is_search_end(&self) -> bool {
        matches!(
            self.0,
            Message::Search {
                report: Report::Done(..),
                ..
            }
        )
    }

    /// Moves the end of a search later by the time for which a pause held the event back.
    pub(crate) fn delay(&mut self, by: Duration) {
        if let Message::Search {
            report: Report::Done(_, finished),
            ..
        } = &mut self.0
        {
            *finished += by;
        }
    }
}

/// An event of the running search or of a preparation, for the front-end to handle.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// A report of the running search.
    Report(Report),
    /// The line of a book move that replaces the search; its [`Report::Done`] follows.
    BookLine(Box<Info>),
    /// The end of a preparation, with a message or the reason of its failure. It may have been the
    /// last one that [`super::Engine::is_preparing`] counts.
    Prepared(Result<Option<String>, String>),
}
