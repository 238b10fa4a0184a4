//! How a search is told to stop.
//!
//! Every search has a signal of its own, made before any worker starts, and it goes one way only:
//! pondering, running, stopped. So a stop cannot be lost, whenever it comes, and none is left over for
//! the next search.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

const PONDERING: u8 = 0;
const RUNNING: u8 = 1;
const STOPPED: u8 = 2;

/// The state of one search, shared by whoever commands it and its workers.
#[derive(Debug)]
pub struct Signal {
    state: AtomicU8,
    ponderhit: Mutex<Option<Instant>>,
    changed: Condvar,
    /// What this search is a part of.
    whole: Option<Arc<Signal>>,
}

impl Signal {
    /// A search that runs, or ponders until [`Signal::ponderhit`].
    pub fn new(ponder: bool) -> Signal {
        Signal {
            state: AtomicU8::new(if ponder { PONDERING } else { RUNNING }),
            ponderhit: Mutex::new(None),
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
        let mut time = self.lock();
        if self.state.fetch_max(state, Ordering::AcqRel) < state {
            *time = time.or(ponderhit);
        }
        self.changed.notify_all();
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

    /// When the expected move was made, if the search began by pondering.
    pub fn ponderhit_time(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Sleeps until the search may answer: while it ponders, and if `infinite` until it is stopped.
    pub fn wait_for_release(&self, infinite: bool) {
        let until = if infinite { STOPPED } else { RUNNING };
        let guard = self.lock();
        drop(
            self.changed
                .wait_while(guard, |_| self.state.load(Ordering::Acquire) < until),
        );
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.ponderhit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn states_go_one_way() {
        let signal = Signal::new(true);
        assert!(signal.is_pondering() && !signal.is_stopped());
        let now = Instant::now();
        signal.ponderhit(now);
        assert!(!signal.is_pondering());
        assert_eq!(signal.ponderhit_time(), Some(now));
        signal.stop();
        signal.ponderhit(Instant::now());
        assert!(signal.is_stopped());
        assert_eq!(signal.ponderhit_time(), Some(now));
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
}
