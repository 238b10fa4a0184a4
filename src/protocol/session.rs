//! The interface between a session and the loop that drives it.

use std::time::Instant;

use crate::engine::{Engine, RawEvent};

/// An input of a session.
#[derive(Clone, Debug)]
pub enum Input {
    /// A line of text.
    Line {
        /// The text, without the line end.
        text: String,
        /// The time of its arrival.
        received: Instant,
    },
    /// A line that is longer than any command. Only its first characters are kept.
    Overlong {
        /// The start of the text, without leading white space.
        start: String,
    },
    /// The end of standard input.
    EndOfInput,
    /// An event of the engine.
    Event(RawEvent),
}

/// Whether a session goes on after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// Wait for the next input.
    Continue,
    /// End the process.
    Quit,
}

/// A session in one protocol: a state machine that owns the engine, takes one input at a time and
/// appends its answers to a list of lines.
pub trait Session {
    /// Handles an input. Never blocks.
    fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow;

    /// Whether an answer is still to come without further commands.
    fn is_busy(&self) -> bool;

    /// Whether so much input waits to be handled that no more is to be read. Events make room again.
    fn is_full(&self) -> bool;

    /// Gives up the engine, to continue in the other protocol.
    fn into_engine(self: Box<Self>) -> Engine;
}
