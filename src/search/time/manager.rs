//! Time management (<https://www.chessprogramming.org/Time_Management>): checks the clock of a search
//! against its soft and hard limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::search::skill::Skill;
use crate::search::time::budget::TimeBudget;
use crate::search::time::cpu_time::process_cpu_time;
use crate::search::time::limits::{Limits, TimeSource};
use crate::search::time::move_overhead::MoveOverhead;
use crate::search::time::signal::Signal;

const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// Nodes and processor time that a search had used when pondering ended.
#[derive(Clone, Copy, Debug)]
struct PonderUsage {
    nodes: u64,
    processor_time: Duration,
}

/// The clock of one search.
#[derive(Debug)]
pub(crate) struct TimeManager {
    started: Instant,
    source: TimeSource,
    /// Processor time of the process when the search began; `None` if the clock runs on wall time, or the platform cannot
    /// measure it.
    initial_processor_time: Option<Duration>,
    /// Set once the search no longer ponders.
    ponder_usage: OnceLock<PonderUsage>,
    budget: Option<TimeBudget>,
    /// The last check of the clock, in nanoseconds of [`TimeManager::elapsed`].
    last_check: AtomicU64,
    signal: Arc<Signal>,
}

impl TimeManager {
    /// Plans the time of a search and starts its clock.
    pub(crate) fn new(limits: &Limits, overhead: MoveOverhead, signal: Arc<Signal>) -> TimeManager {
        let ponder_usage = OnceLock::new();
        if !signal.is_pondering() {
            // A new cell is empty, so this cannot fail.
            let _ = ponder_usage.set(PonderUsage {
                nodes: 0,
                processor_time: Duration::ZERO,
            });
        }
        let time = TimeManager {
            started: limits.started,
            source: limits.time_source,
            // A system call, which a short search on wall time does not need.
            initial_processor_time: match limits.time_source {
                TimeSource::WallClock => None,
                TimeSource::Nodes(_) | TimeSource::ProcessorTime => process_cpu_time(),
            },
            ponder_usage,
            budget: TimeBudget::new(limits, overhead),
            last_check: AtomicU64::new(0),
            signal,
        };
        time.check_clock();
        time
    }

    /// Returns [`TimeManager::elapsed`] and resets the stall measurement: call this after long
    /// work outside of the search tree, so that it does not count as a stall.
    pub(crate) fn check_clock(&self) -> Duration {
        let elapsed = self.elapsed();
        let now = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        self.last_check.store(now, Ordering::Relaxed);
        elapsed
    }

    /// Wall time since the search was requested, without pauses.
    pub(crate) fn elapsed(&self) -> Duration {
        let elapsed = self.started.elapsed();
        elapsed.saturating_sub(self.signal.paused_time())
    }

    /// The time to report: wall time, or processor time if the clock does not run on wall time.
    pub(crate) fn reported_time(&self) -> Duration {
        match self.source {
            // The search stands still in a pause, but clients may ask how far it is.
            TimeSource::WallClock => self.elapsed().saturating_sub(self.signal.current_pause()),
            TimeSource::Nodes(_) | TimeSource::ProcessorTime => self.processor_time(),
        }
    }

    /// Processor time of the search so far.
    fn processor_time(&self) -> Duration {
        match (process_cpu_time(), self.initial_processor_time) {
            (Some(now), Some(initial)) => now.saturating_sub(initial),
            _ => self.elapsed(),
        }
    }

    /// Records what the search has used when it first sees that pondering is over.
    #[inline]
    pub(crate) fn record_ponderhit(&self, nodes: impl FnOnce() -> u64) {
        if self.ponder_usage.get().is_none() && !self.signal.is_pondering() {
            self.ponder_usage(nodes());
        }
    }

    fn ponder_usage(&self, nodes: u64) -> PonderUsage {
        *self.ponder_usage.get_or_init(|| PonderUsage {
            nodes,
            processor_time: self.processor_time(),
        })
    }

    /// Time used from a clock that runs on the [`TimeSource`], after `nodes` nodes; zero while pondering,
    /// when the opponent's clock runs.
    pub(crate) fn used_time(&self, nodes: u64) -> Duration {
        if self.signal.is_pondering() {
            return Duration::ZERO;
        }
        let ponder_usage = self.ponder_usage(nodes);
        match self.source {
            TimeSource::WallClock => {
                let since_ponderhit = self.signal.time_since_ponderhit();
                since_ponderhit.unwrap_or_else(|| self.elapsed())
            }
            TimeSource::Nodes(per_second) => {
                let nodes = nodes.saturating_sub(ponder_usage.nodes);
                Duration::from_secs_f64(nodes as f64 / per_second.get() as f64)
            }
            TimeSource::ProcessorTime => self
                .processor_time()
                .saturating_sub(ponder_usage.processor_time),
        }
    }

    /// The hard limit in nodes, if the clock runs on nodes.
    pub(crate) fn node_limit(&self) -> Option<u64> {
        let TimeSource::Nodes(per_second) = self.source else {
            return None;
        };
        let nanos = self.budget?.hard.as_nanos();
        let nodes = nanos.saturating_mul(u128::from(per_second.get())) / NANOS_PER_SECOND;
        Some(u64::try_from(nodes).unwrap_or(u64::MAX))
    }

    /// Whether the soft limit, multiplied by `factor`, is reached after `nodes` nodes. Time spent
    /// pondering counts: what was searched on the opponent's time need not be searched again.
    pub(crate) fn is_soft_limit_reached(&self, nodes: u64, factor: f64) -> bool {
        let Some(soft) = self.budget.and_then(|budget| budget.soft) else {
            return false;
        };
        let soft = soft.mul_f64(factor.max(0.0));
        match self.source {
            TimeSource::WallClock => self.elapsed() >= soft,
            TimeSource::ProcessorTime => self.processor_time() >= soft,
            TimeSource::Nodes(per_second) => {
                let soft = soft.as_nanos();
                u128::from(nodes) * NANOS_PER_SECOND
                    >= soft.saturating_mul(u128::from(per_second.get()))
            }
        }
    }

    /// Whether the hard limit is reached. Time spent pondering does not count, since the clock was not
    /// running. If the clock runs on nodes, [`TimeManager::node_limit`] is the hard limit.
    pub(crate) fn is_hard_limit_reached(&self) -> bool {
        let Some(TimeBudget { hard, .. }) = self.budget else {
            return false;
        };
        if self.signal.is_pondering() {
            self.check_clock();
            return false;
        }
        match self.source {
            TimeSource::Nodes(_) => false,
            TimeSource::WallClock => {
                let since_ponderhit = || self.signal.time_since_ponderhit();
                let last_check = Duration::from_nanos(self.last_check.load(Ordering::Relaxed));
                let elapsed = self.check_clock();
                self.signal.record_stall(elapsed.saturating_sub(last_check));
                elapsed >= hard && since_ponderhit().is_none_or(|time| time >= hard)
            }
            TimeSource::ProcessorTime => {
                let ponder_usage = self.ponder_usage.get();
                let pondered = ponder_usage.map_or(Duration::ZERO, |usage| usage.processor_time);
                self.processor_time().saturating_sub(pondered) >= hard
            }
        }
    }

    /// How long a weakened search waits after its node limit: for a part of the time that a full
    /// search would take, or up to the end of a fixed time per move. Zero if the clock does not run on
    /// wall time.
    pub(crate) fn remaining_skill_delay(&self, skill: &Skill) -> Duration {
        let is_wall_clock = self.source == TimeSource::WallClock;
        let Some(budget) = self.budget.filter(|_| is_wall_clock) else {
            return Duration::ZERO;
        };
        match budget.soft {
            Some(soft) => skill
                .thinking_time(soft.min(budget.hard))
                .saturating_sub(self.elapsed()),
            None => {
                let since_ponderhit = self.signal.time_since_ponderhit();
                budget
                    .hard
                    .saturating_sub(since_ponderhit.unwrap_or_else(|| self.elapsed()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::limits::Clock;

    fn manager(limits: &Limits, ponder: bool) -> (TimeManager, Arc<Signal>) {
        let signal = Arc::new(Signal::new(ponder));
        let time = TimeManager::new(limits, MoveOverhead::default(), Arc::clone(&signal));
        (time, signal)
    }

    #[test]
    fn ponder_time_counts_for_the_soft_limit_only() {
        let minutes = |number: u64| Instant::now() - Duration::from_secs(60 * number);
        let mut limits = Limits::none(minutes(20));
        limits.move_time = Some(Duration::from_secs(600));
        let (time, signal) = manager(&limits, true);
        let mut planned = TimeManager::new(&limits, MoveOverhead::default(), Arc::clone(&signal));
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
    fn longest_gap_between_clock_checks_is_recorded() {
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
    fn ponder_time_is_no_stall() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(100));
        limits.move_time = Some(Duration::from_secs(500));
        let (time, signal) = manager(&limits, true);
        time.last_check.store(0, Ordering::Relaxed);
        assert!(!time.is_hard_limit_reached());
        signal.ponderhit(Instant::now());
        assert!(!time.is_hard_limit_reached());
        assert!(signal.longest_stall() < Duration::from_secs(50));
    }

    #[test]
    fn paused_time_does_not_count() {
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
        signal.pause(start - Duration::from_secs(1));
        assert!(time.reported_time() + Duration::from_secs(1) <= time.elapsed());
    }

    #[test]
    fn node_time_source_limits_nodes() {
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
    fn pondering_uses_no_time() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(1000));
        limits.time_source = TimeSource::Nodes(1000.try_into().unwrap());
        let (time, signal) = manager(&limits, true);
        time.record_ponderhit(|| 3000);
        assert_eq!(time.used_time(5000), Duration::ZERO);
        signal.ponderhit(Instant::now());
        time.record_ponderhit(|| 7000);
        time.record_ponderhit(|| 8000);
        assert_eq!(time.used_time(9000), Duration::from_secs(2));
        let (time, _) = manager(&limits, false);
        time.record_ponderhit(|| 3000);
        assert_eq!(time.used_time(4000), Duration::from_secs(4));
        limits.time_source = TimeSource::ProcessorTime;
        let (time, signal) = manager(&limits, true);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(5) {}
        signal.ponderhit(Instant::now());
        let before = time.processor_time();
        assert!(time.used_time(0) <= time.processor_time().saturating_sub(before));
        limits.time_source = TimeSource::WallClock;
        let (time, signal) = manager(&limits, true);
        signal.ponderhit(Instant::now() - Duration::from_secs(10));
        let used = time.used_time(0);
        assert!(used >= Duration::from_secs(10) && used < Duration::from_secs(500));
    }

    #[test]
    fn processor_time_is_not_wall_time() {
        let mut limits = Limits::none(Instant::now() - Duration::from_secs(1000));
        limits.time_source = TimeSource::ProcessorTime;
        limits.move_time = Some(Duration::from_secs(500));
        let (time, _) = manager(&limits, false);
        assert!(!time.is_hard_limit_reached());
        assert!(time.elapsed() > Duration::from_secs(900));
        assert!(time.reported_time() < Duration::from_secs(100));
        limits.move_time = Some(Duration::from_millis(1));
        let (time, _) = manager(&limits, false);
        while !time.is_hard_limit_reached() {}
    }
}
