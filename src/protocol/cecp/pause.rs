//! `pause` and `resume`: in between nothing is searched and no clock runs.
//!
//! A GUI sends nothing but `resume` to a paused engine. Other commands work all the same: those about the
//! game end the pause, the rest does not.

use std::time::{Duration, Instant};

use super::command::{BoardCommand, CecpCommand, PlayCommand};
use crate::engine::RawEvent;

/// Whether a pause is in force, and what it holds back.
#[derive(Clone, Debug, Default)]
pub(super) struct Pause {
    current: Option<PauseInForce>,
}

/// A pause that has not ended.
#[derive(Clone, Debug)]
pub(super) struct PauseInForce {
    /// When it started.
    pub(super) since: Instant,
    /// Reports of searches, which may have ended just before the pause.
    events: Vec<RawEvent>,
}

/// The effect of a command on a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PauseEnd {
    /// The pause continues.
    None,
    /// The pause ends, and the command comes after the events held back.
    ResumeFirst,
    /// The pause ends, and the command comes before the events held back: it may abandon the search that
    /// they are about.
    CommandFirst,
}

impl PauseEnd {
    /// The effect of a command on a pause in force.
    pub(super) fn of(command: &CecpCommand) -> PauseEnd {
        match command {
            CecpCommand::Play(PlayCommand::Draw)
            | CecpCommand::Board(BoardCommand::SetScore { .. }) => PauseEnd::None,
            CecpCommand::Play(PlayCommand::Go | PlayCommand::MoveNow | PlayCommand::Exit)
            | CecpCommand::Board(BoardCommand::UserMove(_))
            | CecpCommand::Resume => PauseEnd::ResumeFirst,
            CecpCommand::Play(_) | CecpCommand::Board(_) => PauseEnd::CommandFirst,
            _ => PauseEnd::None,
        }
    }
}

impl Pause {
    /// Starts a pause (`pause`). Returns whether none was in force.
    pub(super) fn start(&mut self, at: Instant) -> bool {
        let starts = self.current.is_none();
        if starts {
            self.current = Some(PauseInForce {
                since: at,
                events: Vec::new(),
            });
        }
        starts
    }

    /// Ends the pause in force (`resume`).
    pub(super) fn end(&mut self) -> Option<PauseInForce> {
        self.current.take()
    }

    /// When the pause in force started.
    pub(super) fn since(&self) -> Option<Instant> {
        self.current.as_ref().map(|pause| pause.since)
    }

    /// Holds a report of a search back while a pause is in force. Returns what is to be handled now.
    pub(super) fn hold_back(&mut self, event: RawEvent) -> Option<RawEvent> {
        match (&mut self.current, event) {
            (Some(pause), event) if event.is_from_search() => {
                pause.events.push(event);
                None
            }
            (_, event) => Some(event),
        }
    }
}

impl PauseInForce {
    /// The events held back, as if they had come after a pause that held the search up for so long.
    pub(super) fn into_events(self, held_up: Duration) -> Vec<RawEvent> {
        let mut events = self.events;
        for event in &mut events {
            event.delay(held_up);
        }
        events
    }
}
