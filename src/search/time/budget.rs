//! The time budget of a move: the soft time limit and the hard time limit.

use std::time::Duration;

use crate::search::params;
use crate::search::time::limits::{Clock, Limits, TimeSource};
use crate::search::time::move_overhead::MoveOverhead;

/// The least time that is planned for a move.
const MIN_TIME: Duration = Duration::from_millis(1);
/// The most that is kept back of a fixed time per move, since users expect the time to be used.
const MAX_MOVE_TIME_RESERVE: Duration = Duration::from_millis(10);
/// The largest part of a fixed time per move that is kept back.
const MOVE_TIME_RESERVE_DIVISOR: u32 = 20;

/// The time that a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// Soft limit (optimum time): no new iteration starts after it. `None` if the search should use the
    /// time up to the hard limit.
    pub(crate) soft: Option<Duration>,
    /// Hard limit (maximum time): the search stops in the middle of an iteration.
    pub(crate) hard: Duration,
}

impl TimeBudget {
    /// The budget for `limits`; `None` if they do not limit the time. The move overhead only counts
    /// against a clock that runs on wall time.
    pub(crate) fn new(limits: &Limits, overhead: MoveOverhead) -> Option<TimeBudget> {
        if limits.infinite {
            return None;
        }
        let overhead = match limits.time_source {
            TimeSource::WallClock => overhead,
            TimeSource::Nodes(_) | TimeSource::ProcessorTime => MoveOverhead::default(),
        };
        let from_clock = limits
            .clock
            .map(|clock| TimeBudget::from_clock(clock, overhead));
        let from_move_time = limits.move_time.map(|time| TimeBudget {
            soft: None,
            hard: (time - move_time_reserve(time, overhead)).max(MIN_TIME),
        });
        match (from_clock, from_move_time) {
            (Some(a), Some(b)) => Some(TimeBudget {
                soft: a.soft,
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        }
    }

    fn from_clock(clock: Clock, overhead: MoveOverhead) -> TimeBudget {
        let (moves, soft) = match clock.moves_to_go {
            // The time of this period need not last for the rest of the game.
            Some(moves) => {
                let max = params::tm_moves_to_go_max() as u32;
                (moves.clamp(1, max), params::tm_moves_to_go_soft())
            }
            None => (params::tm_expected_moves() as u32, params::tm_soft()),
        };
        // Caps the measured lag so that it never consumes the whole clock.
        let usual = overhead
            .configured
            .max(overhead.typical_lag.min(clock.remaining / 32));
        let excess = overhead.worst_lag.saturating_sub(usual);
        let peak = excess.min(clock.remaining / 2);
        // Every move until the next time control costs the overhead, so that time cannot be shared out.
        // The worst lag may hit the next move, and another one soon after.
        let reserve = usual * moves.min(8) + peak * moves.min(2);
        let available = clock.remaining.saturating_sub(usual + peak).max(MIN_TIME);
        let shared = clock.remaining.saturating_sub(reserve).max(available / 4);
        let mut increment = clock.increment.saturating_sub(usual / 2);
        increment = increment * params::tm_increment() as u32 / 100;
        if !peak.is_zero() && clock.remaining < reserve {
            // Saves the increment until the reserve is complete again.
            increment = increment.mul_f64(clock.remaining.div_duration_f64(reserve));
        }
        let max = match moves {
            1 => available * 9 / 10,
            2 => available * 7 / 10,
            _ => available / 2,
        };
        let share = shared / moves + increment;
        TimeBudget {
            soft: Some((share * soft as u32 / 100).min(max).max(MIN_TIME)),
            hard: (share * params::tm_hard() as u32 / 100)
                .min(max)
                .max(MIN_TIME),
        }
    }
}

/// The part of a fixed time per move that is kept back for delays between engine and GUI.
fn move_time_reserve(time: Duration, overhead: MoveOverhead) -> Duration {
    let max = MAX_MOVE_TIME_RESERVE.min(time / MOVE_TIME_RESERVE_DIVISOR);
    overhead.configured.min(max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let overhead = MoveOverhead {
            configured: Duration::from_millis(10),
            ..MoveOverhead::default()
        };
        TimeBudget::from_clock(clock, overhead)
    }

    #[test]
    fn budget_never_exceeds_the_clock() {
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
    fn measured_lag_is_kept_in_reserve() {
        let budget = |remaining, worst| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(10),
                moves_to_go: None,
            };
            let overhead = MoveOverhead {
                configured: Duration::from_millis(10),
                typical_lag: Duration::from_millis(worst / 10),
                worst_lag: Duration::from_millis(worst),
            };
            TimeBudget::from_clock(clock, overhead)
        };
        for (remaining, worst) in [(1000, 100), (300, 100), (150, 100), (60_000, 5000)] {
            let (calm, busy) = (budget(remaining, 10), budget(remaining, worst));
            assert!(busy.soft < calm.soft && busy.hard < calm.hard);
            let kept = Duration::from_millis(remaining) - busy.hard;
            assert!(kept >= Duration::from_millis(worst), "{remaining} {worst}");
        }
        let capped = budget(10_000, 3_600_000);
        assert!(capped.soft > Some(Duration::from_millis(30)), "{capped:?}");
    }

    #[test]
    fn without_increment_the_clock_lasts_for_a_long_game() {
        let first = clock(60_000, 0, None);
        assert!(first.soft > Some(Duration::from_millis(1500)), "{first:?}");
        assert!(first.hard > Duration::from_millis(6000), "{first:?}");
        let mut remaining = Duration::from_secs(60);
        for _ in 0..80 {
            let budget = clock(remaining.as_millis() as u64, 0, None);
            remaining -= budget.soft.unwrap();
        }
        assert!(remaining > Duration::from_secs(1), "{remaining:?}");
    }

    #[test]
    fn time_to_the_next_time_control_is_spent_evenly() {
        // Stability, node share and falling scores multiply the soft limit by so much on average.
        const USED: f64 = 1.7;
        let mut remaining = Duration::from_secs(60);
        let spent = (1..=40).rev().map(|moves_to_go| {
            let budget = clock(remaining.as_millis() as u64, 0, Some(moves_to_go));
            let used = budget.soft.unwrap().mul_f64(USED).min(budget.hard);
            remaining -= used;
            used
        });
        let spent: Vec<Duration> = spent.collect();
        let even = Duration::from_millis(1500);
        for used in &spent {
            assert!((even / 2..=even * 6 / 5).contains(used), "{spent:?}");
        }
        assert!(remaining < even, "{remaining:?}");
    }

    #[test]
    fn last_move_before_the_time_control_uses_most_of_the_clock() {
        let budget = clock(10_000, 0, Some(1));
        assert!(budget.hard > Duration::from_millis(8000));
        assert!(budget.hard < Duration::from_millis(9500));
    }

    #[test]
    fn almost_all_of_a_move_time_is_used_whatever_the_overhead() {
        let hard = |time, configured| {
            let mut limits = Limits::none(Instant::now());
            limits.move_time = Some(Duration::from_millis(time));
            let overhead = MoveOverhead {
                configured: Duration::from_millis(configured),
                ..MoveOverhead::default()
            };
            TimeBudget::new(&limits, overhead).map(|budget| budget.hard.as_micros())
        };
        assert_eq!(hard(500, 1000), Some(490_000));
        assert_eq!(hard(60_000, 5000), Some(59_990_000));
        assert_eq!(hard(100, 1000), Some(95_000));
        assert_eq!(hard(500, 3), Some(497_000));
        assert_eq!(hard(500, 0), Some(500_000));
        assert_eq!(hard(0, 10), Some(1000));
    }

    #[test]
    fn the_tighter_of_clock_and_move_time_is_the_hard_limit() {
        let mut limits = Limits::none(Instant::now());
        limits.move_time = Some(Duration::from_millis(30));
        limits.clock = Some(Clock {
            remaining: Duration::from_secs(3600),
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let budget = |limits: &Limits| TimeBudget::new(limits, MoveOverhead::default());
        assert_eq!(
            budget(&limits).map(|budget| budget.hard),
            Some(Duration::from_millis(30))
        );
        limits.infinite = true;
        assert_eq!(budget(&limits), None);
    }
}
