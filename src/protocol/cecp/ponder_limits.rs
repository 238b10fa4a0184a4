//! Whether a pondering search can go on under the limits of the move that was pondered on.

use std::time::Duration;

use crate::search::Limits;

/// Whether a pondering search started with the limits `planned` can continue under the limits `current`.
/// A clock that shows a little less than planned is no reason to start again.
pub(super) fn can_continue(planned: &Limits, current: &Limits) -> bool {
    const TOLERANCE: Duration = Duration::from_millis(100);
    let clock_fits = match (planned.clock, current.clock) {
        (Some(planned), Some(current)) => {
            planned.moves_to_go == current.moves_to_go
                && planned.increment == current.increment
                && planned.remaining <= current.remaining + TOLERANCE.min(current.remaining / 10)
        }
        (None, None) => true,
        _ => false,
    };
    clock_fits
        && planned.time_source == current.time_source
        && planned.move_time == current.move_time
        && planned.depth == current.depth
        && planned.mate == current.mate
        && planned.infinite == current.infinite
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::clock::TimeControl;
    use super::super::level::Level;
    use super::*;

    #[test]
    fn a_pondering_search_continues_only_with_enough_time() {
        let mut control = TimeControl::new();
        control.set_level(Level::parse("0 1 0").unwrap_or_default(), 0);
        let planned = control.limits(Instant::now(), 0);
        control.set_remaining(5995);
        assert!(can_continue(&planned, &control.limits(Instant::now(), 0)));
        control.set_remaining(5000);
        assert!(!can_continue(&planned, &control.limits(Instant::now(), 0)));
        control.set_remaining(9000);
        assert!(can_continue(&planned, &control.limits(Instant::now(), 0)));
        control.set_time_per_move(Duration::from_secs(1));
        assert!(!can_continue(&planned, &control.limits(Instant::now(), 0)));
    }
}
