//! A searcher for whoever has a thread of his own: it searches where it is called, with tables of its
//! own, and answers when it is done.

use std::sync::Arc;
use std::time::Instant;

use crate::board::{KeyHistory, Position};
use crate::eval::nnue::Network;
use crate::search::bound::Bound;
use crate::search::report::{BestMove, Report};
use crate::search::settings::SearchSettings;
use crate::search::threads::pool::{Preparation, SearchJob, Workshop};
use crate::search::time::limits::Limits;
use crate::search::time::signal::Signal;

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
    settings: SearchSettings,
}

impl Solo {
    /// A searcher with a transposition table of so many MiB, if there is room for it, that evaluates by a
    /// network or by hand-made terms.
    pub fn new(hash: usize, network: Option<Arc<Network>>) -> Solo {
        Solo {
            workshop: Workshop::new(hash, 1),
            settings: SearchSettings {
                network,
                ..SearchSettings::default()
            },
        }
    }

    /// Forgets everything that earlier searches have found.
    pub fn clear(&mut self) {
        // It cannot fail: the transposition table stays as large as it is.
        let _ = self.workshop.prepare(Preparation::Clear);
    }

    /// Searches a position; `None` if `stop` has ended the search before a limit did, there is no legal move,
    /// or the search has panicked.
    pub fn search(
        &mut self,
        position: &Position,
        history: &KeyHistory,
        limits: NodeLimits,
        stop: &Arc<Signal>,
    ) -> Option<BestMove> {
        let signal = Arc::new(Signal::within(stop));
        let soft_stop = Arc::clone(&signal);
        // When an iteration is complete it is reported, with an exact score, and then the search looks at its signal.
        let report = move |report| match report {
            Report::Progress(info) if info.bound == Bound::Exact && info.nodes >= limits.soft => {
                soft_stop.stop();
            }
            _ => {}
        };
        let found = self.workshop.search(&SearchJob {
            position: *position,
            history: history.clone(),
            limits: Limits {
                nodes: Some(limits.hard),
                ..Limits::none(Instant::now())
            },
            settings: self.settings.clone(),
            signal,
            report: Box::new(report),
        })?;
        (!stop.is_stopped() && found.best.is_some()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::eval::default_network;
    use crate::search::search_to_completion;
    use crate::types::{Move, Score};

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    }

    fn search(solo: &mut Solo, soft: u64, hard: u64) -> (Option<Move>, Score) {
        let stop = Arc::new(Signal::new(false));
        let limits = NodeLimits { soft, hard };
        let found = solo.search(&position(FEN), &KeyHistory::default(), limits, &stop);
        found.map(|found| (found.best, found.score)).unwrap()
    }

    fn search_by(limits: Limits) -> (Option<Move>, Score) {
        let found = search_to_completion(position(FEN), limits, 1, 1);
        (found.best, found.score)
    }

    fn none() -> Limits {
        Limits::none(Instant::now())
    }

    #[test]
    fn the_soft_limit_lets_an_iteration_be_completed() {
        let mut solo = Solo::new(1, default_network());
        let depth = Some(1);
        let first = search_by(Limits { depth, ..none() });
        assert_eq!(search(&mut solo, 1, u64::MAX), first);
    }

    #[test]
    fn the_hard_limit_breaks_off() {
        let mut solo = Solo::new(1, default_network());
        let nodes = Some(3000);
        let broken_off = search_by(Limits { nodes, ..none() });
        assert_eq!(search(&mut solo, u64::MAX, 3000), broken_off);
    }

    #[test]
    fn nothing_is_remembered_after_clearing() {
        let mut solo = Solo::new(1, default_network());
        let first = search(&mut solo, 5000, 40_000);
        for _ in 0..3 {
            solo.clear();
            assert_eq!(search(&mut solo, 5000, 40_000), first);
        }
    }

    #[test]
    fn there_is_no_answer_where_there_is_no_move_or_a_stop() {
        let mut solo = Solo::new(1, default_network());
        let limits = NodeLimits {
            soft: 100,
            hard: u64::MAX,
        };
        let running = Arc::new(Signal::new(false));
        let stopped = Arc::new(Signal::new(false));
        stopped.stop();
        let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        for (position, stop) in [(&mated, &running), (&position(FEN), &stopped)] {
            let found = solo.search(position, &KeyHistory::default(), limits, stop);
            assert!(found.is_none());
        }
    }
}
