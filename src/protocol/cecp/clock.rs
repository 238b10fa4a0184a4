//! What the engine knows of its time: the limits that were set, the clocks, and how many moves are
//! left to make. It keeps an account of its own, since a GUI need not send the clocks.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use super::level::Level;
use super::rebel::Untimed;
use crate::search::{Clock, Info, Limits, TimeSource};
use crate::types::Color;

/// The limits of the engine's thinking.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeControl {
    level: Level,
    /// An exact time for each move; it stands in for the level.
    per_move: Option<Duration>,
    /// What ends the thinking instead of time; it stands in for both.
    untimed: Option<Untimed>,
    depth: Option<u32>,
    /// What time is measured by.
    source: TimeSource,
    /// Milliseconds on the engine's clock, negative when it has run over.
    remaining: i64,
    /// Milliseconds on the opponent's clock.
    opponent_remaining: i64,
    /// The side that the engine's clock is with; `None` before it has played.
    side: Option<Color>,
    /// The GUI has sent the engine's clock since it was last decided which side it is with.
    told: bool,
    /// The ply at which the level was set: the count of moves begins there.
    first_ply: usize,
    /// The plies from then on at which the engine moved.
    own_plies: Vec<usize>,
}

impl TimeControl {
    /// Forty moves in five minutes.
    pub(super) fn new() -> TimeControl {
        let mut control = TimeControl::default();
        control.wind_up();
        control
    }

    fn wind_up(&mut self) {
        self.remaining = millis(self.level.base);
        self.opponent_remaining = self.remaining;
    }

    /// A new game: full clocks and no limit on depth. The level stays.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.source = TimeSource::WallClock;
        self.side = None;
        self.wind_up();
        self.new_position();
    }

    /// Another position was set up: the count of moves begins anew.
    pub(super) fn new_position(&mut self) {
        self.first_ply = 0;
        self.own_plies.clear();
    }

    /// Sets a level after so many plies: in the middle of a game it tells how many moves are still to
    /// be made, and in what time.
    pub(super) fn set_level(&mut self, level: Level, ply: usize) {
        self.level = level;
        self.per_move = None;
        self.untimed = None;
        self.wind_up();
        self.first_ply = ply;
        self.own_plies.clear();
    }

    /// Sets an exact time for each move.
    pub(super) fn set_time_per_move(&mut self, time: Duration) {
        self.per_move = Some(time);
        self.untimed = None;
    }

    /// Lets something else than time end the thinking.
    pub(super) fn set_untimed(&mut self, untimed: Untimed) {
        self.untimed = Some(untimed);
    }

    /// Bounds the depth; 0 or less lifts the bound.
    pub(super) fn set_depth(&mut self, depth: i64) {
        self.depth = u32::try_from(depth.min(1000))
            .ok()
            .filter(|&plies| plies > 0);
    }

    /// Measures time by nodes, so many of which make a second, or with 0 by processor time; with less
    /// it is the time that passes.
    pub(super) fn set_node_rate(&mut self, nodes: i64) {
        let rate = u64::try_from(nodes).ok();
        self.source = match rate.map(NonZeroU64::new) {
            Some(Some(nodes)) => TimeSource::Nodes(nodes),
            Some(None) => TimeSource::ProcessorTime,
            None => TimeSource::WallClock,
        };
    }

    /// What time is measured by.
    pub(super) fn time_source(&self) -> TimeSource {
        self.source
    }

    /// What a search that took so long has used of the engine's clock.
    pub(super) fn used(&self, passed: Duration, info: Option<&Info>) -> Duration {
        match (self.source, info) {
            (TimeSource::Nodes(_) | TimeSource::ProcessorTime, Some(info)) => info.used,
            (TimeSource::WallClock, _) | (_, None) => passed,
        }
    }

    /// Sets the engine's clock.
    pub(super) fn set_remaining(&mut self, centiseconds: i64) {
        self.remaining = centiseconds.saturating_mul(10);
        self.told = true;
    }

    /// Sets the opponent's clock.
    pub(super) fn set_opponent_remaining(&mut self, centiseconds: i64) {
        self.opponent_remaining = centiseconds.saturating_mul(10);
    }

    /// The engine plays neither side: clocks that were sent so far are those of the sides there were.
    pub(super) fn release(&mut self) {
        self.told = false;
    }

    /// The engine plays this side. Clocks stay with the colour; those that were sent since the engine
    /// played are of the side that it now takes. Returns whether it has played the other one.
    pub(super) fn take_side(&mut self, side: Color) -> bool {
        let changed = self.side.is_some_and(|earlier| earlier != side);
        if changed && !self.told {
            std::mem::swap(&mut self.remaining, &mut self.opponent_remaining);
        }
        self.side = Some(side);
        self.told = false;
        changed
    }

    /// What bounds the thinking about the move after so many plies.
    pub(super) fn limits(&self, started: Instant, ply: usize) -> Limits {
        let mut limits = Limits::none(started);
        limits.depth = self.depth;
        limits.time_source = self.source;
        if let Some(untimed) = self.untimed {
            untimed.bound(&mut limits);
            return limits;
        }
        match self.per_move {
            Some(time) => limits.move_time = Some(time),
            None => {
                limits.clock = Some(Clock {
                    remaining: Duration::from_millis(self.remaining.try_into().unwrap_or(0)),
                    increment: self.level.increment,
                    moves_to_go: self.level.moves.map(|moves| self.moves_to_go(moves, ply)),
                });
            }
        }
        limits
    }

    /// Moves until the period ends. GUIs disagree whether moves made in force mode count, so where
    /// there were some, the answer with more moves to go is believed: it is the safe one.
    fn moves_to_go(&self, moves: u32, ply: usize) -> u32 {
        let own = self
            .own_plies
            .iter()
            .filter(|&&own| own % 2 == ply % 2)
            .count();
        to_go(moves, own).max(to_go(moves, self.moves_made(ply)))
    }

    /// Moves that the side on move after so many plies has made since the level was set.
    fn moves_made(&self, ply: usize) -> usize {
        ply.saturating_sub(self.first_ply) / 2
    }

    /// The opponent has moved after so many plies and used so much time.
    pub(super) fn opponent_moved(&mut self, ply: usize, used: Duration) {
        let moves = self.level.moves;
        let period_ends = moves.is_some_and(|moves| to_go(moves, self.moves_made(ply)) == 1);
        self.opponent_remaining = self.after_move(self.opponent_remaining, used, period_ends);
    }

    /// A clock after a move.
    fn after_move(&self, remaining: i64, used: Duration, period_ends: bool) -> i64 {
        let base = if period_ends {
            self.level.base
        } else {
            Duration::ZERO
        };
        remaining
            .saturating_sub(millis(used))
            .saturating_add(millis(self.level.increment))
            .saturating_add(millis(base))
    }

    /// The engine has moved after so many plies and used so much time.
    pub(super) fn moved(&mut self, ply: usize, used: Duration) {
        let period_ends = self
            .level
            .moves
            .is_some_and(|moves| self.moves_to_go(moves, ply) == 1);
        self.own_plies.push(ply);
        self.remaining = self.after_move(self.remaining, used, period_ends);
    }

    /// Moves were taken back to so many plies.
    pub(super) fn taken_back(&mut self, ply: usize) {
        self.first_ply = self.first_ply.min(ply);
        self.own_plies.retain(|&own| own < ply);
    }
}

/// How many moves of a period of so many are left when so many have been made.
fn to_go(moves: u32, made: usize) -> u32 {
    moves - (made % moves as usize) as u32
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Whether a search begun under `planned` may go on where `wanted` would be asked for now. A clock
/// that shows a little less than was planned with is no reason to begin again.
pub(super) fn still_fits(planned: &Limits, wanted: &Limits) -> bool {
    const TOLERANCE: Duration = Duration::from_millis(100);
    let clock_fits = match (planned.clock, wanted.clock) {
        (Some(planned), Some(wanted)) => {
            planned.moves_to_go == wanted.moves_to_go
                && planned.increment == wanted.increment
                && planned.remaining <= wanted.remaining + TOLERANCE.min(wanted.remaining / 10)
        }
        (None, None) => true,
        _ => false,
    };
    clock_fits
        && planned.time_source == wanted.time_source
        && planned.move_time == wanted.move_time
        && planned.depth == wanted.depth
        && planned.mate == wanted.mate
        && planned.infinite == wanted.infinite
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        Level::parse(text).unwrap_or_default()
    }

    fn clock(control: &TimeControl, ply: usize) -> (i64, Option<u32>) {
        let limits = control.limits(Instant::now(), ply);
        let clock = limits
            .clock
            .unwrap_or_else(|| unreachable!("a level is in force"));
        (millis(clock.remaining), clock.moves_to_go)
    }

    #[test]
    fn periods_repeat_and_add_their_time() {
        let mut control = TimeControl::new();
        control.set_level(level("3 1 0"), 0);
        let mut expected = 60_000;
        for (ply, to_go) in [(1, 3), (3, 2), (5, 1), (7, 3), (9, 2), (11, 1), (13, 3)] {
            assert_eq!(clock(&control, ply), (expected, Some(to_go)), "{ply}");
            control.moved(ply, Duration::from_secs(2));
            expected += if to_go == 1 { 58_000 } else { -2000 };
        }
    }

    #[test]
    fn clocks_stay_with_the_colour() {
        let mut control = TimeControl::new();
        control.set_level(level("0 1 0"), 0);
        control.take_side(Color::White);
        control.moved(0, Duration::from_secs(10));
        control.opponent_moved(1, Duration::from_secs(5));
        // The engine goes on with the other side.
        control.release();
        control.take_side(Color::Black);
        assert_eq!(clock(&control, 3).0, 55_000);
        // What is sent in between is of the side that it takes.
        control.release();
        control.set_remaining(4000);
        control.set_opponent_remaining(3000);
        control.take_side(Color::White);
        assert_eq!(clock(&control, 4).0, 40_000);
        // What was sent while it played is of the side it played.
        control.set_remaining(2000);
        control.release();
        control.take_side(Color::Black);
        assert_eq!(clock(&control, 5).0, 30_000);
        control.take_side(Color::White);
        assert_eq!(clock(&control, 6).0, 20_000);
    }

    #[test]
    fn the_opponents_periods_add_their_time() {
        let mut control = TimeControl::new();
        control.set_level(level("2 1 0"), 0);
        control.take_side(Color::White);
        for ply in [1, 3] {
            control.opponent_moved(ply, Duration::from_secs(20));
        }
        control.take_side(Color::Black);
        assert_eq!(clock(&control, 5).0, 80_000);
    }

    #[test]
    fn taking_back_restores_the_count() {
        let mut control = TimeControl::new();
        for ply in [0, 2, 4] {
            control.moved(ply, Duration::ZERO);
        }
        assert_eq!(clock(&control, 6).1, Some(37));
        control.taken_back(3);
        assert_eq!(clock(&control, 4).1, Some(38));
    }

    #[test]
    fn moves_of_force_mode_never_make_the_period_shorter() {
        let mut control = TimeControl::new();
        control.set_level(level("10 1 0"), 0);
        assert_eq!(clock(&control, 18).1, Some(10));
        control.moved(18, Duration::ZERO);
        assert_eq!(clock(&control, 20).1, Some(10));
    }

    #[test]
    fn a_level_in_the_middle_counts_from_there() {
        let mut control = TimeControl::new();
        control.moved(0, Duration::ZERO);
        control.set_level(level("5 0:10 0"), 2);
        assert_eq!(clock(&control, 2), (10_000, Some(5)));
    }

    #[test]
    fn a_clock_may_run_over() {
        let mut control = TimeControl::new();
        control.set_remaining(-500);
        assert_eq!(clock(&control, 0).0, 0);
        control.set_remaining(i64::MIN);
        control.moved(0, Duration::from_secs(1));
        control.set_remaining(i64::MAX);
        assert!(clock(&control, 2).0 > 0);
    }

    #[test]
    fn new_lifts_the_depth_and_keeps_the_level() {
        let mut control = TimeControl::new();
        control.set_level(level("0 1 2"), 0);
        control.set_depth(7);
        control.set_remaining(1);
        assert_eq!(control.limits(Instant::now(), 0).depth, Some(7));
        control.new_game();
        assert_eq!(control.limits(Instant::now(), 0).depth, None);
        assert_eq!(clock(&control, 0), (60_000, None));
    }

    #[test]
    fn a_pondering_search_goes_on_only_with_enough_time() {
        let mut control = TimeControl::new();
        control.set_level(level("0 1 0"), 0);
        let planned = control.limits(Instant::now(), 0);
        control.set_remaining(5995);
        assert!(still_fits(&planned, &control.limits(Instant::now(), 0)));
        control.set_remaining(5000);
        assert!(!still_fits(&planned, &control.limits(Instant::now(), 0)));
        control.set_remaining(9000);
        assert!(still_fits(&planned, &control.limits(Instant::now(), 0)));
        control.set_time_per_move(Duration::from_secs(1));
        assert!(!still_fits(&planned, &control.limits(Instant::now(), 0)));
    }
}
