//! A searcher for whoever has a thread of his own: it searches where it is called, with tables of its
//! own, and answers when it is done.

use std::sync::Arc;
use std::time::Instant;

use super::limits::Limits;
use super::pool::{Preparation, SearchJob, Workshop};
use super::report::{BestMove, Report};
use super::settings::Settings;
use super::signal::Signal;
use crate::board::{KeyHistory, Position};

/// How many positions a search may visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimits {
    /// With so many no further iteration is begun.
    pub soft: u64,
    /// With so many the search breaks off.
    pub hard: u64,
}

/// Searches on the present thread, which needs a stack of [`super::STACK_SIZE`].
pub struct Solo {
    workshop: Workshop,
}

impl Solo {
    /// A searcher with a transposition table of so many MiB, if there is room for it.
    pub fn new(hash: usize) -> Solo {
        Solo {
            workshop: Workshop::new(hash, 1),
        }
    }

    /// Forgets everything that earlier searches have found.
    pub fn clear(&mut self) {
        // It cannot fail: nothing is allocated.
        let _ = self.workshop.prepare(Preparation::Clear);
    }

    /// Searches a position; `None` if `stop` has ended the search before a limit did, or there is no
    /// legal move.
    pub fn search(
        &mut self,
        position: &Position,
        history: &KeyHistory,
        limits: NodeLimits,
        stop: &Arc<Signal>,
    ) -> Option<BestMove> {
        let signal = Arc::new(Signal::within(stop));
        let soft_stop = Arc::clone(&signal);
        // An iteration is reported when it is complete, and then the search looks at its signal.
        let report = move |report| match report {
            Report::Progress(info) if info.nodes >= limits.soft => soft_stop.stop(),
            _ => {}
        };
        let found = self.workshop.search(&SearchJob {
            position: *position,
            history: history.clone(),
            limits: Limits {
                nodes: Some(limits.hard),
                ..Limits::none(Instant::now())
            },
            settings: Settings::default(),
            signal,
            report: Box::new(report),
        });
        (!stop.is_stopped() && found.best.is_some()).then_some(found)
    }
}
