//! Time management: how long to think about a move.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::signal::Signal;

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
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    budget: Option<Budget>,
}

impl TimeManager {
    /// Plans the time for a search; `overhead` is lost between engine and GUI with every move.
    pub fn new(limits: &Limits, overhead: Duration) -> TimeManager {
        let from_clock = limits.clock.map(|clock| clock_budget(clock, overhead));
        let from_move_time = limits.move_time.map(|time| Budget {
            soft: None,
            hard: time.saturating_sub(overhead).max(LEAST),
        });
        let budget = match (from_clock, from_move_time) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft,
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        };
        TimeManager {
            started: limits.started,
            budget: budget.filter(|_| !limits.infinite),
        }
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it is too late to begin another iteration. Time spent pondering counts: what has been
    /// thought through on the opponent's time need not be thought through again.
    pub fn is_soft_limit_reached(&self) -> bool {
        let soft = self.budget.and_then(|budget| budget.soft);
        soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether the search must break off. Time spent pondering does not count, since the clock was
    /// not running.
    pub fn is_hard_limit_reached(&self, signal: &Signal) -> bool {
        let Some(budget) = self.budget else {
            return false;
        };
        if signal.is_pondering() {
            return false;
        }
        self.elapsed() >= budget.hard
            && signal
                .ponderhit_time()
                .is_none_or(|hit| hit.elapsed() >= budget.hard)
    }
}

fn clock_budget(clock: Clock, overhead: Duration) -> Budget {
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).max(1);
    // Each move until the next control loses the overhead, so it is not there to be shared out.
    let reserve = overhead * moves.min(8);
    let left = clock.remaining.saturating_sub(overhead).max(LEAST);
    let shared = clock.remaining.saturating_sub(reserve).max(left / 4);
    let increment = clock.increment.saturating_sub(overhead / 2);
    let most = match moves {
        1 => left * 9 / 10,
        2 => left * 7 / 10,
        _ => left / 2,
    };
    let share = shared / moves.min(EXPECTED_MOVES) + increment * 3 / 4;
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
        clock_budget(clock, Duration::from_millis(10))
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
    fn the_last_move_of_a_control_uses_most_of_the_clock_but_not_all() {
        let budget = clock(10_000, 0, Some(1));
        assert!(budget.hard > Duration::from_millis(8000));
        assert!(budget.hard < Duration::from_millis(9500));
    }

    #[test]
    fn ponder_time_is_not_on_the_clock() {
        let mut limits = Limits::none(Instant::now());
        limits.move_time = Some(Duration::from_millis(20));
        let time = TimeManager::new(&limits, Duration::ZERO);
        let planned = TimeManager {
            budget: time.budget.map(|budget| Budget {
                soft: Some(budget.hard),
                ..budget
            }),
            ..time.clone()
        };
        let signal = Signal::new(true);
        std::thread::sleep(Duration::from_millis(25));
        assert!(planned.is_soft_limit_reached());
        assert!(!time.is_soft_limit_reached());
        assert!(!time.is_hard_limit_reached(&signal));
        signal.ponderhit(Instant::now());
        assert!(!time.is_hard_limit_reached(&signal));
        std::thread::sleep(Duration::from_millis(25));
        assert!(time.is_hard_limit_reached(&signal));
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
        let time = TimeManager::new(&limits, Duration::ZERO);
        assert_eq!(
            time.budget.map(|budget| budget.hard),
            Some(Duration::from_millis(30))
        );
        limits.infinite = true;
        assert_eq!(TimeManager::new(&limits, Duration::ZERO).budget, None);
    }
}
