//! `pause` and `resume`: nothing is thought about and no clock runs in between.
//!
//! A GUI sends nothing but `resume` to a paused engine. Whatever else comes is obeyed: commands about the
//! game end the pause, the others leave it.

use std::time::Instant;

use super::parse::{BoardCommand, Command, PlayCommand};
use super::session::CecpSession;
use crate::engine::RawEvent;

/// A pause that is not over.
#[derive(Clone, Debug)]
pub(super) struct Pause {
    since: Instant,
    /// What searches have told meanwhile: they may have ended just before.
    events: Vec<RawEvent>,
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
        let held = self.end_pause(received);
        self.hear(held, out);
    }

    /// Lets the clocks go on. Gives back what searches have told in the pause, as if told after it.
    fn end_pause(&mut self, received: Instant) -> Vec<RawEvent> {
        let Some(mut pause) = self.paused.take() else {
            return Vec::new();
        };
        self.engine.resume(received);
        if let Some(search) = &mut self.search {
            let from = pause.since.max(search.started);
            let lost = received.saturating_duration_since(from);
            search.started += lost;
            for event in &mut pause.events {
                event.delay(lost);
            }
        }
        if let Some(since) = &mut self.opponent_since {
            let from = pause.since.max(*since);
            *since += received.saturating_duration_since(from);
        }
        pause.events
    }

    /// Takes what was held back. Of a search that has been abandoned since then nothing counts.
    pub(super) fn hear(&mut self, held: Vec<RawEvent>, out: &mut Vec<String>) {
        for event in held {
            self.handle_event(event, out);
        }
    }

    /// Ends the pause before a command that makes no sense in it. Gives back what is to be heard after
    /// the command: one that gives up the search does not want its move.
    pub(super) fn resume_for(
        &mut self,
        command: &Command,
        received: Instant,
        out: &mut Vec<String>,
    ) -> Vec<RawEvent> {
        match command {
            Command::Play(PlayCommand::Draw) | Command::Board(BoardCommand::SetScore { .. }) => {}
            Command::Play(PlayCommand::Go | PlayCommand::MoveNow | PlayCommand::Exit)
            | Command::Board(BoardCommand::Move(_)) => self.resume(received, out),
            Command::Play(_) | Command::Board(_) => return self.end_pause(received),
            _ => {}
        }
        Vec::new()
    }

    /// Nobody will say `resume` any more.
    pub(super) fn resume_for_good(&mut self, out: &mut Vec<String>) {
        if let Some(pause) = &self.paused {
            self.resume(pause.since, out);
        }
    }

    /// Puts an event aside until the pause ends. Gives back what has to be handled now.
    pub(super) fn hold_back(&mut self, event: RawEvent) -> Option<RawEvent> {
        match (&mut self.paused, event) {
            (Some(pause), event) if event.is_from_search() => {
                pause.events.push(event);
                None
            }
            (_, event) => Some(event),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::engine::Engine;
    use crate::protocol::{Input, Session};

    #[test]
    fn a_pause_is_charged_to_nobody() {
        let engine = Engine::new();
        let events = engine.raw_events().clone();
        let mut session = CecpSession::new(engine);
        let mut out = Vec::new();
        let mut say = |session: &mut CecpSession, text: &str, received| {
            let text = text.to_owned();
            let _ = session.handle(Input::Line { text, received }, &mut out);
        };
        let second = Duration::from_secs(1);
        let now = Instant::now();
        say(&mut session, "level 0 10 0", now);
        say(&mut session, "go", now - 5 * second);
        say(&mut session, "?", now);
        say(&mut session, "pause", now);
        loop {
            let Ok(event) = events.recv_timeout(60 * second) else {
                unreachable!("every search ends");
            };
            let is_end = event.is_search_end();
            let _ = session.handle(Input::Event(event), &mut Vec::new());
            if is_end {
                break;
            }
        }
        say(&mut session, "resume", now + 100 * second);
        assert!(session.opponent_since >= Some(now + 100 * second));
        let clock = session.clock.limits(now, 2).clock;
        let left = clock.map(|clock| clock.remaining);
        assert!(left <= Some(595 * second) && left > Some(500 * second));
    }
}
