//! Analysis: the engine thinks about whatever is on the board, and makes no moves.

use std::time::Instant;

use super::format::{self, Status};
use super::session::{CecpSession, Mode, Purpose};
use crate::search::Limits;

impl CecpSession {
    pub(super) fn enter_analysis(&mut self, received: Instant) {
        // No error where the turn cannot be changed: XBoard would take it that there is no analysis.
        if self.mode == Mode::Analyze || !self.settle_turn() {
            return;
        }
        self.mode = Mode::Analyze;
        self.over = false;
        // The user makes moves for both sides.
        self.forget_judgement();
        self.analyze(received);
    }

    pub(super) fn leave_analysis(&mut self) {
        if self.mode == Mode::Analyze {
            self.abandon();
            self.mode = Mode::Force;
        }
    }

    /// Analyses the position on the board. Where there is nothing to search the mode goes on without.
    pub(super) fn analyze(&mut self, received: Instant) {
        self.abandon();
        let searchable = self.engine.game().position().has_legal_move();
        let idle = !searchable || self.root_moves.is_empty();
        if self.refused || self.editor.is_some() || idle {
            return;
        }
        let mut limits = Limits::none(received);
        limits.infinite = true;
        limits.multi_pv = self.engine.options().multi_pv;
        limits.time_source = self.clock.time_source();
        self.root_moves.restrict(&mut limits);
        self.start(Purpose::Analyze, limits);
    }

    /// Answers `.`: always in analysis, otherwise while a search runs.
    pub(super) fn report_status(&self, received: Instant, out: &mut Vec<String>) {
        let mut status = Status::default();
        match &self.search {
            None if self.mode != Mode::Analyze => return,
            None => {}
            Some(search) => {
                status.time = received.saturating_duration_since(search.started);
                status.moves = search.moves;
                status.moves_left = search.moves;
                if let Some(info) = &search.info {
                    status.nodes = info.nodes;
                    status.depth = info.depth;
                }
                if let Some(current) = search.current {
                    status.depth = current.depth;
                    status.moves_left = search.moves.saturating_sub(current.number);
                    status.current = Some(self.notation().write(&search.root, current.m));
                }
            }
        }
        out.push(format::status(&status));
    }
}
