//! How a search is told to stop.
//!
//! Every search has a signal of its own, made before any worker starts, and it goes one way only:
//! pondering, running, stopped. So a stop cannot be lost, whenever it comes, and none is left over for
//! the next search. On its way it may be paused and resumed, which changes nothing but the time.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const PONDERING: u8 = 0;
const RUNNING: u8 = 1;
const STOPPED: u8 = 2;

/// The state of one search, shared by whoever commands it and its workers.
#[derive(Debug)]
pub struct Signal {
    state: AtomicU8,
    paused: AtomicBool,
    /// Nanoseconds of all pauses that are over.
    paused_time: AtomicU64,
    /// Nanoseconds of the longest time for which the search did not look at its clock.
    stall: AtomicU64,
    moments: Mutex<Moments>,
    changed: Condvar,
    /// What this search is a part of.
    whole: Option<Arc<Signal>>,
}

/// When what happened.
#[derive(Debug, Default)]
struct Moments {
    ponderhit: Option<Instant>,
    /// The pauses that were over by then.
    paused_before_ponderhit: Duration,
    pause: Option<Instant>,
}

impl Signal {
    /// A search that runs, or ponders until [`Signal::ponderhit`].
    pub fn new(ponder: bool) -> Signal {
        Signal {
            state: AtomicU8::new(if ponder { PONDERING } else { RUNNING }),
            paused: AtomicBool::new(false),
            paused_time: AtomicU64::new(0),
            stall: AtomicU64::new(0),
            moments: Mutex::default(),
            changed: Condvar::new(),
            whole: None,
        }
    }

    /// A bounded search that is a part of a longer task and ends with it.
    pub fn within(whole: &Arc<Signal>) -> Signal {
        Signal {
            whole: Some(Arc::clone(whole)),
            ..Signal::new(false)
        }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.advance(STOPPED, None);
    }

    /// The opponent has made the expected move, at `at`: the search goes on under its limits.
    /// Without effect unless it ponders.
    pub fn ponderhit(&self, at: Instant) {
        self.advance(RUNNING, Some(at));
    }

    fn advance(&self, state: u8, ponderhit: Option<Instant>) {
        // The lock makes sure that a waiter either sees the new state or is woken by it.
        let mut moments = self.lock();
        if self.state.fetch_max(state, Ordering::AcqRel) < state && moments.ponderhit.is_none() {
            moments.ponderhit = ponderhit;
            moments.paused_before_ponderhit = self.paused_time();
        }
        self.changed.notify_all();
    }

    /// The search sleeps from `at` on, and its clock stands still, until it is resumed or stopped.
    pub fn pause(&self, at: Instant) {
        let mut moments = self.lock();
        moments.pause.get_or_insert(at);
        self.paused.store(true, Ordering::Release);
    }

    /// A paused search goes on where it was.
    pub fn resume(&self, at: Instant) {
        let mut moments = self.lock();
        if let Some(pause) = moments.pause.take() {
            let pause = at.saturating_duration_since(pause).as_nanos();
            let pause = u64::try_from(pause).unwrap_or(u64::MAX);
            self.paused_time.fetch_add(pause, Ordering::Relaxed);
        }
        self.paused.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// How long the search has been paused, without a pause that is not over.
    pub fn paused_time(&self) -> Duration {
        Duration::from_nanos(self.paused_time.load(Ordering::Relaxed))
    }

    /// For so long the search did not look at its clock.
    pub fn note_stall(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.stall.fetch_max(time, Ordering::Relaxed);
    }

    /// The longest time for which the search did not look at its clock, because other programs had the
    /// processor or a table came from a slow disk. It may come to that again at the end of the time.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.stall.load(Ordering::Relaxed))
    }

    /// Sleeps while the search is paused and not stopped.
    #[inline]
    pub fn wait_while_paused(&self) {
        if self.paused.load(Ordering::Relaxed) {
            self.wait_while(|_| self.is_paused());
        }
    }

    fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire) && !self.is_stopped()
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.state.load(Ordering::Relaxed) == STOPPED
            || self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
    }

    /// Whether the opponent's move is still awaited.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PONDERING
    }

    /// Time since the expected move was made, if the search began by pondering; without pauses.
    pub fn time_since_ponderhit(&self) -> Option<Duration> {
        let moments = self.lock();
        let paused = self.paused_time() - moments.paused_before_ponderhit;
        Some(moments.ponderhit?.elapsed().saturating_sub(paused))
    }

    /// Sleeps until the search may answer: while it ponders or is paused, and if `infinite` until it is
    /// stopped.
    pub fn wait_for_release(&self, infinite: bool) {
        let until = if infinite { STOPPED } else { RUNNING };
        self.wait_while(|state| state < until || self.is_paused());
    }

    /// Sleeps as long as `left` says that there is time to rest, or until the search is to end.
    pub fn rest(&self, left: impl Fn() -> Duration) {
        loop {
            self.wait_while_paused();
            let time = left();
            if time.is_zero() || self.is_stopped() {
                return;
            }
            // Whoever pauses the search meanwhile makes more time, which is seen in the next round.
            let guard = self.lock();
            let goes_on = |_: &mut Moments| !self.is_stopped();
            drop(self.changed.wait_timeout_while(guard, time, goes_on));
        }
    }

    fn wait_while(&self, holds: impl Fn(u8) -> bool) {
        let guard = self.lock();
        let waits = |_: &mut Moments| holds(self.state.load(Ordering::Acquire));
        drop(self.changed.wait_while(guard, waits));
    }

    fn lock(&self) -> MutexGuard<'_, Moments> {
        self.moments.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn states_go_one_way() {
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
    fn pauses_are_no_time() {
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
    fn a_paused_search_sleeps_until_it_is_resumed_or_stopped() {
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
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let whole = Arc::new(Signal::new(false));
        let (first, second) = (Signal::within(&whole), Signal::within(&whole));
        first.stop();
        assert!(first.is_stopped() && !second.is_stopped() && !whole.is_stopped());
        whole.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn waiters_wake() {
        for infinite in [false, true] {
            let signal = Signal::new(true);
            thread::scope(|scope| {
                scope.spawn(|| signal.wait_for_release(infinite));
                signal.stop();
            });
        }
        Signal::new(false).wait_for_release(false);
    }

    #[test]
    fn rest_ends_in_time_and_at_once_with_a_stop() {
        let signal = Signal::new(false);
        let begun = Instant::now();
        let while_young = || Duration::from_millis(20).saturating_sub(begun.elapsed());
        signal.rest(while_young);
        assert!(begun.elapsed() >= Duration::from_millis(20));
        let hour = || Duration::from_secs(3600);
        thread::scope(|scope| {
            scope.spawn(|| signal.rest(hour));
            signal.stop();
        });
        signal.rest(hour);
    }
}
