//! The front-ends: text in, engine calls, events, text out. Only the `format` modules know how a
//! score or a move is written.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod cecp;
mod detect;
mod io;
mod log_file;
pub mod options;
mod run;
mod settings_file;
pub mod uci;

use std::time::Instant;

pub use detect::is_uci_command;
pub use log_file::LogFile;
pub use run::{RunConfig, Source, run};

use crate::engine::{Engine, RawEvent};

/// What a session is told.
#[derive(Clone, Debug)]
pub enum Input {
    /// A line of text without its end, and when it arrived.
    Line {
        /// The line.
        text: String,
        /// When it was read.
        received: Instant,
    },
    /// A line longer than any command; its text has been thrown away.
    Overlong,
    /// Standard input has been closed.
    EndOfInput,
    /// An event of the engine.
    Event(RawEvent),
}

/// Whether a session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// More input is wanted.
    Continue,
    /// The process shall end.
    Quit,
}

/// A conversation in one protocol: a state machine that owns the engine, takes input and events one
/// at a time and appends the lines it answers.
pub trait Session {
    /// Handles one input. Never blocks.
    fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow;

    /// Whether answers are still to come that nobody needs to ask for.
    fn is_busy(&self) -> bool;

    /// Hands the engine over, to go on in the other protocol.
    fn into_engine(self: Box<Self>) -> Engine;
}

/// A whole number with an optional sign; one that is too great is as great as can be.
fn parse_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX);
    Some(match text.starts_with('-') {
        true => -magnitude,
        false => magnitude,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate() {
        assert_eq!(parse_number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(parse_number("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(parse_number("-7"), Some(-7));
        for bad in ["", "-", "1.5", "1e3", "--1", "é"] {
            assert_eq!(parse_number(bad), None, "{bad}");
        }
    }
}
