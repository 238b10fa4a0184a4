//! One game of the engine against itself.

use std::sync::Arc;

use super::adjudication::Adjudicator;
use super::opening::{Opening, OpeningGenerator, OpeningSource, RandomMoves};
use crate::board::mix_bits;
use crate::data::{GameRecord, Termination};
use crate::search::{BestMove, NodeLimits, Signal, Solo};

/// Openings with a larger advantage for one side, in centipawns, are rejected.
const MAX_OPENING_SCORE: i32 = 1000;

/// A game of this many plies, opening included, is drawn.
const MAX_PLIES: usize = 1000;

/// Plays games with one searcher.
pub(super) struct GamePlayer<'a> {
    pub searcher: Solo,
    pub seed: u64,
    pub limits: NodeLimits,
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
            let first = self.search(&opening)?;
            if first.score.raw().abs() <= MAX_OPENING_SCORE {
                return self.play_from(number, opening, first);
            }
        }
    }

    fn search(&mut self, opening: &Opening) -> Option<BestMove> {
        self.searcher
            .search(&opening.position, &opening.history, self.limits, self.stop)
    }

    /// Plays a game on from an opening. `best` is the search result of its last position.
    fn play_from(
        &mut self,
        number: u64,
        opening: Opening,
        mut best: BestMove,
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
        let mut adjudicator = Adjudicator::default();
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
            best = self
                .searcher
                .search(&position, &history, self.limits, self.stop)?;
        }
    }
}
