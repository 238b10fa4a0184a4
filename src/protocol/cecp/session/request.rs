//! A line of the GUI and the place for its answer.

use std::fmt::Display;
use std::time::Instant;

use super::super::format;
use super::super::version::Version;

/// A line of the GUI while it is handled.
pub(super) struct Request<'a> {
    /// The whole line, which errors quote.
    pub(super) line: &'a str,
    pub(super) received: Instant,
    pub(super) version: Version,
    pub(super) out: &'a mut Vec<String>,
}

impl Request<'_> {
    pub(super) fn write(&mut self, line: impl Into<String>) {
        self.out.push(line.into());
    }

    /// Answers that the command is refused.
    pub(super) fn error(&mut self, reason: impl Display) {
        self.error_about(self.line, reason);
    }

    /// Answers that the command makes no sense in the present state.
    pub(super) fn error_not_legal_now(&mut self) {
        self.error("command not legal now");
    }

    /// Answers that a move or a part of the command is refused.
    pub(super) fn error_about(&mut self, text: &str, reason: impl Display) {
        self.out.push(format::error(reason, text, self.version));
    }

    /// Answers that a move is refused.
    pub(super) fn illegal_move(&mut self, text: &str) {
        self.out
            .push(format::illegal_move(None, text, self.version));
    }

    /// Answers that a move is refused, and why.
    pub(super) fn illegal_move_because(&mut self, reason: &str, text: &str) {
        self.out
            .push(format::illegal_move(Some(reason), text, self.version));
    }
}
