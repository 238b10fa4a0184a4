//! Handles the events of the engine.

use std::time::Instant;

use super::super::format;
use super::super::rebel::state::current_move_line;
use super::super::search::Finished;
use super::super::version::Version;
use super::CecpSession;
use crate::engine::{EngineEvent, RawEvent};
use crate::search::{Info, Report};
use crate::types::Move;

impl CecpSession {
    /// Handles events that a pause has held back. Those of an abandoned search have no effect.
    pub(super) fn handle_events(&mut self, events: Vec<RawEvent>, out: &mut Vec<String>) {
        for event in events {
            self.handle_event(event, out);
        }
    }

    pub(super) fn handle_event(&mut self, event: RawEvent, out: &mut Vec<String>) {
        let Some(event) = self.pause.hold_back(event) else {
            return;
        };
        match self.engine.accept(event) {
            Some(EngineEvent::Report(Report::Progress(info))) => self.show_progress(info, out),
            Some(EngineEvent::Report(Report::CurrentMove(current))) => {
                self.search.set_current_move(current);
                self.rebel.current_move_changed();
                self.show_current_move(out);
            }
            Some(EngineEvent::Report(Report::Done(best, finished))) => match self.search.finish() {
                Some(Finished::Move(search)) => {
                    self.make_own_move(best, &search, finished, out);
                }
                Some(Finished::Hint) => out.extend(best.best.map(|m| self.hint_text(m))),
                None => {}
            },
            Some(EngineEvent::BookLine(line)) => {
                let (notation, columns) = (self.notation(), self.shows_columns());
                out.extend(self.search.book_line(&line, notation, columns));
            }
            Some(EngineEvent::Prepared(Err(reason))) => out.push(format::user_error(reason)),
            Some(EngineEvent::Prepared(Ok(Some(message)))) if self.features.debug() => {
                out.push(format::comment(message));
            }
            // CECP has no lines for the rest.
            Some(EngineEvent::Report(_) | EngineEvent::Prepared(Ok(_))) | None => {}
        }
    }

    fn show_progress(&mut self, info: Info, out: &mut Vec<String>) {
        self.show_ponder_hint(out);
        if self.search.is_thinking() && info.multi_pv == 1 {
            self.draw_resign.set_score(info.score);
        }
        if let Some(root) = self.search.root() {
            self.rebel.add_scores(root, &info);
        }
        self.show_current_move(out);
        let (notation, columns) = (self.notation(), self.shows_columns());
        out.extend(self.search.progress(info, notation, columns));
        let hint = self.search.take_requested_hint();
        out.extend(hint.map(|m| self.hint_text(m)));
    }

    /// Whether thinking output has the optional columns. A GUI of version 1 would take them for moves.
    fn shows_columns(&self) -> bool {
        self.features.version() == Version::Two && self.engine.options().thinking_columns
    }

    /// `Hint: MOVE`, a move of the side on move.
    pub(super) fn hint_text(&self, m: Move) -> String {
        format!("Hint: {}", self.move_text(m))
    }

    /// Names the root move being searched (`var:curmov`), if that is due.
    fn show_current_move(&mut self, out: &mut Vec<String>) {
        if self.rebel.is_current_move_due(Instant::now()) {
            let text = self.current_move_text();
            out.extend(text.map(|text| current_move_line(&text)));
        }
    }

    /// Names the reply that is pondered on, once (`Hint: MOVE`).
    pub(super) fn show_ponder_hint(&mut self, out: &mut Vec<String>) {
        if let Some(m) = self.search.take_ponder_hint() {
            out.push(self.hint_text(m));
        }
    }

    /// The root move being searched: iteration, number of the move, number of moves, and the move
    /// (`var:curmov`).
    pub(super) fn current_move_text(&self) -> Option<String> {
        let (current, move_count) = self.search.current_move()?;
        let m = self.coordinate_text(current.m);
        Some(format!(
            "{} {} {move_count} {m}",
            current.depth, current.number
        ))
    }
}
