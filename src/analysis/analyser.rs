//! One thread's analysis of games.

use std::sync::Arc;

use super::annotation::Annotation;
use super::config::AnalysisConfig;
use super::game::MainLine;
use super::position::search_position;
use crate::board::{KeyHistory, NamedGame};
use crate::search::{SearchError, Searcher, Signal};

/// Why there is no annotation of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The run was stopped.
    Stopped,
    /// A search failed, which is a bug.
    Failed,
}

/// Analyses games with one searcher.
pub(super) struct Analyser<'a> {
    searcher: Searcher,
    config: &'a AnalysisConfig,
    stop: &'a Arc<Signal>,
}

impl<'a> Analyser<'a> {
    pub(super) fn new(
        config: &'a AnalysisConfig,
        stop: &'a Arc<Signal>,
    ) -> Result<Analyser<'a>, SearchError> {
        Ok(Analyser {
            searcher: Searcher::new(config.hash, 1)?,
            config,
            stop,
        })
    }

    /// The rules of positions in EPD and FEN.
    pub(super) fn rules(&self) -> NamedGame {
        self.config.game
    }

    /// Searches the positions of a game from the last to the first, so that the transposition table tells the search of a
    /// position what followed in the game. Calls `observe` after each.
    pub(super) fn analyse(
        &mut self,
        game: &MainLine,
        observe: &mut dyn FnMut(),
    ) -> Result<Annotation, Interruption> {
        self.searcher.clear();
        let mut history = KeyHistory::default();
        for position in &game.positions[..game.moves.len()] {
            history.push(position.key());
        }
        let mut analyses = Vec::with_capacity(game.positions.len());
        for position in game.positions.iter().rev() {
            let analysis = search_position(
                &mut self.searcher,
                self.config,
                position,
                &history,
                analyses.is_empty(),
                self.stop,
            );
            if self.stop.is_stopped() {
                return Err(Interruption::Stopped);
            }
            analyses.push(analysis.ok_or(Interruption::Failed)?);
            history.pop();
            observe();
        }
        analyses.reverse();
        Ok(Annotation::new(game, analyses))
    }
}
