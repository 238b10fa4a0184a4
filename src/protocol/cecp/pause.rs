//! `pause` and `resume`: nothing is thought about and no clock runs in between.
//!
//! A GUI sends nothing but `resume` to a paused engine. Whatever else comes is obeyed: commands about the
//! game end the pause, the others leave it.

use std::time::Instant;

use super::parse::{BoardCommand, Command, PlayCommand};
use super::session::CecpSession;
use crate::engine::Event;

/// A pause that is not over.
#[derive(Clone, Debug)]
pub(super) struct Pause {
    since: Instant,
    /// What searches have told meanwhile: they may have ended just before.
    events: Vec<Event>,
}

impl CecpSession {
    pub(super) fn pause(&mut self, received: Instant) {
        if self.paused.is_none() {
            self.engine.pause(received);
            self.paused = Some(Pause {
                since: received,
                events: Vec::new(),
            });
        }
    }

    /// Goes on where everything stood.
    pub(super) fn resume(&mut self, received: Instant, out: &mut Vec<String>) {
        let Some(pause) = self.paused.take() else {
            return;
        };
        self.engine.resume(received);
        if let Some(search) = &mut self.search {
            let from = pause.since.max(search.started);
            search.started += received.saturating_duration_since(from);
        }
        if let Some(since) = &mut self.opponent_since {
            let from = pause.since.max(*since);
            *since += received.saturating_duration_since(from);
        }
        for event in pause.events {
            self.handle_event(event, out);
        }
    }

    /// Ends the pause before a command that makes no sense in it.
    pub(super) fn resume_for(
        &mut self,
        command: &Command,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match command {
            Command::Play(PlayCommand::Draw) | Command::Board(BoardCommand::SetScore { .. }) => {}
            Command::Play(_) | Command::Board(_) => self.resume(received, out),
            _ => {}
        }
    }

    /// Nobody will say `resume` any more.
    pub(super) fn resume_for_good(&mut self, out: &mut Vec<String>) {
        if let Some(pause) = &self.paused {
            self.resume(pause.since, out);
        }
    }

    /// Puts an event aside until the pause ends. Gives back what has to be handled now.
    pub(super) fn hold_back(&mut self, event: Event) -> Option<Event> {
        match (&mut self.paused, event) {
            (Some(pause), event @ Event::Search { .. }) => {
                pause.events.push(event);
                None
            }
            (_, event) => Some(event),
        }
    }
}
