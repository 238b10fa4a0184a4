//! Estimates the lag: the clock time that moves cost beyond the time the engine uses, by a slow GUI, a
//! network or other programs on the machine. It is measured from the clocks that the GUI sends in the
//! course of a game, as chess servers measure the lag of their players.

use std::time::{Duration, Instant};

use crate::board::AnyPosition;
use crate::search::{Clock, Limits, MoveOverhead, TimeSource};
use crate::types::Color;

/// Cap of a measured lag. A longer one is an exception that says nothing about later moves.
const MAX_LAG: Duration = Duration::from_secs(1);
/// The typical lag is an exponential moving average in which each move has the weight 1 / 8.
const TYPICAL_WEIGHT: u32 = 8;
/// A lag enters the average with at most twice the average plus this.
const MAX_TYPICAL_GROWTH: Duration = Duration::from_millis(50);
/// The worst lag decays by 1 / 32 with each move: by half within 22 moves.
const WORST_DECAY: u32 = 32;

/// A move of the engine and the clock before it.
#[derive(Clone, Copy, Debug)]
struct Turn {
    side: Color,
    number: u16,
    clock: Clock,
    /// When the clock started to run.
    since: Instant,
    /// The time that the move took; `None` during its search.
    used: Option<Duration>,
}

#[derive(Debug, Default)]
pub(super) struct LagEstimator {
    last: Option<Turn>,
    /// The move of a ponder search, during which the clock stands.
    pondered: Option<Turn>,
    typical: Duration,
    worst: Duration,
}

impl LagEstimator {
    /// The time to reserve for a move. `configured` is the option Move Overhead.
    pub(super) fn move_overhead(&self, configured: Duration) -> MoveOverhead {
        MoveOverhead {
            configured,
            typical_lag: self.typical,
            worst_lag: self.worst,
        }
    }

    /// A search begins. Its clock shows the lag of the engine's move before, if there was one.
    pub(super) fn begin(&mut self, position: &AnyPosition, limits: &Limits) {
        let timed = limits.time_source == TimeSource::WallClock && !limits.infinite;
        let turn = limits.clock.filter(|_| timed).map(|clock| Turn {
            side: position.side_to_move(),
            number: position.fullmove_number(),
            clock,
            since: limits.started,
            used: None,
        });
        if limits.ponder {
            self.pondered = turn;
        } else {
            self.start_turn(turn);
        }
    }

    /// The opponent has played the expected move at the time `at`. The engine's clock is the one given
    /// when pondering began, unless `clock` is newer.
    pub(super) fn ponderhit(&mut self, at: Instant, clock: Option<Clock>) {
        if let Some(turn) = self.pondered {
            self.start_turn(Some(Turn {
                clock: clock.unwrap_or(turn.clock),
                since: at,
                ..turn
            }));
        }
    }

    fn start_turn(&mut self, turn: Option<Turn>) {
        self.pondered = None;
        let last = std::mem::replace(&mut self.last, turn);
        if let (Some(last), Some(turn)) = (last, turn)
            && let Some(lag) = last.lag(&turn)
        {
            let lag = lag.min(MAX_LAG);
            let counted = lag.min(self.typical * 2 + MAX_TYPICAL_GROWTH);
            self.typical = (self.typical * (TYPICAL_WEIGHT - 1) + counted) / TYPICAL_WEIGHT;
            self.worst = self.worst.max(lag);
        }
    }

    /// The search of a move has ended at the time `at`. `stall` is the longest time for which it stood
    /// still.
    pub(super) fn finish(&mut self, at: Instant, stall: Duration) {
        if self.pondered.take().is_some() {
            return;
        }
        if let Some(turn) = self.last.as_mut().filter(|turn| turn.used.is_none()) {
            turn.used = Some(at.saturating_duration_since(turn.since));
            let decayed = self.worst * (WORST_DECAY - 1) / WORST_DECAY;
            self.worst = decayed.max(stall.min(MAX_LAG));
        }
    }

    /// Drops the current move from the measurement.
    pub(super) fn forget(&mut self) {
        self.last = None;
        self.pondered = None;
    }
}

impl Turn {
    /// The clock time lost until the next turn beyond the time used. `None` if the turns do not follow
    /// each other, or if the clock has gained, as at a time control.
    fn lag(&self, next: &Turn) -> Option<Duration> {
        let follows = next.side == self.side
            && next.number == self.number.saturating_add(1)
            && next.clock.increment == self.clock.increment;
        let used = self.used.filter(|_| follows)?;
        let full = self.clock.remaining + self.clock.increment;
        let lost = full.checked_sub(next.clock.remaining)?;
        // A clock rounded to milliseconds may show a loss smaller than the time used.
        Some(lost.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::engine::{Engine, EngineEvent, Game};
    use crate::search::Report;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn position(number: u16) -> AnyPosition {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w - - 0 {number}");
        AnyPosition::from_fen(None, &fen, CastlingMode::Standard)
            .unwrap()
            .0
    }

    fn limits(remaining: u64, started: Instant) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: ms(remaining),
                increment: ms(10),
                moves_to_go: None,
            }),
            ..Limits::none(started)
        }
    }

    fn pondering(remaining: u64, started: Instant) -> Limits {
        Limits {
            ponder: true,
            ..limits(remaining, started)
        }
    }

    fn lag(estimator: &LagEstimator) -> (Duration, Duration) {
        let overhead = estimator.move_overhead(ms(30));
        assert_eq!(overhead.configured, ms(30));
        (overhead.typical_lag, overhead.worst_lag)
    }

    /// The lag of a first move that takes 20 ms from a clock of 1000 ms, as the next search measures it.
    fn lag_after_first_move(number: u16, next: &Limits) -> (Duration, Duration) {
        let mut estimator = LagEstimator::default();
        estimator.begin(&position(1), &limits(1000, next.started));
        estimator.finish(next.started + ms(20), ms(0));
        estimator.begin(&position(number), next);
        lag(&estimator)
    }

    const NONE: (Duration, Duration) = (ms(0), ms(0));

    #[test]
    fn lag_is_the_clock_time_lost_beyond_the_time_used() {
        let now = Instant::now();
        assert_eq!(lag_after_first_move(2, &limits(950, now)), (ms(5), ms(40)));
        assert_eq!(lag_after_first_move(2, &limits(991, now)), NONE);
        assert_eq!(lag_after_first_move(2, &limits(0, now)).1, ms(990));
    }

    #[test]
    fn no_lag_is_measured_if_the_clock_gains_or_moves_do_not_follow() {
        let now = Instant::now();
        for (number, remaining) in [(2, 1011), (2, 61_000), (3, 500), (1, 500)] {
            let lag = lag_after_first_move(number, &limits(remaining, now));
            assert_eq!(lag, NONE, "{number} {remaining}");
        }
        let mut other = limits(500, now);
        other.time_source = TimeSource::Nodes(1000.try_into().unwrap());
        assert_eq!(lag_after_first_move(2, &other), NONE);
        let mut other = limits(500, now);
        other.clock.as_mut().unwrap().increment = ms(20);
        assert_eq!(lag_after_first_move(2, &other), NONE);
        let mut estimator = LagEstimator::default();
        estimator.begin(&position(1), &limits(1000, now));
        estimator.begin(&position(2), &limits(500, now));
        estimator.finish(now, ms(0));
        estimator.forget();
        estimator.begin(&position(3), &limits(100, now));
        assert_eq!(lag(&estimator), NONE);
    }

    #[test]
    fn after_a_ponder_hit_the_time_used_counts_from_the_hit() {
        let now = Instant::now();
        let mut estimator = LagEstimator::default();
        estimator.begin(&position(1), &pondering(1000, now));
        estimator.ponderhit(now + ms(5000), None);
        estimator.finish(now + ms(5020), ms(0));
        estimator.begin(&position(2), &limits(950, now));
        assert_eq!(lag(&estimator).1, ms(40));
    }

    #[test]
    fn pondering_does_not_hide_the_lag_of_the_move_before() {
        let now = Instant::now();
        for hit in [true, false] {
            let mut estimator = LagEstimator::default();
            estimator.begin(&position(1), &limits(1000, now));
            estimator.finish(now + ms(20), ms(0));
            // The clock is the engine's own estimate until the opponent's move brings the real one.
            estimator.begin(&position(2), &pondering(990, now));
            assert_eq!(lag(&estimator), NONE);
            let updated = limits(930, now);
            if hit {
                estimator.ponderhit(now + ms(700), updated.clock);
            } else {
                estimator.finish(now + ms(700), ms(600));
                estimator.begin(&position(2), &updated);
            }
            assert_eq!(lag(&estimator).1, ms(60), "{hit}");
        }
    }

    /// The worst lag after two moves, between which another game begins or not.
    fn worst_lag_of_an_engine(is_new_game: bool) -> Duration {
        let mut engine = Engine::new();
        let events = engine.raw_events().clone();
        for (number, remaining) in [(1, 1_000_000), (2, 900_000)] {
            if is_new_game {
                engine.begin_game();
            }
            engine.set_game(Game::new(position(number)));
            engine.go(Limits {
                depth: Some(1),
                ..limits(remaining, Instant::now())
            });
            let is_done = |event| {
                let event = engine.accept(event);
                matches!(event, Some(EngineEvent::Report(Report::Done(..))))
            };
            assert!(events.iter().any(is_done));
        }
        let config = engine.search_config(Color::White, &limits(900_000, Instant::now()));
        config.move_overhead.worst_lag
    }

    #[test]
    fn an_engine_measures_the_lag_of_its_moves() {
        // The lag of the second move is not known yet, but that of the first has decayed once.
        let decayed = MAX_LAG * (WORST_DECAY - 1) / WORST_DECAY;
        assert!(worst_lag_of_an_engine(false) >= decayed);
        assert!(worst_lag_of_an_engine(true) < decayed);
    }

    #[test]
    fn a_stall_of_the_search_counts_as_lag() {
        let now = Instant::now();
        let mut estimator = LagEstimator::default();
        estimator.begin(&position(1), &limits(1000, now));
        estimator.finish(now + ms(90), ms(70));
        assert_eq!(lag(&estimator), (ms(0), ms(70)));
    }

    #[test]
    fn the_worst_lag_decays_more_slowly_than_the_typical_lag() {
        let now = Instant::now();
        let mut estimator = LagEstimator::default();
        let mut number = 0;
        let mut turn = |estimator: &mut LagEstimator, lag: u64| {
            number += 10;
            estimator.begin(&position(number), &limits(1_000_000, now));
            estimator.finish(now, ms(0));
            estimator.begin(&position(number + 1), &limits(1_000_010 - lag, now));
        };
        turn(&mut estimator, 500_000);
        assert_eq!(
            lag(&estimator),
            (MAX_TYPICAL_GROWTH / TYPICAL_WEIGHT, MAX_LAG)
        );
        for _ in 0..22 {
            turn(&mut estimator, 8);
        }
        let (usual, worst) = lag(&estimator);
        assert!(usual > ms(7) && usual < ms(9), "{usual:?}");
        assert!(worst > ms(480) && worst < ms(520), "{worst:?}");
        for _ in 0..300 {
            turn(&mut estimator, 0);
        }
        let (usual, worst) = lag(&estimator);
        assert!(usual < ms(1) && worst < ms(1), "{usual:?} {worst:?}");
    }
}
