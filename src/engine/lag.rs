//! How much of the clock moves cost beyond the time that the engine knows of: a slow GUI, a network, other
//! programs on the machine. Learned from the clocks that the engine is told in the course of a game, as
//! servers measure the lag of their players.

use std::time::{Duration, Instant};

use crate::board::Position;
use crate::search::{Clock, Limits, MoveOverhead, TimeSource};
use crate::types::Color;

/// No lag counts for more than this: beyond it something has happened that says nothing of the next moves.
const MOST: Duration = Duration::from_secs(1);
/// Of the usual lag this part is replaced by that of each move.
const USUAL_SHARE: u32 = 8;
/// What is usual grows by no more than it is itself and this at a time.
const USUAL_GROWTH: Duration = Duration::from_millis(50);
/// The worst lag is forgotten by this part with each move: half of it within 22 moves.
const WORST_SHARE: u32 = 32;

/// A move of the engine and what the clock said before it.
#[derive(Clone, Copy, Debug)]
struct Turn {
    side: Color,
    number: u16,
    clock: Clock,
    /// From when on the clock went.
    since: Instant,
    /// What the move took; `None` while it is being thought about.
    used: Option<Duration>,
}

/// Measures the lag.
#[derive(Debug, Default)]
pub(super) struct LagMeter {
    last: Option<Turn>,
    /// The move that is thought about while the clock does not go.
    pondered: Option<Turn>,
    usual: Duration,
    worst: Duration,
}

impl LagMeter {
    /// What moves cost beyond the time that is spent on them, where the user says that so much is lost in any
    /// case.
    pub(super) fn move_overhead(&self, configured: Duration) -> MoveOverhead {
        MoveOverhead {
            configured,
            typical_lag: self.usual,
            worst_lag: self.worst,
        }
    }

    /// The engine is asked for a move in this position. If it made the one before, the clock tells now
    /// what that has cost.
    pub(super) fn begin(&mut self, position: &Position, limits: &Limits) {
        let timed = limits.time_source == TimeSource::WallClock && !limits.infinite;
        let turn = limits.clock.filter(|_| timed).map(|clock| Turn {
            side: position.side_to_move(),
            number: position.fullmove_number(),
            clock,
            since: limits.started,
            used: None,
        });
        match limits.ponder {
            true => self.pondered = turn,
            false => self.follow(turn),
        }
    }

    /// The opponent has made the expected move, at `at`. The engine's clock shows what was said when pondering
    /// began, unless it has been told anew.
    pub(super) fn ponderhit(&mut self, at: Instant, told: Option<Clock>) {
        if let Some(turn) = self.pondered {
            self.follow(Some(Turn {
                clock: told.unwrap_or(turn.clock),
                since: at,
                ..turn
            }));
        }
    }

    fn follow(&mut self, turn: Option<Turn>) {
        self.pondered = None;
        let last = std::mem::replace(&mut self.last, turn);
        if let (Some(last), Some(turn)) = (last, turn)
            && let Some(lag) = last.lag(&turn)
        {
            let lag = lag.min(MOST);
            let counted = lag.min(self.usual * 2 + USUAL_GROWTH);
            self.usual = (self.usual * (USUAL_SHARE - 1) + counted) / USUAL_SHARE;
            self.worst = self.worst.max(lag);
        }
    }

    /// The search for a move has ended at `at`; for a time it had stood still.
    pub(super) fn finish(&mut self, at: Instant, stall: Duration) {
        if self.pondered.take().is_some() {
            return;
        }
        if let Some(turn) = self.last.as_mut().filter(|turn| turn.used.is_none()) {
            turn.used = Some(at.saturating_duration_since(turn.since));
            let remembered = self.worst * (WORST_SHARE - 1) / WORST_SHARE;
            self.worst = remembered.max(stall.min(MOST));
        }
    }

    /// The clock tells nothing of the move being thought about.
    pub(super) fn forget(&mut self) {
        self.last = None;
        self.pondered = None;
    }
}

impl Turn {
    /// What the clock has lost beyond the time used until this next turn. Nothing is known where moves lie
    /// between, or where the clock has gained: at a time control, or by the opponent's favour.
    fn lag(&self, next: &Turn) -> Option<Duration> {
        let follows = next.side == self.side
            && next.number == self.number.saturating_add(1)
            && next.clock.increment == self.clock.increment;
        let used = self.used.filter(|_| follows)?;
        let full = self.clock.remaining + self.clock.increment;
        let lost = full.checked_sub(next.clock.remaining)?;
        // A clock of whole milliseconds may show less than has passed.
        Some(lost.saturating_sub(used))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::engine::{Engine, EngineEvent, Game};
    use crate::search::Report;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn position(number: u16) -> Position {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w - - 0 {number}");
        Position::from_fen(&fen, CastlingMode::Standard).unwrap().0
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

    fn learned(meter: &LagMeter) -> (Duration, Duration) {
        let overhead = meter.move_overhead(ms(30));
        assert_eq!(overhead.configured, ms(30));
        (overhead.typical_lag, overhead.worst_lag)
    }

    /// What is learned of the first move, which takes 20 ms and before which the clock shows 1000 ms.
    fn learned_by(number: u16, next: &Limits) -> (Duration, Duration) {
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, next.started));
        meter.finish(next.started + ms(20), ms(0));
        meter.begin(&position(number), next);
        learned(&meter)
    }

    const NOTHING: (Duration, Duration) = (ms(0), ms(0));

    #[test]
    fn what_the_clock_loses_beyond_the_time_used_is_lag() {
        let now = Instant::now();
        assert_eq!(learned_by(2, &limits(950, now)), (ms(5), ms(40)));
        assert_eq!(learned_by(2, &limits(991, now)), NOTHING);
        assert_eq!(learned_by(2, &limits(0, now)).1, ms(990));
    }

    #[test]
    fn nothing_is_learned_where_the_clock_gains_or_the_game_is_another() {
        let now = Instant::now();
        for (number, remaining) in [(2, 1011), (2, 61_000), (3, 500), (1, 500)] {
            let learned = learned_by(number, &limits(remaining, now));
            assert_eq!(learned, NOTHING, "{number} {remaining}");
        }
        let mut other = limits(500, now);
        other.time_source = TimeSource::Nodes(1000.try_into().unwrap());
        assert_eq!(learned_by(2, &other), NOTHING);
        let mut other = limits(500, now);
        other.clock.as_mut().unwrap().increment = ms(20);
        assert_eq!(learned_by(2, &other), NOTHING);
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, now));
        meter.begin(&position(2), &limits(500, now));
        meter.finish(now, ms(0));
        meter.forget();
        meter.begin(&position(3), &limits(100, now));
        assert_eq!(learned(&meter), NOTHING);
    }

    #[test]
    fn an_expected_move_costs_the_time_since_it_was_made() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &pondering(1000, now));
        meter.ponderhit(now + ms(5000), None);
        meter.finish(now + ms(5020), ms(0));
        meter.begin(&position(2), &limits(950, now));
        assert_eq!(learned(&meter).1, ms(40));
    }

    #[test]
    fn pondering_does_not_hide_what_the_move_before_cost() {
        let now = Instant::now();
        for hit in [true, false] {
            let mut meter = LagMeter::default();
            meter.begin(&position(1), &limits(1000, now));
            meter.finish(now + ms(20), ms(0));
            // By the engine's own account; the clock is told with the opponent's move.
            meter.begin(&position(2), &pondering(990, now));
            assert_eq!(learned(&meter), NOTHING);
            let told = limits(930, now);
            match hit {
                true => meter.ponderhit(now + ms(700), told.clock),
                false => {
                    meter.finish(now + ms(700), ms(600));
                    meter.begin(&position(2), &told);
                }
            }
            assert_eq!(learned(&meter).1, ms(60), "{hit}");
        }
    }

    #[test]
    fn an_engine_measures_its_own_moves() {
        let mut engine = Engine::new();
        let events = engine.raw_events().clone();
        for (number, remaining) in [(1, 1_000_000), (2, 900_000)] {
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
        let config = engine.search_config(&limits(900_000, Instant::now()));
        // The second move has not been followed by another, but the first is already fading.
        let fading = MOST * (WORST_SHARE - 1) / WORST_SHARE;
        assert!(config.move_overhead.worst_lag >= fading);
    }

    #[test]
    fn a_search_that_stood_still_may_do_so_again() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, now));
        meter.finish(now + ms(90), ms(70));
        assert_eq!(learned(&meter), (ms(0), ms(70)));
    }

    #[test]
    fn the_worst_is_remembered_longer_than_what_is_usual_and_neither_for_ever() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        let mut number = 0;
        let mut turn = |meter: &mut LagMeter, lag: u64| {
            number += 10;
            meter.begin(&position(number), &limits(1_000_000, now));
            meter.finish(now, ms(0));
            meter.begin(&position(number + 1), &limits(1_000_010 - lag, now));
        };
        turn(&mut meter, 500_000);
        assert_eq!(learned(&meter), (USUAL_GROWTH / USUAL_SHARE, MOST));
        for _ in 0..22 {
            turn(&mut meter, 8);
        }
        let (usual, worst) = learned(&meter);
        assert!(usual > ms(7) && usual < ms(9), "{usual:?}");
        assert!(worst > ms(480) && worst < ms(520), "{worst:?}");
        for _ in 0..300 {
            turn(&mut meter, 0);
        }
        let (usual, worst) = learned(&meter);
        assert!(usual < ms(1) && worst < ms(1), "{usual:?} {worst:?}");
    }
}
