//! Random openings.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::board::{CHESS960_POSITIONS, KeyHistory, Position};
use crate::data::StartPosition;
use crate::types::Move;

/// One game in so many begins with random back ranks, different ones for the two sides.
const CHESS960_EVERY: u32 = 10;

/// How many random plies there are; of two lengths, so that either side may be on move.
const PLIES: RangeInclusive<usize> = 8..=9;

/// A position that random moves have led to.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub start: StartPosition,
    pub moves: Vec<Move>,
    pub position: Position,
    /// The positions before.
    pub history: KeyHistory,
}

impl Opening {
    /// Draws openings until one is no end of a game.
    pub(super) fn draw(random: &mut Xoshiro256PlusPlus) -> Opening {
        loop {
            if let Some(opening) = Opening::attempt(random) {
                return opening;
            }
        }
    }

    fn attempt(random: &mut Xoshiro256PlusPlus) -> Option<Opening> {
        let start = match random.random_range(0..CHESS960_EVERY) {
            0 => StartPosition::Chess960(
                random.random_range(0..CHESS960_POSITIONS),
                random.random_range(0..CHESS960_POSITIONS),
            ),
            _ => StartPosition::Standard,
        };
        let plies = random.random_range(PLIES);
        let mut opening = Opening {
            start,
            moves: Vec::with_capacity(plies),
            position: start.position()?,
            history: KeyHistory::default(),
        };
        for _ in 0..plies {
            opening.play(random_move(&opening.position, random)?);
            if opening.position.outcome(&opening.history).is_some() {
                return None;
            }
        }
        Some(opening)
    }

    fn play(&mut self, m: Move) {
        self.history.push(self.position.key());
        self.moves.push(m);
        self.position = self.position.after(m);
    }
}

/// A random move that loses no material at once, if there is such a move; `None` if there is none at
/// all.
fn random_move(position: &Position, random: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let mut moves = position.legal_moves();
    while let Some(&m) = moves.choose(random) {
        if position.see_at_least(m, 0) || moves.len() == 1 {
            return Some(m);
        }
        moves.retain(|other| *other != m);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn openings_are_random_lose_nothing_and_go_on() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut chess960 = 0;
        let mut lengths = [0; 2];
        for _ in 0..2000 {
            let opening = Opening::draw(&mut random);
            chess960 += u32::from(opening.start != StartPosition::Standard);
            lengths[opening.moves.len() - PLIES.start()] += 1;
            let mut position = opening.start.position().unwrap();
            for &m in &opening.moves {
                let legal = position.legal_moves();
                assert!(legal.contains(&m));
                let loses = |m: &Move| !position.see_at_least(*m, 0);
                assert!(!loses(&m) || legal.iter().all(loses), "{position:?} {m:?}");
                position = position.after(m);
            }
            assert_eq!(position, opening.position);
            assert!(position.has_legal_move());
            assert_eq!(opening.history.len(), opening.moves.len());
        }
        assert!((150..250).contains(&chess960), "{chess960}");
        assert!(lengths.iter().all(|&count| count > 900), "{lengths:?}");
    }
}
