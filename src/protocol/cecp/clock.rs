//! The time control: the limits set by `level`, `st`, `sd`, `nps` and `setlevel`, both clocks (`time`,
//! `otim`, `ics`), and the moves to the time control. The clocks are kept here too, since a GUI need not send
//! them.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use super::level::Level;
use super::rebel::level::NonTimeLimit;
use crate::protocol::parse_number;
use crate::search::{Clock, Info, Limits, TimeSource};
use crate::types::Color;

/// The start time of clocks with a base time of 0, on a chess server or without increment. KDE's Knights sends
/// `level 40 0 0` for any base.
const MIN_BASE: Duration = Duration::from_secs(10);
/// The time of a move for `st 0`, with which GUIs mean less than a second, if the clock does not tell it.
const BRIEF: Duration = Duration::from_millis(100);

/// The limits of the searches for the engine's moves, and the clocks.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeControl {
    level: Level,
    /// The game is played on a chess server (`ics`).
    chess_server: bool,
    /// An exact time for each move (`st`); it replaces the level.
    time_per_move: Option<Duration>,
    /// A limit of `setlevel` that replaces both.
    non_time_limit: Option<NonTimeLimit>,
    /// `sd`
    max_depth: Option<u32>,
    /// `depth` has come alone: the depth is in the next line.
    depth_follows: bool,
    /// How time is measured (`nps`).
    time_source: TimeSource,
    /// Milliseconds on the engine's clock, negative when it has overstepped.
    remaining: i64,
    /// Milliseconds on the opponent's clock.
    opponent_remaining: i64,
    /// Since when the opponent has been on move, as far as the engine has seen it.
    opponent_since: Option<Instant>,
    /// The side whose clock is the engine's; `None` before it has played.
    side: Option<Color>,
    /// `level` has come.
    is_timed: bool,
    /// `time` has come in this game.
    has_clock: bool,
    /// The GUI has sent `time` since the engine last took a side.
    time_received: bool,
    /// The ply at which the level was set: moves are counted from there.
    first_ply: usize,
    /// The plies since then at which the engine moved.
    own_plies: Vec<usize>,
}

impl TimeControl {
    /// Forty moves in five minutes.
    pub(super) fn new() -> TimeControl {
        let mut control = TimeControl::default();
        control.reset_clocks();
        control
    }

    /// Time per period.
    fn base(&self) -> Duration {
        let has_min_base = self.chess_server || self.level.increment.is_zero();
        if has_min_base && self.level.base.is_zero() {
            MIN_BASE
        } else {
            self.level.base
        }
    }

    fn reset_clocks(&mut self) {
        self.remaining = millis(self.base());
        self.opponent_remaining = self.remaining;
    }

    /// Handles `new`: full clocks and no limit on depth; the level stays.
    pub(super) fn new_game(&mut self) {
        self.max_depth = None;
        self.time_source = TimeSource::WallClock;
        self.side = None;
        self.has_clock = false;
        self.reset_clocks();
        self.new_position();
    }

    /// Restarts the count of moves: another position was set up.
    pub(super) fn new_position(&mut self) {
        self.first_ply = 0;
        self.own_plies.clear();
    }

    /// Handles `level` at this ply. In the middle of a game it says how many moves are still to be made, and
    /// in what time.
    pub(super) fn set_level(&mut self, level: Level, ply: usize) {
        self.level = level;
        self.is_timed = true;
        self.time_per_move = None;
        self.non_time_limit = None;
        self.reset_clocks();
        self.first_ply = ply;
        self.own_plies.clear();
    }

    /// Handles `ics`. Clocks that stand at the base time of 0 get the server's.
    pub(super) fn set_chess_server(&mut self, used: bool) {
        let unused =
            self.remaining == millis(self.base()) && self.opponent_remaining == millis(self.base());
        self.chess_server = used;
        if unused {
            self.reset_clocks();
        }
    }

    /// Handles `st`.
    pub(super) fn set_time_per_move(&mut self, time: Duration) {
        self.time_per_move = Some(time);
        self.non_time_limit = None;
    }

    /// Handles `setlevel` with a depth, a mate or no limit.
    pub(super) fn set_non_time_limit(&mut self, limit: NonTimeLimit) {
        self.non_time_limit = Some(limit);
    }

    /// Handles `sd`; 0 or less removes the limit.
    pub(super) fn set_depth(&mut self, depth: i64) {
        self.max_depth = u32::try_from(depth.min(1000))
            .ok()
            .filter(|&plies| plies > 0);
    }

    /// Handles `depth` without a number, as GNU Chess 4 takes it: the number is in the next line.
    pub(super) fn expect_depth_line(&mut self) {
        self.depth_follows = true;
    }

    /// Serves the line after `depth`. Returns whether the line was the depth.
    pub(super) fn read_depth_line(&mut self, line: &str) -> bool {
        if std::mem::take(&mut self.depth_follows)
            && let Some(depth) = parse_number(line)
        {
            self.set_depth(depth);
            return true;
        }
        false
    }

    /// Handles `nps`: nodes that count as one second of thinking time, 0 for CPU time, less for wall time.
    pub(super) fn set_nps(&mut self, nodes: i64) {
        let rate = u64::try_from(nodes).ok();
        self.time_source = match rate.map(NonZeroU64::new) {
            Some(Some(nodes)) => TimeSource::Nodes(nodes),
            Some(None) => TimeSource::ProcessorTime,
            None => TimeSource::WallClock,
        };
    }

    pub(super) fn time_source(&self) -> TimeSource {
        self.time_source
    }

    /// The time that a search has used of the engine's clock, which passed in wall time.
    pub(super) fn time_used(&self, passed: Duration, info: Option<&Info>) -> Duration {
        match (self.time_source, info) {
            (TimeSource::Nodes(_) | TimeSource::ProcessorTime, Some(info)) => info.used,
            (TimeSource::WallClock, _) | (_, None) => passed,
        }
    }

    /// Handles `time`.
    pub(super) fn set_remaining(&mut self, centiseconds: i64) {
        self.remaining = centiseconds.saturating_mul(10);
        self.has_clock = true;
        self.time_received = true;
    }

    /// Handles `otim`.
    pub(super) fn set_opponent_remaining(&mut self, centiseconds: i64) {
        self.opponent_remaining = centiseconds.saturating_mul(10);
    }

    /// Handles `force` and `result`: the engine plays neither side. Clocks sent so far belong to the sides
    /// that were played until now.
    pub(super) fn release(&mut self) {
        self.time_received = false;
    }

    /// The engine plays this side. Clocks stay with their colours; those sent since the engine last played
    /// are for the side that it takes now. Returns whether it played the other side before.
    pub(super) fn take_side(&mut self, side: Color) -> bool {
        let changed = self.side.is_some_and(|earlier| earlier != side);
        if changed && !self.time_received {
            std::mem::swap(&mut self.remaining, &mut self.opponent_remaining);
        }
        self.side = Some(side);
        self.time_received = false;
        changed
    }

    /// The side whose clock is the engine's; `None` before it has played.
    pub(super) fn side(&self) -> Option<Color> {
        self.side
    }

    /// The limits of a search for the move at this ply.
    pub(super) fn limits(&self, started: Instant, ply: usize) -> Limits {
        let mut limits = Limits::none(started);
        limits.depth = self.max_depth;
        limits.time_source = self.time_source;
        if let Some(limit) = self.non_time_limit {
            limit.apply(&mut limits);
            return limits;
        }
        match self.time_per_move {
            Some(time) if time.is_zero() => limits.move_time = Some(self.part_of_a_second()),
            Some(time) => limits.move_time = Some(time),
            // The GUI asks for a fixed depth: python-chess sends nothing but `sd`, Cute Chess a clock of a day.
            None if self.max_depth.is_some() && !self.is_timed => {}
            None => {
                limits.clock = Some(Clock {
                    remaining: Duration::from_millis(self.remaining.try_into().unwrap_or(0)),
                    increment: self.level.increment,
                    moves_to_go: self.moves_to_go(ply),
                });
            }
        }
        limits
    }

    /// The time of a move for `st 0`: Cute Chess rounds the seconds down, and tells the time by `time`.
    fn part_of_a_second(&self) -> Duration {
        let shown = u64::try_from(self.remaining).ok();
        let shown = shown.filter(|remaining| self.has_clock && (1..1000).contains(remaining));
        shown.map_or(BRIEF, Duration::from_millis)
    }

    /// Moves to the time control. GUIs disagree whether moves made in force mode count; the greater of
    /// both answers is the safe one.
    fn moves_to_go(&self, ply: usize) -> Option<u32> {
        let own = self
            .own_plies
            .iter()
            .filter(|&&own| own % 2 == ply % 2)
            .count();
        let by_own = self.level.moves_to_go(own)?;
        let by_ply = self.level.moves_to_go(self.moves_made(ply))?;
        Some(by_own.max(by_ply))
    }

    /// Moves made since `level` by the side on move at this ply.
    fn moves_made(&self, ply: usize) -> usize {
        ply.saturating_sub(self.first_ply) / 2
    }

    /// The opponent is on move from `at` on.
    pub(super) fn start_opponent(&mut self, at: Instant) {
        self.opponent_since = Some(at);
    }

    /// The opponent's time is not known: the position was not reached by a move.
    pub(super) fn reset_opponent(&mut self) {
        self.opponent_since = None;
    }

    #[cfg(test)]
    pub(super) fn opponent_since(&self) -> Option<Instant> {
        self.opponent_since
    }

    /// Leaves a pause out of the opponent's time.
    pub(super) fn resume(&mut self, paused_since: Instant, at: Instant) {
        if let Some(since) = &mut self.opponent_since {
            let from = paused_since.max(*since);
            *since += at.saturating_duration_since(from);
        }
    }

    /// The opponent moved at this ply and time. Charges its clock.
    pub(super) fn stop_opponent(&mut self, ply: usize, at: Instant) {
        if let Some(since) = self.opponent_since.take() {
            self.opponent_moved(ply, at.saturating_duration_since(since));
        }
    }

    /// Charges the opponent's clock for the move at this ply.
    fn opponent_moved(&mut self, ply: usize, used: Duration) {
        let period_ends = self.level.moves_to_go(self.moves_made(ply)) == Some(1);
        self.opponent_remaining = self.after_move(self.opponent_remaining, used, period_ends);
    }

    /// A clock after a move.
    fn after_move(&self, remaining: i64, used: Duration, period_ends: bool) -> i64 {
        let added = if period_ends {
            self.level.second.map_or(self.base(), |second| second.time)
        } else {
            Duration::ZERO
        };
        remaining
            .saturating_sub(millis(used))
            .saturating_add(millis(self.level.increment))
            .saturating_add(millis(added))
    }

    /// Charges the engine's clock for the move at this ply.
    pub(super) fn moved(&mut self, ply: usize, used: Duration) {
        let period_ends = self.moves_to_go(ply) == Some(1);
        self.own_plies.push(ply);
        self.remaining = self.after_move(self.remaining, used, period_ends);
    }

    /// Handles `undo` and `remove`: moves were taken back to this ply.
    pub(super) fn undo_to(&mut self, ply: usize) {
        self.first_ply = self.first_ply.min(ply);
        self.own_plies.retain(|&own| own < ply);
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::level::SecondControl;
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

    /// 40 moves in two hours, then 20 in each further hour.
    fn two_controls() -> TimeControl {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        let mut control = TimeControl::new();
        let level = Level {
            moves: Some(40),
            base: hours(2),
            increment: Duration::ZERO,
            second: Some(SecondControl {
                moves: Some(20),
                time: hours(1),
            }),
        };
        control.set_level(level, 0);
        control
    }

    /// The milliseconds that a player has got, and the moves to the next control, before its move `number` (from 0)
    /// under `two_controls`.
    fn granted(number: u32) -> (i64, u32) {
        match number.checked_sub(40) {
            None => (7_200_000, 40 - number),
            Some(after) => (
                7_200_000 + 3_600_000 * i64::from(after / 20 + 1),
                20 - after % 20,
            ),
        }
    }

    #[test]
    fn two_time_controls_last_the_whole_game() {
        const SECONDS_PER_MOVE: u64 = 150;
        for engine_side in [0, 1] {
            let mut control = two_controls();
            let mut opponent = control.clone();
            opponent.take_side(Color::White);
            for number in 0..120 {
                let (ply, other_ply) = (2 * number + engine_side, 2 * number + 1 - engine_side);
                let (time, to_go) = granted(number as u32);
                let used = (number as u64 * SECONDS_PER_MOVE * 1000) as i64;
                assert_eq!(clock(&control, ply), (time - used, Some(to_go)), "{number}");
                control.moved(ply, Duration::from_secs(SECONDS_PER_MOVE));
                // The other clock follows the same controls.
                assert_eq!(opponent.opponent_remaining, time - used, "{number}");
                opponent.opponent_moved(other_ply, Duration::from_secs(SECONDS_PER_MOVE));
            }
        }
    }

    #[test]
    fn clocks_of_the_gui_hold_beside_two_time_controls() {
        let mut control = two_controls();
        for number in 0..70 {
            // The GUI sends the clocks before each move, here always of ten minutes.
            control.set_remaining(60_000);
            control.set_opponent_remaining(60_000);
            let (_, to_go) = granted(number as u32);
            assert_eq!(clock(&control, 2 * number), (600_000, Some(to_go)));
            control.moved(2 * number, Duration::from_secs(60));
        }
        assert_eq!(clock(&control, 140), (540_000, Some(10)));
    }

    #[test]
    fn the_second_control_can_be_for_the_rest_of_the_game() {
        let mut control = two_controls();
        control.level.second = Some(SecondControl {
            moves: None,
            time: Duration::from_secs(1800),
        });
        for number in 0..40 {
            control.moved(2 * number, Duration::from_secs(100));
        }
        assert_eq!(
            clock(&control, 80),
            (7_200_000 - 4_000_000 + 1_800_000, None)
        );
        control.moved(80, Duration::from_secs(100));
        assert_eq!(clock(&control, 82).0, 4_900_000);
    }

    #[test]
    fn a_base_time_of_0_is_10_seconds_on_a_chess_server() {
        let mut control = TimeControl::new();
        control.set_level(level("0 0 12"), 0);
        assert_eq!(clock(&control, 0).0, 0);
        control.set_chess_server(true);
        assert_eq!(clock(&control, 0).0, 10_000);
        control.set_level(level("0 0 3"), 0);
        assert_eq!(clock(&control, 0).0, 10_000);
        control.moved(0, Duration::from_secs(1));
        assert_eq!(clock(&control, 2).0, 12_000);
        control.new_game();
        assert_eq!(clock(&control, 0).0, 10_000);
        control.set_level(level("0 0:01 3"), 0);
        assert_eq!(clock(&control, 0).0, 1000);
        control.set_level(level("0 0 3"), 0);
        control.set_chess_server(false);
        assert_eq!(clock(&control, 0).0, 0);
    }

    #[test]
    fn clocks_stay_with_their_colours() {
        let mut control = TimeControl::new();
        control.set_level(level("0 1 0"), 0);
        control.take_side(Color::White);
        control.moved(0, Duration::from_secs(10));
        control.opponent_moved(1, Duration::from_secs(5));
        // The engine takes the other side.
        control.release();
        control.take_side(Color::Black);
        assert_eq!(clock(&control, 3).0, 55_000);
        // Clocks sent in between are for the side that it takes.
        control.release();
        control.set_remaining(4000);
        control.set_opponent_remaining(3000);
        control.take_side(Color::White);
        assert_eq!(clock(&control, 4).0, 40_000);
        // Clocks sent while it played are for the side it played.
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
    fn undo_restores_the_move_count() {
        let mut control = TimeControl::new();
        for ply in [0, 2, 4] {
            control.moved(ply, Duration::ZERO);
        }
        assert_eq!(clock(&control, 6).1, Some(37));
        control.undo_to(3);
        assert_eq!(clock(&control, 4).1, Some(38));
    }

    #[test]
    fn moves_in_force_mode_never_shorten_the_period() {
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
    fn a_clock_may_be_overstepped() {
        let mut control = TimeControl::new();
        control.set_remaining(-500);
        assert_eq!(clock(&control, 0).0, 0);
        control.set_remaining(i64::MIN);
        control.moved(0, Duration::from_secs(1));
        control.set_remaining(i64::MAX);
        assert!(clock(&control, 2).0 > 0);
    }

    #[test]
    fn a_depth_alone_limits_no_time() {
        let mut control = TimeControl::new();
        let now = Instant::now();
        assert!(control.limits(now, 0).clock.is_some());
        control.set_depth(30);
        let limits = control.limits(now, 0);
        assert!(limits.clock.is_none() && limits.move_time.is_none());
        assert_eq!(limits.depth, Some(30));
        control.set_depth(0);
        assert!(control.limits(now, 0).clock.is_some());
        control.set_depth(30);
        control.set_remaining(8_640_000);
        assert!(control.limits(now, 0).clock.is_none());
        let mut control = TimeControl::new();
        control.set_depth(30);
        control.set_level(level("0 1 0"), 0);
        assert!(control.limits(now, 0).clock.is_some());
    }

    #[test]
    fn no_time_at_all_is_not_meant() {
        let now = Instant::now();
        let mut control = TimeControl::new();
        control.set_level(level("40 0 0"), 0);
        assert_eq!(clock(&control, 0), (10_000, Some(40)));
        for ply in (0..80).step_by(2) {
            control.moved(ply, Duration::from_millis(250));
        }
        assert_eq!(clock(&control, 80), (10_000, Some(40)));
        control.set_level(level("0 0 1"), 0);
        assert_eq!(clock(&control, 0), (0, None));
        control.set_time_per_move(Duration::ZERO);
        assert_eq!(control.limits(now, 0).move_time, Some(BRIEF));
        for (centiseconds, expected) in [(50, Duration::from_millis(500)), (30_000, BRIEF)] {
            control.set_remaining(centiseconds);
            assert_eq!(control.limits(now, 0).move_time, Some(expected));
        }
    }

    #[test]
    fn new_resets_the_depth_and_keeps_the_level() {
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
    fn a_pause_is_not_charged_to_the_opponent() {
        let now = Instant::now();
        let second = Duration::from_secs(1);
        let mut control = TimeControl::new();
        control.set_level(level("0 1 0"), 0);
        control.take_side(Color::White);
        control.start_opponent(now);
        control.resume(now + 5 * second, now + 100 * second);
        control.stop_opponent(1, now + 102 * second);
        control.take_side(Color::Black);
        assert_eq!(clock(&control, 1).0, 53_000);
    }
}
