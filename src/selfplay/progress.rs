//! The goal of a self-play run and its progress.

use std::time::Duration;

use crate::data::PackedGame;

/// The goal of a run, which ends when one of these is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfplayTarget {
    /// Games in the file.
    pub games: Option<u64>,
    /// Scored positions in the file.
    pub positions: Option<u64>,
    /// Duration of this run.
    pub time: Option<Duration>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfplayProgress {
    /// Games in the file.
    pub games: u64,
    /// Scored positions in the file.
    pub positions: u64,
    /// Scored positions that this run has added.
    pub new_positions: u64,
    /// Bytes dropped from the file: a game that an earlier run left incomplete.
    pub dropped: u64,
    /// Duration of this run.
    pub time: Duration,
}

impl SelfplayProgress {
    /// Counts a game of the file.
    pub(super) fn add(&mut self, game: &PackedGame) {
        self.games += 1;
        self.positions += game.positions() as u64;
    }
}

impl SelfplayTarget {
    pub(super) fn is_reached(&self, progress: &SelfplayProgress) -> bool {
        self.games.is_some_and(|games| progress.games >= games)
            || self
                .positions
                .is_some_and(|positions| progress.positions >= positions)
            || self.time.is_some_and(|time| progress.time >= time)
    }
}
