//! Time management: how long to think about a move.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::search::settings::Delays;
use crate::search::skill::Skill;
use crate::search::time::cpu_time::process_cpu_time;
use crate::search::time::limits::{Clock, Limits, TimeSource};
use crate::search::time::signal::Signal;

/// Moves that a game is expected to go on for.
const EXPECTED_MOVES: u32 = 24;
/// Less than this is never planned: a move takes time too.
const LEAST: Duration = Duration::from_millis(1);

/// The time a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// After this no new iteration begins; `None` where the time is to be used to its end.
    soft: Option<Duration>,
    /// After this the search breaks off.
    hard: Duration,
}

/// Watches the clock of one search.
#[derive(Debug)]
pub(crate) struct TimeManager {
    started: Instant,
    source: TimeSource,
    /// What the process had used of the processors when the search began; `None` where nobody knows.
    processor_time: Option<Duration>,
    /// The nodes that the search had visited, and what it had used of the processors, when pondering
    /// was seen to be over.
    pondered: OnceLock<(u64, Duration)>,
    budget: Option<Budget>,
    /// When the clock was last looked at, in nanoseconds of [`TimeManager::elapsed`].
    looked: AtomicU64,
    signal: Arc<Signal>,
}

impl TimeManager {
    /// Plans the time for a search; `delays` cost time where time is what passes.
    pub(crate) fn new(limits: &Limits, delays: Delays, signal: Arc<Signal>) -> TimeManager {
        let delays = match limits.time_source {
            TimeSource::WallClock => delays,
            TimeSource::Nodes(_) | TimeSource::ProcessorTime => Delays::default(),
        };
        let from_clock = limits.clock.map(|clock| clock_budget(clock, delays));
        let from_move_time = limits.move_time.map(|time| Budget {
            soft: None,
            hard: time.saturating_sub(delays.fixed).max(LEAST),
        });
        let budget = match (from_clock, from_move_time) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft,
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        };
        let pondered = OnceLock::new();
        if !signal.is_pondering() {
            // A new cell is empty.
            let _ = pondered.set((0, Duration::ZERO));
        }
        let time = TimeManager {
            started: limits.started,
            source: limits.time_source,
            processor_time: process_cpu_time(),
            pondered,
            budget: budget.filter(|_| !limits.infinite),
            looked: AtomicU64::new(0),
            signal,
        };
        time.look();
        time
    }

    /// Looks at the clock; see [`TimeManager::elapsed`]. What has passed until now is no time in which the
    /// search stood still: for use after work that takes its time and has an end.
    pub(crate) fn look(&self) -> Duration {
        let elapsed = self.elapsed();
        let now = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        self.looked.store(now, Ordering::Relaxed);
        elapsed
    }

    /// Time since the search was asked for, without pauses.
    pub(crate) fn elapsed(&self) -> Duration {
        let elapsed = self.started.elapsed();
        elapsed.saturating_sub(self.signal.paused_time())
    }

    /// The time to report: what passes, or where something else is the measure of time, what the
    /// processors have spent on the search.
    pub(crate) fn reported(&self) -> Duration {
        match self.source {
            TimeSource::WallClock => self.elapsed(),
            TimeSource::Nodes(_) | TimeSource::ProcessorTime => self.used_processor_time(),
        }
    }

    fn used_processor_time(&self) -> Duration {
        match (process_cpu_time(), self.processor_time) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            _ => self.elapsed(),
        }
    }

    /// Remembers, as soon as pondering is over, how far it has come with so many nodes.
    #[inline]
    pub(crate) fn note_ponderhit(&self, nodes: impl FnOnce() -> u64) {
        if self.pondered.get().is_none() && !self.signal.is_pondering() {
            self.pondered(nodes());
        }
    }

    fn pondered(&self, nodes: u64) -> (u64, Duration) {
        let now = || (nodes, self.used_processor_time());
        *self.pondered.get_or_init(now)
    }

    /// What the search has used after so many nodes of a clock that goes by its measure of time. While
    /// it ponders the opponent's clock goes.
    pub(crate) fn used(&self, nodes: u64) -> Duration {
        if self.signal.is_pondering() {
            return Duration::ZERO;
        }
        let (pondered_nodes, pondered_time) = self.pondered(nodes);
        match self.source {
            TimeSource::WallClock => {
                let since_ponderhit = self.signal.time_since_ponderhit();
                since_ponderhit.unwrap_or_else(|| self.elapsed())
            }
            TimeSource::Nodes(per_second) => {
                let nodes = nodes.saturating_sub(pondered_nodes);
                Duration::from_secs_f64(nodes as f64 / per_second.get() as f64)
            }
            TimeSource::ProcessorTime => self.used_processor_time().saturating_sub(pondered_time),
        }
    }

    /// How many positions the search may visit, where they are the measure of time.
    pub(crate) fn node_limit(&self) -> Option<u64> {
        let TimeSource::Nodes(per_second) = self.source else {
            return None;
        };
        let nodes = self.budget?.hard.as_nanos();
        let nodes = nodes.saturating_mul(u128::from(per_second.get())) / NANOS;
        Some(u64::try_from(nodes).unwrap_or(u64::MAX))
    }

    /// Whether it is too late to begin another iteration after so many nodes. Time spent pondering
    /// counts: what has been thought through on the opponent's time need not be thought through again.
    /// `factor` is how much more time than usual the decision is worth.
    pub(crate) fn is_soft_limit_reached(&self, nodes: u64, factor: f64) -> bool {
        let Some(soft) = self.budget.and_then(|budget| budget.soft) else {
            return false;
        };
        let soft = soft.mul_f64(factor.max(0.0));
        match self.source {
            TimeSource::WallClock => self.elapsed() >= soft,
            TimeSource::ProcessorTime => self.used_processor_time() >= soft,
            TimeSource::Nodes(per_second) => {
                let soft = soft.as_nanos();
                u128::from(nodes) * NANOS >= soft.saturating_mul(u128::from(per_second.get()))
            }
        }
    }

    /// Whether the search must break off. Time spent pondering does not count, since the clock was
    /// not running. [`TimeManager::node_limit`] stands for this where nodes are the measure of time.
    pub(crate) fn is_hard_limit_reached(&self) -> bool {
        let Some(Budget { hard, .. }) = self.budget else {
            return false;
        };
        if self.signal.is_pondering() {
            self.look();
            return false;
        }
        match self.source {
            TimeSource::Nodes(_) => false,
            TimeSource::WallClock => {
                let since_ponderhit = || self.signal.time_since_ponderhit();
                let before = Duration::from_nanos(self.looked.load(Ordering::Relaxed));
                let elapsed = self.look();
                self.signal.note_stall(elapsed.saturating_sub(before));
                elapsed >= hard && since_ponderhit().is_none_or(|time| time >= hard)
            }
            TimeSource::ProcessorTime => {
                let pondered = self
                    .pondered
                    .get()
                    .map_or(Duration::ZERO, |&(_, time)| time);
                self.used_processor_time().saturating_sub(pondered) >= hard
            }
        }
    }

    /// For how long to rest yet after the nodes of a handicap have been spent: for a part of the time
    /// that a search would normally take, or to the end of a time that is to be used exactly. Nobody
    /// rests where time is not what passes.
    pub(crate) fn left_to_rest(&self, skill: &Skill) -> Duration {
        let real = self.source == TimeSource::WallClock;
        let Some(budget) = self.budget.filter(|_| real) else {
            return Duration::ZERO;
        };
        let since_ponderhit = || self.signal.time_since_ponderhit();
        match budget.soft {
            Some(soft) => skill
                .pause(soft.min(budget.hard))
                .saturating_sub(self.elapsed()),
            None => budget
                .hard
                .saturating_sub(since_ponderhit().unwrap_or_else(|| self.elapsed())),
        }
    }
}

/// In a second.
const NANOS: u128 = 1_000_000_000;

fn clock_budget(clock: Clock, delays: Delays) -> Budget {
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).max(1);
    // What has been seen once must not leave nothing to think with.
    let overhead = delays.fixed.max(delays.usual.min(clock.remaining / 32));
    let unforeseen = delays.worst.saturating_sub(overhead);
    let surprise = unforeseen.min(clock.remaining / 2);
    // Each move until the next control loses the overhead, so it is not there to be shared out. The worst
    // may come with the next move, and soon again.
    let reserve = overhead * moves.min(8) + surprise * moves.min(2);
    let kept = overhead + surprise;
    let left = clock.remaining.saturating_sub(kept).max(LEAST);
    let shared = clock.remaining.saturating_sub(reserve).max(left / 4);
    let mut increment = clock.increment.saturating_sub(overhead / 2) * 3 / 4;
    if !surprise.is_zero() && clock.remaining < reserve {
        // What is missing is saved up.
        increment = increment.mul_f64(clock.remaining.div_duration_f64(reserve));
    }
    let most = match moves {
        1 => left * 9 / 10,
        2 => left * 7 / 10,
        _ => left / 2,
    };
    let share = shared / moves.min(EXPECTED_MOVES) + increment;
    let soft = (share * 7 / 10).min(most).max(LEAST);
    let hard = (share * 3).min(most).max(LEAST);
    Budget {
        soft: Some(soft),
        hard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let delays = Delays {
            fixed: Duration::from_millis(10),
            ..Delays::default()
        };
        clock_budget(clock, delays)
    }

    #[test]
    fn no_clock_is_ever_overrun() {
        for remaining in [0, 1, 5, 10, 11, 20, 50, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 1, 10, 100, 5000, 100_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, moves);
                    assert!(
                        budget.soft <= Some(budget.hard),
                        "{remaining} {increment} {moves:?}"
                    );
                    let left = remaining.saturating_sub(10).max(1);
                    assert!(
                        budget.hard <= Duration::from_millis(left),
                        "{remaining} {increment} {moves:?}: {budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn where_delays_have_been_seen_time_is_kept_for_the_next() {
        let budget = |remaining, worst| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(10),
                moves_to_go: None,
            };
            let delays = Delays {
                fixed: Duration::from_millis(10),
                usual: Duration::from_millis(worst / 10),
                worst: Duration::from_millis(worst),
            };
            clock_budget(clock, delays)
        };
        for (remaining, worst) in [(1000, 100), (300, 100), (150, 100), (60_000, 5000)] {
            let (calm, busy) = (budget(remaining, 10), budget(remaining, worst));
            assert!(busy.soft < calm.soft && busy.hard < calm.hard);
            let kept = Duration::from_millis(remaining) - busy.hard;
            assert!(kept >= Duration::from_millis(worst), "{remaining} {worst}");
        }
        let forgotten = budget(10_000, 3_600_000);
        assert!(
            forgotten.soft > Some(Duration::from_millis(30)),
            "{forgotten:?}"
        );
    }

    #[test]
    fn the_last_move_of_a_control_uses_most_of_the_clock_but_not_all() {
        let budget = clock(10_000, 0, Some(1));
        assert!(budget.hard > Duration::from_millis(8000));
        assert!(budget.hard < Duration::from_millis(9500));
    }

    fn manager(limits: &Limits, ponder: bool) -> (TimeManager, Arc<Signal>) {
        let signal = Arc::new(Signal::new(ponder));
        let time = TimeManager::new(limits, Delays::default(), Arc::clone(&signal));
        (time, signal)
    }

    #[test]
    fn ponder_time_is_not_on_the_clock() {
        let minutes = |number: u64| Instant::now() - Duration::from_secs(60 * number);
        let mut limits = Limits::none(minutes(20));
        limits.move_time = Some(Duration::from_secs(600));
        let (time, signal) = manager(&limits, true);
        let mut planned = TimeManager::new(&limits, Delays::default(), Arc::clone(&signal));
        if let Some(budget) = &mut planned.budget {
            budget.soft = Some(budget.hard);
        }
        assert!(planned.is_soft_limit_reached(0, 1.0));
        assert!(!time.is_soft_limit_reached(0, 1.0));
        assert!(!time.is_hard_limit_reached());
        signal.ponderhit(minutes(1));
        assert!(!time.is_hard_limit_reached());
        let (time, signal) = manager(&limits, true);
        signal.ponderhit(minutes(11));
        assert!(time.is_hard_limit_reached());
    }

    #[test]
    fn the_longest_time_without_a_look_is_noted() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(100));
        limits.move_time = Some(Duration::from_secs(500));
        let (time, signal) = manager(&limits, false);
        assert!(!time.is_hard_limit_reached());
        std::thread::sleep(Duration::from_millis(20));
        assert!(!time.is_hard_limit_reached());
        assert!(!time.is_hard_limit_reached());
        let stall = signal.longest_stall();
        assert!(stall >= Duration::from_millis(20) && stall < Duration::from_secs(50));
    }

    #[test]
    fn a_search_that_ponders_does_not_stand_still() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(100));
        limits.move_time = Some(Duration::from_secs(500));
        let (time, signal) = manager(&limits, true);
        time.looked.store(0, Ordering::Relaxed);
        assert!(!time.is_hard_limit_reached());
        signal.ponderhit(Instant::now());
        assert!(!time.is_hard_limit_reached());
        assert!(signal.longest_stall() < Duration::from_secs(50));
    }

    #[test]
    fn a_pause_is_not_on_the_clock() {
        let start = Instant::now();
        let mut limits = Limits::none(start - Duration::from_secs(10));
        limits.move_time = Some(Duration::from_secs(5));
        let (time, signal) = manager(&limits, false);
        assert!(time.is_hard_limit_reached());
        signal.pause(start - Duration::from_secs(10));
        signal.resume(start - Duration::from_secs(2));
        assert!(!time.is_hard_limit_reached());
        assert!(
            time.elapsed() >= Duration::from_secs(2) && time.elapsed() < limits.move_time.unwrap()
        );
    }

    #[test]
    fn nodes_measure_time() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(1000));
        limits.time_source = TimeSource::Nodes(10_000.try_into().unwrap());
        limits.move_time = Some(Duration::from_secs(8));
        let (time, _) = manager(&limits, false);
        assert_eq!(time.node_limit(), Some(80_000));
        assert!(!time.is_hard_limit_reached() && !time.is_soft_limit_reached(u64::MAX, 1.0));
        limits.move_time = None;
        limits.clock = Some(Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        });
        let (time, _) = manager(&limits, false);
        let most = time.node_limit().unwrap();
        assert!(most > 300_000 && most < 600_000, "{most}");
        assert!(!time.is_soft_limit_reached(1000, 1.0) && time.is_soft_limit_reached(most, 1.0));
        limits.infinite = true;
        assert_eq!(manager(&limits, false).0.node_limit(), None);
    }

    #[test]
    fn pondering_uses_nothing() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(1000));
        limits.time_source = TimeSource::Nodes(1000.try_into().unwrap());
        let (time, signal) = manager(&limits, true);
        time.note_ponderhit(|| 3000);
        assert_eq!(time.used(5000), Duration::ZERO);
        signal.ponderhit(Instant::now());
        time.note_ponderhit(|| 7000);
        time.note_ponderhit(|| 8000);
        assert_eq!(time.used(9000), Duration::from_secs(2));
        let (time, _) = manager(&limits, false);
        time.note_ponderhit(|| 3000);
        assert_eq!(time.used(4000), Duration::from_secs(4));
        limits.time_source = TimeSource::ProcessorTime;
        let (time, signal) = manager(&limits, true);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(5) {}
        signal.ponderhit(Instant::now());
        let before = time.used_processor_time();
        assert!(time.used(0) <= time.used_processor_time().saturating_sub(before));
        limits.time_source = TimeSource::WallClock;
        let (time, signal) = manager(&limits, true);
        signal.ponderhit(Instant::now() - Duration::from_secs(10));
        let used = time.used(0);
        assert!(used >= Duration::from_secs(10) && used < Duration::from_secs(500));
    }

    #[test]
    fn processor_time_is_not_what_passes_in_sleep() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(1000));
        limits.time_source = TimeSource::ProcessorTime;
        limits.move_time = Some(Duration::from_secs(500));
        let (time, _) = manager(&limits, false);
        assert!(!time.is_hard_limit_reached());
        assert!(time.elapsed() > Duration::from_secs(900));
        assert!(time.reported() < Duration::from_secs(100));
        limits.move_time = Some(Duration::from_millis(1));
        let (time, _) = manager(&limits, false);
        while !time.is_hard_limit_reached() {}
    }

    #[test]
    fn the_tighter_of_two_limits_holds() {
        let mut limits = Limits::none(Instant::now());
        limits.move_time = Some(Duration::from_millis(30));
        limits.clock = Some(Clock {
            remaining: Duration::from_secs(3600),
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let (time, _) = manager(&limits, false);
        assert_eq!(
            time.budget.map(|budget| budget.hard),
            Some(Duration::from_millis(30))
        );
        limits.infinite = true;
        assert_eq!(manager(&limits, false).0.budget, None);
    }
}
