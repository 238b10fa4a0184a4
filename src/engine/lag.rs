//! How much of the clock moves cost beyond the time that the engine knows of: a slow GUI, a network, other
//! programs on the machine. Learned from the clocks that the engine is told in the course of a game, as
//! servers measure the lag of their players.

use std::time::{Duration, Instant};

use crate::board::Position;
use crate::search::{Clock, Delays, Limits, TimeSource};
use crate::types::Color;

/// Of the usual lag this part is replaced by that of each move.
const USUAL_SHARE: u32 = 8;
/// The worst lag is forgotten by this part with each move: half of it within 44 moves.
const WORST_SHARE: u32 = 64;

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
pub struct LagMeter {
    last: Option<Turn>,
    delays: Delays,
}

impl LagMeter {
    /// What moves cost beyond the time that is spent on them.
    pub fn delays(&self) -> Delays {
        self.delays
    }

    /// The engine is asked for a move in this position. If it made the one before, the clock tells now
    /// what that has cost.
    pub fn begin(&mut self, position: &Position, limits: &Limits) {
        let last = self.last.take();
        let timed = limits.time_source == TimeSource::WallClock && !limits.infinite;
        let Some(clock) = limits.clock.filter(|_| timed) else {
            return;
        };
        let turn = Turn {
            side: position.side_to_move(),
            number: position.fullmove_number(),
            clock,
            since: limits.started,
            used: None,
        };
        if let Some(lag) = last.and_then(|last| last.lag(&turn)) {
            self.learn(lag);
        }
        self.last = Some(turn);
    }

    /// The opponent has made the expected move, at `at`.
    pub fn ponderhit(&mut self, at: Instant) {
        if let Some(turn) = &mut self.last {
            turn.since = at;
        }
    }

    /// The move was found at `at`, and for a time the search had stood still.
    pub fn finish(&mut self, at: Instant, stall: Duration) {
        if let Some(turn) = &mut self.last {
            turn.used = Some(at.saturating_duration_since(turn.since));
            self.delays.worst = self.delays.worst.max(stall);
        }
    }

    /// The clock tells nothing of the move being thought about.
    pub fn forget(&mut self) {
        self.last = None;
    }

    fn learn(&mut self, lag: Duration) {
        let Delays { usual, worst } = &mut self.delays;
        *usual = (*usual * (USUAL_SHARE - 1) + lag) / USUAL_SHARE;
        *worst = lag.max(*worst * (WORST_SHARE - 1) / WORST_SHARE);
    }
}

impl Turn {
    /// What the clock has lost beyond the time used until this next turn. Nothing is known where moves lie
    /// between, or where the clock has gained: at a time control, or by the opponent's favour.
    fn lag(&self, next: &Turn) -> Option<Duration> {
        let follows = next.side == self.side && next.number == self.number.saturating_add(1);
        let used = self.used.filter(|_| follows)?;
        (self.clock.remaining + self.clock.increment)
            .checked_sub(next.clock.remaining)?
            .checked_sub(used)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

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

    /// What is learned of a move that takes 20 ms, before which the clock shows 1000 ms.
    fn learned(number: u16, next: &Limits) -> Delays {
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, next.started));
        meter.finish(next.started + ms(20), ms(0));
        meter.begin(&position(number), next);
        meter.delays()
    }

    #[test]
    fn what_the_clock_loses_beyond_the_time_used_is_lag() {
        let now = Instant::now();
        let delays = learned(2, &limits(910, now));
        assert_eq!((delays.usual, delays.worst), (ms(10), ms(80)));
    }

    #[test]
    fn nothing_is_learned_where_the_clock_gains_or_the_game_is_another() {
        let now = Instant::now();
        for (number, remaining) in [(2, 1000), (2, 61_000), (3, 500), (1, 500)] {
            let delays = learned(number, &limits(remaining, now));
            assert_eq!(delays, Delays::default(), "{number} {remaining}");
        }
        let mut nodes = limits(500, now);
        nodes.time_source = TimeSource::Nodes(1000.try_into().unwrap());
        assert_eq!(learned(2, &nodes), Delays::default());
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, now));
        meter.begin(&position(2), &limits(500, now));
        meter.finish(now, ms(0));
        meter.forget();
        meter.begin(&position(3), &limits(100, now));
        assert_eq!(meter.delays(), Delays::default());
    }

    #[test]
    fn time_spent_pondering_is_none_of_the_clock() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, now));
        meter.ponderhit(now + ms(5000));
        meter.finish(now + ms(5020), ms(0));
        meter.begin(&position(2), &limits(950, now));
        assert_eq!(meter.delays().worst, ms(40));
    }

    #[test]
    fn a_search_that_stood_still_may_do_so_again() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        meter.begin(&position(1), &limits(1000, now));
        meter.finish(now + ms(90), ms(70));
        let delays = meter.delays();
        assert_eq!((delays.usual, delays.worst), (ms(0), ms(70)));
    }

    #[test]
    fn the_worst_is_remembered_longer_than_what_is_usual() {
        let now = Instant::now();
        let mut meter = LagMeter::default();
        for (number, lag) in std::iter::once(400).chain([8; 40]).enumerate() {
            let number = number as u16 + 1;
            meter.begin(&position(10 * number), &limits(1000, now));
            meter.finish(now, ms(0));
            meter.begin(&position(10 * number + 1), &limits(1010 - lag, now));
            meter.finish(now, ms(0));
        }
        let Delays { usual, worst } = meter.delays();
        assert!(usual > ms(7) && usual < ms(12), "{usual:?}");
        assert!(worst > ms(180) && worst < ms(300), "{worst:?}");
    }
}
