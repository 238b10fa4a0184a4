//! `exclude` and `include`: the root moves that are searched, in analysis and in games.
//!
//! The set belongs to the position on the board; another position includes all moves again. A set that was
//! made before analysis started is for that analysis alone: python-chess makes one for each call that names
//! root moves, and none for a call that does not. When no move is left, nothing is searched until one is
//! included: analysis waits in silence, and in a game the engine makes no move while its clock runs on.

use super::command::ExcludeCommand;
use super::notation::parse_move;
use crate::board::AnyPosition;
use crate::search::Limits;
use crate::types::Move;

/// The root moves that may be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RootMoves {
    /// `None` for all.
    included: Option<Vec<Move>>,
    /// The last change came outside of analysis.
    made_outside_analysis: bool,
}

/// The command names no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoSuchMove;

impl RootMoves {
    /// Includes all moves again.
    pub(super) fn reset(&mut self) {
        self.included = None;
    }

    /// Analysis has ended.
    pub(super) fn end_analysis(&mut self) {
        if self.made_outside_analysis {
            self.reset();
        }
    }

    /// Handles `exclude` and `include`. Returns whether the set has changed.
    pub(super) fn handle(
        &mut self,
        command: &ExcludeCommand,
        position: &AnyPosition,
        in_analysis: bool,
    ) -> Result<bool, NoSuchMove> {
        let before = self.included.clone();
        match command {
            ExcludeCommand::ExcludeAll => self.included = Some(Vec::new()),
            ExcludeCommand::IncludeAll => self.reset(),
            ExcludeCommand::Exclude(text) => {
                let m = parse_move(position, text).map_err(|_| NoSuchMove)?;
                self.exclude(m, &position.legal_moves());
            }
            ExcludeCommand::Include(text) => {
                let m = parse_move(position, text).map_err(|_| NoSuchMove)?;
                self.include(m);
            }
        }
        let changed = self.included != before;
        if changed {
            self.made_outside_analysis = !in_analysis;
        }
        Ok(changed)
    }

    fn include(&mut self, m: Move) {
        if let Some(included) = &mut self.included
            && !included.contains(&m)
        {
            included.push(m);
        }
    }

    fn exclude(&mut self, m: Move, legal: &[Move]) {
        let included = self.included.get_or_insert_with(|| legal.to_vec());
        included.retain(|&other| other != m);
    }

    /// Whether a move may be searched.
    pub(super) fn includes(&self, m: Move) -> bool {
        self.included
            .as_ref()
            .is_none_or(|included| included.contains(&m))
    }

    /// Whether every move is excluded.
    pub(super) fn is_empty(&self) -> bool {
        self.included.as_ref().is_some_and(Vec::is_empty)
    }

    /// Restricts a search to the set.
    pub(super) fn restrict(&self, limits: &mut Limits) {
        limits.search_moves.clone_from(&self.included);
    }
}
