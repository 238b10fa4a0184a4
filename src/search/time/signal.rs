//! The stop signal of a search, which also carries ponderhit, pause and release.
//!
//! Every search has its own signal, created before any search thread starts. Its state only moves
//! forward: pondering, running, stopped. So no stop is lost, whenever it comes, and none is left over for
//! the next search. Pausing and resuming does not change the state, only the time.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

// In the model tests loom explores every order in which threads can run.
#[cfg(all(test, loom))]
use loom::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
};
#[cfg(not(all(test, loom)))]
use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
};

const PONDERING: u8 = 0;
const RUNNING: u8 = 1;
const STOPPED: u8 = 2;

/// The state of one search, shared by its threads and the thread that controls it.
#[derive(Debug)]
pub struct Signal {
    state: AtomicU8,
    paused: AtomicBool,
    /// Total of all finished pauses in nanoseconds.
    paused_time: AtomicU64,
    /// The longest time between two checks of the clock in nanoseconds.
    longest_stall: AtomicU64,
    timestamps: Mutex<Timestamps>,
    changed: Condvar,
    /// Stops this search too when it is stopped.
    parent: Option<Arc<Signal>>,
}

#[derive(Debug, Default)]
struct Timestamps {
    ponderhit: Option<Instant>,
    /// The total of the pauses that ended before the ponderhit.
    paused_before_ponderhit: Duration,
    paused_since: Option<Instant>,
}

impl Signal {
    /// The signal of a search that ponders until [`Signal::ponderhit`] if `ponder` is set.
    pub fn new(ponder: bool) -> Signal {
        Signal {
            state: AtomicU8::new(if ponder { PONDERING } else { RUNNING }),
            paused: AtomicBool::new(false),
            paused_time: AtomicU64::new(0),
            longest_stall: AtomicU64::new(0),
            timestamps: Mutex::default(),
            changed: Condvar::new(),
            parent: None,
        }
    }

    /// The signal of a search that `parent` stops too.
    pub fn within(parent: &Arc<Signal>) -> Signal {
        Signal {
            parent: Some(Arc::clone(parent)),
            ..Signal::new(false)
        }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.advance(STOPPED, None);
    }

    /// The opponent made the expected move at time `at`: the search continues under its limits. Has no
    /// effect unless the search ponders.
    pub fn ponderhit(&self, at: Instant) {
        self.advance(RUNNING, Some(at));
    }

    fn advance(&self, state: u8, ponderhit: Option<Instant>) {
        // With the lock a waiter either sees the new state or is woken by it.
        let mut timestamps = self.lock();
        if self.state.fetch_max(state, Ordering::AcqRel) < state && timestamps.ponderhit.is_none() {
            timestamps.ponderhit = ponderhit;
            timestamps.paused_before_ponderhit = self.paused_time();
        }
        self.changed.notify_all();
    }

    /// Pauses the search and its clock at time `at`, until it is resumed or stopped.
    pub fn pause(&self, at: Instant) {
        let mut timestamps = self.lock();
        timestamps.paused_since.get_or_insert(at);
        self.paused.store(true, Ordering::Release);
    }

    /// Resumes a paused search at time `at`.
    pub fn resume(&self, at: Instant) {
        let mut timestamps = self.lock();
        if let Some(paused_since) = timestamps.paused_since.take() {
            let pause = at.saturating_duration_since(paused_since).as_nanos();
            let pause = u64::try_from(pause).unwrap_or(u64::MAX);
            self.paused_time.fetch_add(pause, Ordering::Relaxed);
        }
        self.paused.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// The total of all finished pauses.
    pub fn paused_time(&self) -> Duration {
        Duration::from_nanos(self.paused_time.load(Ordering::Relaxed))
    }

    /// How long the pause in force has lasted; zero without one.
    pub(crate) fn current_pause(&self) -> Duration {
        let paused_since = self.lock().paused_since;
        paused_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Records the time between two checks of the clock.
    pub(crate) fn record_stall(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.longest_stall.fetch_max(time, Ordering::Relaxed);
    }

    /// The longest time between two checks of the clock. It is long if other programs had the processor
    /// or a table came from a slow disk, and the same may happen at the end of the time.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.longest_stall.load(Ordering::Relaxed))
    }

    /// Blocks while the search is paused and not stopped.
    #[inline]
    pub fn wait_while_paused(&self) {
        if self.paused.load(Ordering::Relaxed) {
            self.wait_while(|_| self.is_paused());
        }
    }

    fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire) && !self.is_stopped()
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.state.load(Ordering::Relaxed) == STOPPED
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_stopped())
    }

    /// Whether the search ponders: the opponent has not moved yet.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PONDERING
    }

    /// Time since the ponderhit without pauses; `None` if there was none.
    pub fn time_since_ponderhit(&self) -> Option<Duration> {
        let timestamps = self.lock();
        let paused = self.paused_time() - timestamps.paused_before_ponderhit;
        Some(timestamps.ponderhit?.elapsed().saturating_sub(paused))
    }

    /// Blocks until the search may answer: while it ponders or is paused, and if `infinite` until it is
    /// stopped. Returns whether it had to wait.
    pub fn wait_for_release(&self, infinite: bool) -> bool {
        let until = if infinite { STOPPED } else { RUNNING };
        let is_held = |state| state < until || self.is_paused();
        let waits = is_held(self.state.load(Ordering::Acquire));
        self.wait_while(is_held);
        waits
    }

    /// Blocks until `remaining` returns zero or the search is stopped.
    pub(crate) fn sleep(&self, remaining: impl Fn() -> Duration) {
        loop {
            self.wait_while_paused();
            let time = remaining();
            if time.is_zero() || self.is_stopped() {
                return;
            }
            // A pause in the meantime adds to the remaining time, which the next round sees.
            let guard = self.lock();
            if !self.is_stopped() {
                drop(self.changed.wait_timeout(guard, time));
            }
        }
    }

    fn wait_while(&self, condition: impl Fn(u8) -> bool) {
        let mut guard = self.lock();
        while condition(self.state.load(Ordering::Acquire)) {
            let woken = self.changed.wait(guard);
            guard = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Timestamps> {
        self.timestamps
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn state_only_moves_forward() {
        let signal = Signal::new(true);
        assert!(signal.is_pondering() && !signal.is_stopped());
        assert_eq!(signal.time_since_ponderhit(), None);
        let now = Instant::now();
        signal.ponderhit(now - Duration::from_secs(5));
        assert!(!signal.is_pondering());
        signal.stop();
        signal.ponderhit(now);
        assert!(signal.is_stopped());
        assert!(signal.time_since_ponderhit() >= Some(Duration::from_secs(5)));
    }

    #[test]
    fn pauses_do_not_count_as_time() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let signal = Signal::new(true);
        signal.pause(start);
        signal.pause(start + second);
        assert_eq!(signal.paused_time(), Duration::ZERO);
        signal.resume(start + 2 * second);
        signal.resume(start + 9 * second);
        assert_eq!(signal.paused_time(), 2 * second);
        signal.ponderhit(start - 10 * second);
        signal.pause(start);
        signal.resume(start + 3 * second);
        let since = signal.time_since_ponderhit().unwrap();
        assert!(since >= 7 * second && since < 9 * second, "{since:?}");
    }

    #[test]
    fn paused_search_waits_until_resumed_or_stopped() {
        let wake: [fn(&Signal); 2] = [|signal| signal.resume(Instant::now()), Signal::stop];
        for wake in wake {
            let signal = Signal::new(false);
            signal.wait_while_paused();
            signal.pause(Instant::now());
            thread::scope(|scope| {
                let waiter = scope.spawn(|| signal.wait_while_paused());
                let answerer = scope.spawn(|| signal.wait_for_release(false));
                thread::sleep(Duration::from_millis(20));
                assert!(!waiter.is_finished() && !answerer.is_finished());
                wake(&signal);
            });
            signal.wait_while_paused();
        }
    }

    #[test]
    fn stopping_the_parent_stops_the_children_only() {
        let parent = Arc::new(Signal::new(false));
        let (first, second) = (Signal::within(&parent), Signal::within(&parent));
        first.stop();
        assert!(first.is_stopped() && !second.is_stopped() && !parent.is_stopped());
        parent.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn stop_wakes_waiting_threads() {
        for infinite in [false, true] {
            let signal = Signal::new(true);
            thread::scope(|scope| {
                scope.spawn(|| signal.wait_for_release(infinite));
                signal.stop();
            });
        }
        assert!(!Signal::new(false).wait_for_release(false));
    }

    #[test]
    fn sleep_ends_after_the_time_or_at_once_with_a_stop() {
        let signal = Signal::new(false);
        let started = Instant::now();
        let remaining = || Duration::from_millis(20).saturating_sub(started.elapsed());
        signal.sleep(remaining);
        assert!(started.elapsed() >= Duration::from_millis(20));
        let hour = || Duration::from_secs(3600);
        thread::scope(|scope| {
            scope.spawn(|| signal.sleep(hour));
            signal.stop();
        });
        signal.sleep(hour);
    }
}
