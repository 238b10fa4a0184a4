//! Model tests of the stop signal: loom (<https://docs.rs/loom>) runs them with every order of the threads, and
//! reports a thread that waits for ever.

use std::sync::Arc;
use std::time::Instant;

use loom::thread;

use super::signal::Signal;

/// Runs two threads on one signal, with every interleaving.
fn model(
    ponder: bool,
    first: impl Fn(&Signal) + Copy + Send + Sync + 'static,
    second: impl Fn(&Signal) + Copy + Send + Sync + 'static,
) {
    loom::model(move || {
        let signal = Arc::new(Signal::new(ponder));
        let other = Arc::clone(&signal);
        let thread = thread::spawn(move || first(&other));
        second(&signal);
        assert!(thread.join().is_ok());
    });
}

#[test]
fn an_infinite_ponder_search_is_released_by_a_stop() {
    model(
        true,
        |signal| {
            signal.wait_for_release(true);
            assert!(signal.is_stopped());
        },
        |signal| {
            signal.ponderhit(Instant::now());
            signal.stop();
        },
    );
}

#[test]
fn a_ponder_search_is_released_by_a_ponderhit_and_knows_its_time() {
    model(
        true,
        |signal| {
            signal.wait_for_release(false);
            assert!(signal.time_since_ponderhit().is_some());
        },
        |signal| signal.ponderhit(Instant::now()),
    );
}

#[test]
fn a_paused_search_is_released_by_resuming_or_stopping() {
    let pause_and = |end: fn(&Signal)| {
        model(false, Signal::wait_while_paused, move |signal| {
            signal.pause(Instant::now());
            end(signal);
        });
    };
    pause_and(|signal| signal.resume(Instant::now()));
    pause_and(Signal::stop);
}

#[test]
fn a_stop_outlasts_a_ponderhit_from_another_thread() {
    model(
        true,
        |signal| signal.ponderhit(Instant::now()),
        |signal| {
            signal.stop();
            signal.wait_for_release(true);
            assert!(signal.is_stopped());
        },
    );
}
