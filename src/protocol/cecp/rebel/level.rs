//! `setlevel`: the levels of Rebel Century.

use std::time::Duration;

use super::super::level::{Level, SecondControl, parse_seconds};
use super::super::parse_error::ParseError;
use crate::protocol::parse_number;
use crate::search::Limits;

/// A level of `setlevel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum RebelLevel {
    /// `1`, `4` and `5`
    Clock(Level),
    /// `2`: an exact time for each move
    TimePerMove(Duration),
    /// A limit other than time.
    NonTime(NonTimeLimit),
}

/// The limit of a search for a move without a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum NonTimeLimit {
    /// `0`: depth in plies
    Depth(u32),
    /// `3`: a mate within this many plies, by full width
    Mate(u32),
    /// `6`: until `?`
    Infinite,
}

/// The clock for an average time per move starts with this many times the average: the engine may borrow
/// it for a hard move.
const AVERAGE_RESERVE: u32 = 4;

/// Reads `TYPE` with its parameters; times are in seconds. Parameters that the type does not have are
/// ignored: some clients always send five.
pub(super) fn parse(text: &str) -> Result<RebelLevel, ParseError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (&kind, parameters) = words.split_first().ok_or(ParseError::TooFew)?;
    let clock = |base, increment| {
        RebelLevel::Clock(Level {
            moves: None,
            base,
            increment,
            second: None,
        })
    };
    Ok(match (kind, parameters) {
        ("0", [depth, ..]) => RebelLevel::NonTime(NonTimeLimit::Depth(count(depth, 1)?)),
        ("1", [moves, time, rest @ ..]) => RebelLevel::Clock(Level {
            moves: moves_per_period(moves)?,
            base: parse_seconds(time)?,
            increment: Duration::ZERO,
            second: parse_second_control(rest)?,
        }),
        ("2", [time, ..]) => RebelLevel::TimePerMove(parse_seconds(time)?),
        ("3", [plies, ..]) => RebelLevel::NonTime(NonTimeLimit::Mate(count(plies, 1)?)),
        ("4", [time, ..]) => {
            let time = parse_seconds(time)?;
            clock(time * AVERAGE_RESERVE, time)
        }
        ("5", [time, increment, ..]) => clock(parse_seconds(time)?, parse_seconds(increment)?),
        ("6", _) => RebelLevel::NonTime(NonTimeLimit::Infinite),
        ("0" | "1" | "2" | "3" | "4" | "5", _) => return Err(ParseError::TooFew),
        _ => return Err(ParseError::Bad),
    })
}

/// Reads the moves of a period; 0 for all moves of the game.
fn moves_per_period(text: &str) -> Result<Option<u32>, ParseError> {
    Ok(Some(count(text, 0)?).filter(|&moves| moves > 0))
}

/// Reads the second time control. Without its time, or with zeros, there is none.
fn parse_second_control(parameters: &[&str]) -> Result<Option<SecondControl>, ParseError> {
    let [moves, time, ..] = parameters else {
        return Ok(None);
    };
    let second = SecondControl {
        moves: moves_per_period(moves)?,
        time: parse_seconds(time)?,
    };
    let is_empty = second.moves.is_none() && second.time.is_zero();
    Ok((!is_empty).then_some(second))
}

/// Reads a whole number of at least `least`.
fn count(text: &str, least: u32) -> Result<u32, ParseError> {
    parse_number(text)
        .filter(|&number| number >= i64::from(least))
        .map(|number| u32::try_from(number).unwrap_or(u32::MAX))
        .ok_or(ParseError::Bad)
}

impl NonTimeLimit {
    /// Applies the limit beside a depth limit that is already set.
    pub(in super::super) fn apply(self, limits: &mut Limits) {
        let limit_depth = |limits: &mut Limits, depth: u32| {
            limits.depth = Some(limits.depth.map_or(depth, |limit| limit.min(depth)));
        };
        match self {
            NonTimeLimit::Depth(depth) => limit_depth(limits, depth),
            NonTimeLimit::Mate(plies) => limits.mate = Some(plies),
            NonTimeLimit::Infinite => limits.infinite = true,
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
            second: None,
        }))
    }

    /// Forty moves in two hours, and a second time control in seconds.
    fn two_controls(moves: Option<u32>, seconds: u64) -> Result<RebelLevel, ParseError> {
        Ok(RebelLevel::Clock(Level {
            moves: Some(40),
            base: Duration::from_secs(7200),
            increment: Duration::ZERO,
            second: Some(SecondControl {
                moves,
                time: Duration::from_secs(seconds),
            }),
        }))
    }

    #[test]
    fn every_type_is_read_with_times_in_seconds() {
        let non_time = |limit| Ok(RebelLevel::NonTime(limit));
        for (text, level) in [
            ("0 8", non_time(NonTimeLimit::Depth(8))),
            ("1 40 7200", clock(Some(40), 7200.0, 0.0)),
            ("1 0 600", clock(None, 600.0, 0.0)),
            ("2 5", Ok(RebelLevel::TimePerMove(Duration::from_secs(5)))),
            (
                "2 0.25",
                Ok(RebelLevel::TimePerMove(Duration::from_millis(250))),
            ),
            ("3 4", non_time(NonTimeLimit::Mate(4))),
            ("4 10", clock(None, 40.0, 10.0)),
            ("5 300 5", clock(None, 300.0, 5.0)),
            ("6", non_time(NonTimeLimit::Infinite)),
            ("  6  ", non_time(NonTimeLimit::Infinite)),
        ] {
            assert_eq!(parse(text), level, "{text}");
        }
    }

    #[test]
    fn a_tournament_has_one_or_two_time_controls() {
        for (text, level) in [
            ("1 40 7200 20 3600", two_controls(Some(20), 3600)),
            ("1 40 7200 0 1800", two_controls(None, 1800)),
            ("1 40 7200 20 0", two_controls(Some(20), 0)),
            ("1 40 7200 0 0", clock(Some(40), 7200.0, 0.0)),
            ("1 40 7200 20", clock(Some(40), 7200.0, 0.0)),
        ] {
            assert_eq!(parse(text), level, "{text}");
        }
    }

    #[test]
    fn surplus_parameters_are_ignored() {
        for (text, surplus) in [
            ("0 8", "0 0 0 0"),
            ("1 40 7200 20 3600", "0 x"),
            ("2 5", "0 0"),
            ("3 4", "x"),
            ("4 10", "-1 é"),
            ("5 300 5", "1.5 0 0"),
            ("6", "0 0 0 0 0"),
        ] {
            let longer = format!("{text} {surplus}");
            assert!(parse(text).is_ok(), "{text}");
            assert_eq!(parse(&longer), parse(text), "{longer}");
        }
    }

    #[test]
    fn malformed_levels_are_rejected() {
        for (text, error) in [
            ("", ParseError::TooFew),
            ("0", ParseError::TooFew),
            ("1 40", ParseError::TooFew),
            ("5", ParseError::TooFew),
            ("1 40 7200 x 3600", ParseError::Bad),
            ("1 40 7200 20 x", ParseError::Bad),
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
    fn enormous_numbers_do_not_overflow() {
        let nines = "9".repeat(100);
        for text in [format!("4 {nines}"), format!("5 {nines} {nines}")] {
            assert!(parse(&text).is_ok());
        }
        let mut limits = Limits::none(Instant::now());
        let level = parse(&format!("3 {nines}"));
        assert_eq!(level, Ok(RebelLevel::NonTime(NonTimeLimit::Mate(u32::MAX))));
        NonTimeLimit::Mate(u32::MAX).apply(&mut limits);
        assert_eq!((limits.mate, limits.depth), (Some(u32::MAX), None));
    }

    #[test]
    fn sd_limits_the_depth_beside_setlevel() {
        let limited = |limit: NonTimeLimit, depth| {
            let mut limits = Limits::none(Instant::now());
            limits.depth = depth;
            limit.apply(&mut limits);
            limits
        };
        assert_eq!(limited(NonTimeLimit::Depth(8), None).depth, Some(8));
        assert_eq!(limited(NonTimeLimit::Depth(8), Some(5)).depth, Some(5));
        assert_eq!(limited(NonTimeLimit::Mate(2), Some(5)).depth, Some(5));
        assert!(limited(NonTimeLimit::Mate(2), None).is_bounded());
        assert!(!limited(NonTimeLimit::Infinite, Some(5)).is_bounded());
    }
}
