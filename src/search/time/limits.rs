//! The limits of a search.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use crate::types::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero if the flag has fallen.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to the next time control, including this one; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// The time that a clock runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSource {
    /// Wall time.
    #[default]
    WallClock,
    /// Visited nodes; this many make a second.
    Nodes(NonZeroU64),
    /// Processor time of this process.
    ProcessorTime,
}

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the search was requested. Time counts from here.
    pub started: Instant,
    /// Depth of the last iteration in plies.
    pub depth: Option<u32>,
    /// Hard node limit: the search stops after this many nodes of all threads.
    pub nodes: Option<u64>,
    /// Soft node limit: no new iteration starts after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Look for a mate in at most this many plies, given or suffered by the side to move, by full width, and stop once
    /// it is found or, without other limits, excluded. Other limits hold beside it.
    pub mate: Option<u32>,
    /// Use exactly this time, less a few milliseconds for the move overhead.
    pub move_time: Option<Duration>,
    /// Manage this clock.
    pub clock: Option<Clock>,
    /// The unit of `move_time` and `clock`: time or nodes.
    pub time_source: TimeSource,
    /// Do not answer before `stop`.
    pub infinite: bool,
    /// Do not answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// Search only these root moves; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// MultiPV: the number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// Search and report only lines that are at most this many centipawns worse than the best one.
    pub multi_pv_margin: Option<i32>,
    /// Report the current root move only after this time.
    pub current_move_delay: Duration,
}

impl Limits {
    /// No limits. Time counts from `started`.
    pub fn none(started: Instant) -> Limits {
        Limits {
            started,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            time_source: TimeSource::WallClock,
            infinite: false,
            ponder: false,
            search_moves: None,
            multi_pv: 1,
            multi_pv_margin: None,
            current_move_delay: Duration::from_secs(1),
        }
    }

    /// Whether a limit ends the search without a stop.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.mate.is_some()
                || self.move_time.is_some()
                || self.clock.is_some())
    }
}
