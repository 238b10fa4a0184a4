//! One game of the engine against itself.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::adjudication::Adjudicator;
use super::opening::Opening;
use crate::board::mix_bits;
use crate::data::{GameRecord, Termination};
use crate::search::{BestMove, NodeLimits, Signal, Solo};
use crate::types::Color;

/// An opening in which one side is so many centipawns ahead is not played.
const DECIDED: i32 = 1000;

/// A game that is not over after so many plies, the opening included, is drawn.
const MAX_PLIES: usize = 1000;

/// Plays games.
pub(super) struct Player<'a> {
    pub solo: Solo,
    pub seed: u64,
    pub limits: NodeLimits,
    pub stop: &'a Arc<Signal>,
}

impl Player<'_> {
    /// Plays the game with this number; `None` if it was stopped.
    pub(super) fn play(&mut self, number: u64) -> Option<GameRecord> {
        // Neighbouring seeds and numbers must not lead to the same games.
        let seed = mix_bits(mix_bits(self.seed).wrapping_add(number));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let opening = Opening::draw(&mut random);
            self.solo.clear();
            let first = self.search(&opening)?;
            if first.score.raw().abs() <= DECIDED {
                return self.play_from(number, opening, first);
            }
        }
    }

    fn search(&mut self, game: &Opening) -> Option<BestMove> {
        self.solo
            .search(&game.position, &game.history, self.limits, self.stop)
    }

    fn play_from(
        &mut self,
        number: u64,
        mut opening: Opening,
        first: BestMove,
    ) -> Option<GameRecord> {
        let mut record = GameRecord {
            number,
            start: opening.start,
            opening: std::mem::take(&mut opening.moves),
            moves: Vec::new(),
            winner: None,
            termination: Termination::TooLong,
        };
        let Opening {
            mut position,
            mut history,
            ..
        } = opening;
        let mut adjudicator = Adjudicator::default();
        let mut found = first;
        loop {
            let plies = record.opening.len() + record.moves.len();
            let m = found.best?;
            record.moves.push((m, found.score));
            let side = position.side_to_move();
            history.push(position.key());
            position = position.after(m);
            let by_rule = || position.outcome(&history).map(Termination::from_outcome);
            let by_score = adjudicator.observe(plies, side, found.score);
            let end = by_rule().or(by_score).or_else(|| too_long(plies + 1));
            if let Some((termination, winner)) = end {
                (record.termination, record.winner) = (termination, winner);
                return Some(record);
            }
            found = self
                .solo
                .search(&position, &history, self.limits, self.stop)?;
        }
    }
}

fn too_long(plies: usize) -> Option<(Termination, Option<Color>)> {
    (plies >= MAX_PLIES).then_some((Termination::TooLong, None))
}
