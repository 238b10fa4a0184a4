//! What bounds a search.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use crate::types::Move;

/// The clock of the side that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero when the clock has run out.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control, this one included; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What the time of a search is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSource {
    /// The time that passes.
    #[default]
    WallClock,
    /// The positions visited: so many make a second.
    Nodes(NonZeroU64),
    /// The time that the processors spend on this process.
    ProcessorTime,
}

/// The limits of one search: the first one reached ends it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the command to search arrived; time is counted from here.
    pub started: Instant,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Stop once a mate in so many moves or fewer is proven.
    pub mate: Option<u32>,
    /// Use exactly this time, less what is lost between engine and GUI.
    pub move_time: Option<Duration>,
    /// Manage this clock.
    pub clock: Option<Clock>,
    /// What `move_time` and `clock` are measured by.
    pub time_source: TimeSource,
    /// Do not answer before being stopped.
    pub infinite: bool,
    /// Do not answer before the opponent has made the expected move or the search is stopped.
    pub ponder: bool,
    /// Search only these moves at the root; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// How many of the best moves to report, each with its variation; at least 1.
    pub multi_pv: usize,
    /// Report the root move being searched after this time only.
    pub current_move_delay: Duration,
}

impl Limits {
    /// No limit at all, counted from `started`.
    pub fn none(started: Instant) -> Limits {
        Limits {
            started,
            depth: None,
            nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            time_source: TimeSource::WallClock,
            infinite: false,
            ponder: false,
            search_moves: None,
            multi_pv: 1,
            current_move_delay: Duration::from_secs(1),
        }
    }

    /// Whether anything but a stop ends the search.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some()
                || self.move_time.is_some()
                || self.clock.is_some())
    }
}
