//! Levels as Rebel has them.

use std::time::Duration;

use super::super::level::{Level, parse_seconds};
use super::super::parse::ParseError;
use crate::protocol::parse_number;
use crate::search::Limits;

/// How the engine is to use its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum RebelLevel {
    /// A clock.
    Clock(Level),
    /// An exact time for each move.
    TimePerMove(Duration),
    /// Something else than time tells when the engine moves.
    Untimed(Untimed),
}

/// What ends the thinking about a move where no clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Untimed {
    /// So many plies have been searched.
    Depth(u32),
    /// A mate in so many moves has been found, or looked for well beyond its length.
    Mate(u32),
    /// The user says so.
    Infinite,
}

/// A clock for an average time begins with so many times that: the engine may borrow that much for a
/// hard move, and has saved it up by the end.
const AVERAGE_RESERVE: u32 = 4;

/// Much of the tree is not searched to the full depth, so a mate is looked for beyond its length before
/// it is taken that there is none. Of 37 mates in up to 5, 17 are found with 8 plies more, 28 with 12,
/// and still 28 with 16.
const PLIES_BEYOND_MATE: u32 = 12;

/// Reads `TYPE` with its parameters; times are in seconds.
pub(super) fn parse(text: &str) -> Result<RebelLevel, ParseError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (&kind, parameters) = words.split_first().ok_or(ParseError::TooFew)?;
    let clock = |moves, base, increment| {
        RebelLevel::Clock(Level {
            moves,
            base,
            increment,
        })
    };
    Ok(match (kind, parameters) {
        ("0", [depth]) => RebelLevel::Untimed(Untimed::Depth(count(depth, 1)?)),
        ("1", [moves, time]) => {
            let moves = count(moves, 0)?;
            let moves = (moves > 0).then_some(moves);
            clock(moves, parse_seconds(time)?, Duration::ZERO)
        }
        ("2", [time]) => RebelLevel::TimePerMove(parse_seconds(time)?),
        ("3", [moves]) => RebelLevel::Untimed(Untimed::Mate(count(moves, 1)?)),
        ("4", [time]) => {
            let time = parse_seconds(time)?;
            clock(None, time * AVERAGE_RESERVE, time)
        }
        ("5", [time, increment]) => clock(None, parse_seconds(time)?, parse_seconds(increment)?),
        ("6", []) => RebelLevel::Untimed(Untimed::Infinite),
        ("0" | "2" | "3" | "4", []) | ("1" | "5", [] | [_]) => return Err(ParseError::TooFew),
        ("0" | "1" | "2" | "3" | "4" | "5" | "6", _) => return Err(ParseError::TooMany),
        _ => return Err(ParseError::Bad),
    })
}

/// A whole number, at least this.
fn count(text: &str, least: u32) -> Result<u32, ParseError> {
    parse_number(text)
        .filter(|&number| number >= i64::from(least))
        .map(|number| u32::try_from(number).unwrap_or(u32::MAX))
        .ok_or(ParseError::Bad)
}

impl Untimed {
    /// Bounds a search, in which a bound on the depth may be set already.
    pub(in super::super) fn bound(self, limits: &mut Limits) {
        let bound_depth = |limits: &mut Limits, depth: u32| {
            limits.depth = Some(limits.depth.map_or(depth, |bound| bound.min(depth)));
        };
        match self {
            Untimed::Depth(depth) => bound_depth(limits, depth),
            Untimed::Mate(moves) => {
                limits.mate = Some(moves);
                let plies = moves.saturating_mul(2).saturating_add(PLIES_BEYOND_MATE);
                bound_depth(limits, plies);
            }
            Untimed::Infinite => limits.infinite = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn clock(moves: Option<u32>, base: f64, increment: f64) -> Result<RebelLevel, ParseError> {
        Ok(RebelLevel::Clock(Level {
            moves,
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        }))
    }

    #[test]
    fn every_type_with_times_in_seconds() {
        let untimed = |untimed| Ok(RebelLevel::Untimed(untimed));
        for (text, level) in [
            ("0 8", untimed(Untimed::Depth(8))),
            ("1 40 7200", clock(Some(40), 7200.0, 0.0)),
            ("1 0 600", clock(None, 600.0, 0.0)),
            ("2 5", Ok(RebelLevel::TimePerMove(Duration::from_secs(5)))),
            (
                "2 0.25",
                Ok(RebelLevel::TimePerMove(Duration::from_millis(250))),
            ),
            ("3 4", untimed(Untimed::Mate(4))),
            ("4 10", clock(None, 40.0, 10.0)),
            ("5 300 5", clock(None, 300.0, 5.0)),
            ("6", untimed(Untimed::Infinite)),
            ("  6  ", untimed(Untimed::Infinite)),
        ] {
            assert_eq!(parse(text), level, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, error) in [
            ("", ParseError::TooFew),
            ("0", ParseError::TooFew),
            ("1 40", ParseError::TooFew),
            ("5", ParseError::TooFew),
            ("0 1 2", ParseError::TooMany),
            ("1 40 60 3", ParseError::TooMany),
            ("6 1", ParseError::TooMany),
            ("7 1", ParseError::Bad),
            ("-1 1", ParseError::Bad),
            ("x", ParseError::Bad),
            ("0 0", ParseError::Bad),
            ("0 -3", ParseError::Bad),
            ("0 x", ParseError::Bad),
            ("1 -1 60", ParseError::Bad),
            ("2 x", ParseError::Bad),
            ("3 0", ParseError::Bad),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn enormous_numbers_do_no_harm() {
        let nines = "9".repeat(100);
        for text in [format!("4 {nines}"), format!("5 {nines} {nines}")] {
            assert!(parse(&text).is_ok());
        }
        let mut limits = Limits::none(Instant::now());
        let level = parse(&format!("3 {nines}"));
        assert_eq!(level, Ok(RebelLevel::Untimed(Untimed::Mate(u32::MAX))));
        Untimed::Mate(u32::MAX).bound(&mut limits);
        assert_eq!(
            (limits.mate, limits.depth),
            (Some(u32::MAX), Some(u32::MAX))
        );
    }

    #[test]
    fn a_bound_on_the_depth_holds_beside_a_level() {
        let bounded = |untimed: Untimed, depth| {
            let mut limits = Limits::none(Instant::now());
            limits.depth = depth;
            untimed.bound(&mut limits);
            limits
        };
        assert_eq!(bounded(Untimed::Depth(8), None).depth, Some(8));
        assert_eq!(bounded(Untimed::Depth(8), Some(5)).depth, Some(5));
        assert_eq!(bounded(Untimed::Mate(2), Some(5)).depth, Some(5));
        assert!(bounded(Untimed::Mate(2), None).is_bounded());
        assert!(!bounded(Untimed::Infinite, Some(5)).is_bounded());
    }
}
