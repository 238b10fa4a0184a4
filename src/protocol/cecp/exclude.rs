//! `exclude` and `include`: the root moves that are searched, in analysis and in games.
//!
//! The set belongs to the position on the board, and with the next one all moves are in it again. When
//! none is left, an analysis waits in silence, and a game, which has to go on, knows no exclusion.

use std::time::Instant;

use super::format;
use super::parse::RootCommand;
use super::session::{CecpSession, Mode, Purpose};
use crate::search::Limits;
use crate::types::Move;

/// The moves of the position on the board that may be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RootMoves {
    /// `None` for all.
    chosen: Option<Vec<Move>>,
}

impl RootMoves {
    /// All moves again.
    pub(super) fn reset(&mut self) {
        self.chosen = None;
    }

    fn exclude_all(&mut self) {
        self.chosen = Some(Vec::new());
    }

    fn include(&mut self, m: Move) {
        if let Some(chosen) = &mut self.chosen
            && !chosen.contains(&m)
        {
            chosen.push(m);
        }
    }

    fn exclude(&mut self, m: Move, legal: &[Move]) {
        let chosen = self.chosen.get_or_insert_with(|| legal.to_vec());
        chosen.retain(|&other| other != m);
    }

    /// Whether every move has been excluded.
    pub(super) fn is_empty(&self) -> bool {
        self.chosen.as_ref().is_some_and(Vec::is_empty)
    }

    /// Restricts a search to the set, unless it is empty.
    pub(super) fn restrict(&self, limits: &mut Limits) {
        limits.search_moves = self.chosen.clone().filter(|moves| !moves.is_empty());
    }
}

impl CecpSession {
    /// Changes the set. What is being searched goes on with the new one.
    pub(super) fn change_root_moves(
        &mut self,
        command: &RootCommand,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        if !self.settle_turn() {
            out.push(format::error("command not legal now", line));
            return;
        }
        let position = self.engine.game().position();
        let before = self.root_moves.clone();
        match command {
            RootCommand::ExcludeAll => self.root_moves.exclude_all(),
            RootCommand::IncludeAll => self.root_moves.reset(),
            RootCommand::Exclude(text) | RootCommand::Include(text) => {
                // XBoard would take a line that begins with `Illegal` for the refusal of a move.
                let Ok(m) = position.parse_move(text) else {
                    out.push(format::error("no such move here", line));
                    return;
                };
                match command {
                    RootCommand::Exclude(_) => self.root_moves.exclude(m, &position.legal_moves()),
                    _ => self.root_moves.include(m),
                }
            }
        }
        if self.root_moves == before {
            return;
        }
        if self.mode == Mode::Analyze {
            self.analyze(received);
        } else {
            self.think_on();
        }
    }

    /// Begins the search for the engine's move anew, on the time that is left for it. Where the move
    /// was asked for already it is made at once, but never one that is excluded.
    fn think_on(&mut self) {
        if let Some(search) = &self.search
            && matches!(search.purpose, Purpose::Think)
        {
            let urgent = search.urgent;
            let limits = self.limits_of_thinking(search.started);
            self.start(Purpose::Think, limits);
            if urgent {
                self.move_now();
            }
        }
    }
}
