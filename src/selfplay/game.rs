//! One game of the engine against itself.

use std::sync::Arc;
use std::time::Instant;

use super::adjudication::Adjudicator;
use super::opening::{Opening, OpeningGenerator, OpeningSource, RandomMoves};
use crate::board::{KeyHistory, Position, mix_bits};
use crate::data::{GameRecord, Termination};
use crate::search::{Limits, SearchConfig, SearchJob, SearchResult, Searcher, Signal};

/// Openings with a larger advantage for one side, in centipawns, are rejected.
const MAX_OPENING_SCORE: i32 = 1000;

/// A side wins with this score in centipawns for some plies. Of 31,503 games of generation 4a that it decided, 9 went on
/// to end otherwise; 5.7 % of all plies came after it.
const WIN_SCORE: i32 = 1200;

/// A game of this many plies, opening included, is drawn.
const MAX_PLIES: usize = 1000;

/// Plays games with one searcher.
pub(super) struct GamePlayer<'a> {
    pub searcher: Searcher,
    pub search_config: SearchConfig,
    pub seed: u64,
    pub soft_nodes: u64,
    pub hard_nodes: u64,
    pub stop: &'a Arc<Signal>,
}

impl GamePlayer<'_> {
    /// Plays the game with this number; `None` if it was stopped or a search failed.
    pub(super) fn play(&mut self, number: u64) -> Option<GameRecord> {
        // Mixed so that neighbouring seeds and numbers do not lead to the same games.
        let seed = mix_bits(mix_bits(self.seed).wrapping_add(number));
        let mut openings =
            OpeningGenerator::new(seed, OpeningSource::Mixed, RandomMoves::KeepMaterial);
        loop {
            let Some(opening) = openings.draw() else {
                continue;
            };
            self.searcher.clear();
            let first = self.search(&opening.position, &opening.history)?;
            if first.score.raw().abs() <= MAX_OPENING_SCORE {
                return self.play_from(number, opening, first);
            }
        }
    }

    /// Searches a position; `None` if the search was stopped or failed, or there is no legal move.
    fn search(&mut self, position: &Position, history: &KeyHistory) -> Option<SearchResult> {
        let limits = Limits {
            soft_nodes: Some(self.soft_nodes),
            nodes: Some(self.hard_nodes),
            ..Limits::none(Instant::now())
        };
        let result = self.searcher.search(&SearchJob {
            history: history.clone(),
            config: self.search_config.clone(),
            signal: Arc::new(Signal::within(self.stop)),
            ..SearchJob::new(*position, limits)
        });
        let result = result.ok()?;
        (!self.stop.is_stopped() && result.best.is_some()).then_some(result)
    }

    /// Plays a game on from an opening. `best` is the search result of its last position.
    fn play_from(
        &mut self,
        number: u64,
        opening: Opening,
        mut best: SearchResult,
    ) -> Option<GameRecord> {
        let Opening {
            start,
            moves,
            mut position,
            mut history,
        } = opening;
        let mut record = GameRecord {
            number,
            start,
            opening: moves,
            moves: Vec::new(),
            winner: None,
            termination: Termination::TooLong,
        };
        let mut adjudicator = Adjudicator::new(WIN_SCORE);
        loop {
            let plies = record.opening.len() + record.moves.len();
            let m = best.best?;
            record.moves.push((m, best.score));
            let side = position.side_to_move();
            history.push(position.key());
            position = position.after(m);
            let by_rule = position.outcome(&history).map(Termination::from_outcome);
            let by_score = adjudicator.add_score(plies, side, best.score);
            let by_length = (plies + 1 >= MAX_PLIES).then_some((Termination::TooLong, None));
            if let Some((termination, winner)) = by_rule.or(by_score).or(by_length) {
                (record.termination, record.winner) = (termination, winner);
                return Some(record);
            }
            best = self.search(&position, &history)?;
        }
    }
}
