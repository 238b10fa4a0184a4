//! Time controls: `level`, the times of `st`, and the clocks of `setlevel`.

use std::time::Duration;

use super::parse_error::ParseError;

/// Cap on all times: more than any game takes, and far from overflow.
const LONGEST: Duration = Duration::from_secs(10_000_000);

/// A conventional or incremental time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Moves per period; `None` if the base is for the whole game.
    pub(super) moves: Option<u32>,
    /// Time per period.
    pub(super) base: Duration,
    /// Time added after each move.
    pub(super) increment: Duration,
    /// The time control after the first period; `None` if that repeats.
    pub(super) second: Option<SecondControl>,
}

/// The second of two time controls. It repeats for the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecondControl {
    /// Moves per period, at least 1; `None` if the time is for all moves that remain.
    pub(super) moves: Option<u32>,
    /// Time added for each period.
    pub(super) time: Duration,
}

impl Default for Level {
    /// Forty moves in five minutes, until `level` comes.
    fn default() -> Level {
        Level {
            moves: Some(40),
            base: Duration::from_secs(5 * 60),
            increment: Duration::ZERO,
            second: None,
        }
    }
}

impl Level {
    /// Moves to the next time control after `made` moves; `None` if there is none.
    pub(super) fn moves_to_go(&self, made: usize) -> Option<u32> {
        let first = self.moves?;
        let made = u32::try_from(made).unwrap_or(u32::MAX);
        match (self.second, made.checked_sub(first)) {
            (Some(second), Some(made)) => second.moves.map(|moves| moves - made % moves),
            _ => Some(first - made % first),
        }
    }

    /// Reads `MOVES BASE INCREMENT`: 0 moves mean the whole game, the base is in minutes, `minutes:seconds` or
    /// `hours:minutes:seconds`, the increment in seconds. Numbers may have decimals; the rest of the word (`25+5`) is
    /// ignored.
    pub(super) fn parse(text: &str) -> Result<Level, ParseError> {
        let mut words = text.split_ascii_whitespace();
        let moves = words.next().ok_or(ParseError::TooFew)?;
        let base = words.next().ok_or(ParseError::TooFew)?;
        let increment = words.next();
        if words.next().is_some() {
            return Err(ParseError::TooMany);
        }
        let (moves, _) = leading_number(moves).ok_or(ParseError::Bad)?;
        let moves = moves as u32; // saturates, and drops decimals
        Ok(Level {
            moves: (moves > 0).then_some(moves),
            base: parse_time(base, 60.0)?,
            increment: increment.map_or(Ok(Duration::ZERO), parse_seconds)?,
            second: None,
        })
    }
}

/// Reads seconds, with decimals or without, `minutes:seconds` or `hours:minutes:seconds`.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, ParseError> {
    parse_time(text, 1.0)
}

/// Reads a time: a number of `unit` seconds, `minutes:seconds`, or `hours:minutes:seconds` as ChessX sends it.
fn parse_time(text: &str, unit: f64) -> Result<Duration, ParseError> {
    let (number, mut rest) = leading_number(text).ok_or(ParseError::Bad)?;
    if !rest.starts_with(':') {
        return Ok(duration(number * unit));
    }
    let mut seconds = number;
    for _ in 0..2 {
        let Some(part) = rest.strip_prefix(':') else {
            break;
        };
        let (number, after) = leading_number(part).unwrap_or((0.0, ""));
        seconds = seconds * 60.0 + number;
        rest = after;
    }
    Ok(duration(seconds))
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).map_or(LONGEST, |time| time.min(LONGEST))
}

/// The number at the start of a text, 0 if negative, and the rest of the text.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let mut point_seen = false;
    let end = unsigned
        .find(|c: char| match c {
            '.' => std::mem::replace(&mut point_seen, true),
            _ => !c.is_ascii_digit(),
        })
        .unwrap_or(unsigned.len());
    let (number, rest) = unsigned.split_at(end);
    let number: f64 = number.parse().ok()?;
    Some((if unsigned == text { number } else { 0.0 }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(moves: u32, base: f64, increment: f64) -> Result<Level, ParseError> {
        Ok(Level {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
            second: None,
        })
    }

    #[test]
    fn times_are_read_in_every_spelling() {
        for (text, expected) in [
            ("40 5 0", level(40, 300.0, 0.0)),
            ("40 0:30 0", level(40, 30.0, 0.0)),
            ("0 2 12", level(0, 120.0, 12.0)),
            ("0 2 0.5", level(0, 120.0, 0.5)),
            ("0 1:05 .25", level(0, 65.0, 0.25)),
            ("0 0.5 0", level(0, 30.0, 0.0)),
            ("0 25+5 5", level(0, 1500.0, 5.0)),
            ("60 15:00+3 3", level(60, 900.0, 3.0)),
            ("0 0 0", level(0, 0.0, 0.0)),
            ("-1 -5 -2", level(0, 0.0, 0.0)),
            ("40 5", level(40, 300.0, 0.0)),
            ("0 01:30:05 2", level(0, 5405.0, 2.0)),
        ] {
            assert_eq!(Level::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn times_per_move_are_seconds_or_minutes_and_seconds() {
        for (text, seconds) in [
            ("30", 30.0),
            ("0.1", 0.1),
            ("0:30", 30.0),
            ("1:05", 65.0),
            ("2:", 120.0),
        ] {
            let expected = Duration::from_secs_f64(seconds);
            assert_eq!(parse_seconds(text), Ok(expected), "{text}");
        }
        assert_eq!(parse_seconds(":30"), Err(ParseError::Bad));
    }

    #[test]
    fn the_second_time_control_follows_the_first_and_repeats() {
        let level = |moves, second_moves| Level {
            moves,
            second: Some(SecondControl {
                moves: second_moves,
                time: Duration::from_secs(3),
            }),
            ..Level::default()
        };
        let to_go = |level: Level, made: &[usize]| -> Vec<_> {
            made.iter().map(|&made| level.moves_to_go(made)).collect()
        };
        let both = level(Some(40), Some(20));
        assert_eq!(
            to_go(both, &[0, 39, 40, 59, 60, 79, 80]),
            [40, 1, 20, 1, 20, 1, 20].map(Some)
        );
        assert_eq!(
            to_go(level(Some(40), None), &[0, 39, 40, 500]),
            [Some(40), Some(1), None, None]
        );
        assert_eq!(to_go(level(None, Some(20)), &[0, 40]), [None, None]);
        assert_eq!(
            both.moves_to_go(usize::MAX).map(|moves| moves <= 20),
            Some(true)
        );
    }

    #[test]
    fn malformed_levels_are_rejected() {
        for (text, error) in [
            ("", ParseError::TooFew),
            ("40", ParseError::TooFew),
            ("40 5 0 1", ParseError::TooMany),
            ("x 5 0", ParseError::Bad),
            ("40 x 0", ParseError::Bad),
            ("40 5 x", ParseError::Bad),
            ("40 . 0", ParseError::Bad),
            ("40 é 0", ParseError::Bad),
        ] {
            assert_eq!(Level::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn enormous_numbers_are_capped() {
        let nines = "9".repeat(400);
        let level = Level::parse(&format!("{nines} {nines}:{nines} {nines}"));
        assert_eq!(
            level,
            Ok(Level {
                moves: Some(u32::MAX),
                base: LONGEST,
                increment: LONGEST,
                second: None,
            })
        );
    }
}
