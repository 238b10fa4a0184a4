//! `pause` and `resume`.

use std::time::Instant;

use super::CecpSession;
use crate::engine::RawEvent;

impl CecpSession {
    /// Handles `pause`.
    pub(super) fn start_pause(&mut self, received: Instant) {
        if self.pause.start(received) {
            self.engine.pause(received);
        }
    }

    /// Handles `resume`.
    pub(super) fn resume(&mut self, received: Instant, out: &mut Vec<String>) {
        let held_back = self.end_pause(received);
        self.handle_events(held_back, out);
    }

    /// Lets the clocks and the search continue. Returns the events that were held back.
    pub(super) fn end_pause(&mut self, received: Instant) -> Vec<RawEvent> {
        let Some(pause) = self.pause.end() else {
            return Vec::new();
        };
        self.engine.resume(received);
        let held_up = self.search.resume(pause.since, received);
        self.clock.resume(pause.since, received);
        pause.into_events(held_up)
    }

    /// Ends the pause as if it had not been: no `resume` will come any more.
    pub(super) fn end_pause_without_resume(&mut self, out: &mut Vec<String>) {
        if let Some(since) = self.pause.since() {
            self.resume(since, out);
        }
    }
}
