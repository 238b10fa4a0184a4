//! The choice among the moves of an opening book.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::book::BookMove;
use crate::types::Move;

/// How a book move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookSelection {
    /// At random, in proportion to the weights.
    #[default]
    Weighted,
    /// The move of largest weight.
    Best,
    /// At random, all with equal probability.
    Uniform,
}

impl BookSelection {
    /// Chooses one of the moves, which are sorted by weight, the largest first.
    pub(super) fn choose(self, moves: &[BookMove], random: &mut impl Rng) -> Option<Move> {
        let chosen = match self {
            BookSelection::Best => moves.first(),
            BookSelection::Uniform => moves.choose(random),
            BookSelection::Weighted => {
                let sum: u32 = moves
                    .iter()
                    .map(|book_move| u32::from(book_move.weight))
                    .sum();
                let mut rest = if sum == 0 {
                    0
                } else {
                    random.random_range(0..sum)
                };
                moves.iter().find(|book_move| {
                    let weight = u32::from(book_move.weight);
                    let is_chosen = rest < weight;
                    rest = rest.saturating_sub(weight);
                    is_chosen
                })
            }
        };
        chosen.map(|book_move| book_move.m)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::board::Position;

    fn moves(weights: &[(&str, u16)]) -> Vec<BookMove> {
        let position = Position::startpos();
        let moves = weights.iter().map(|&(text, weight)| BookMove {
            m: position.parse_move(text).unwrap(),
            weight,
        });
        moves.collect()
    }

    /// Number of times that each move is chosen in 4000 choices.
    fn counts(moves: &[BookMove], selection: BookSelection) -> Vec<usize> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = vec![0; moves.len()];
        for _ in 0..4000 {
            let m = selection.choose(moves, &mut random).unwrap();
            counts[moves.iter().position(|book_move| book_move.m == m).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn the_selection_sets_the_frequency_of_each_move() {
        let moves = moves(&[("e2e4", 65_535), ("d2d4", 20_000), ("c2c4", 1)]);
        assert_eq!(counts(&moves, BookSelection::Best), [4000, 0, 0]);
        let uniform = counts(&moves, BookSelection::Uniform);
        assert!(
            uniform.iter().all(|n| (1150..1500).contains(n)),
            "{uniform:?}"
        );
        let weighted = counts(&moves, BookSelection::Weighted);
        assert!(
            (2950..3200).contains(&weighted[0]) && weighted[2] < 5,
            "{weighted:?}"
        );
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for selection in [
            BookSelection::Best,
            BookSelection::Uniform,
            BookSelection::Weighted,
        ] {
            assert_eq!(selection.choose(&[], &mut random), None);
        }
    }
}
