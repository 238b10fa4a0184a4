//! A line of the GUI and the place for its answer.

use std::fmt::Display;
use std::time::Instant;

use super::super::format;

/// A line of the GUI while it is handled.
pub(super) struct Request<'a> {
    /// The whole line, which errors quote.
    pub(super) line: &'a str,
    pub(super) received: Instant,
    pub(super) out: &'a mut Vec<String>,
}

impl Request<'_> {
    pub(super) fn write(&mut self, line: impl Into<String>) {
        self.out.push(line.into());
    }

    /// Answers that the command is refused.
    pub(super) fn error(&mut self, reason: impl Display) {
        self.out.push(format::error(reason, self.line));
    }

    /// Answers that the command makes no sense in the present state.
    pub(super) fn error_not_legal_now(&mut self) {
        self.error("command not legal now");
    }
}
