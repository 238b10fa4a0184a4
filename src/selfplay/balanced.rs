//! Distinct, balanced openings, as OpenBench's data generation needs them.

use std::collections::HashSet;
use std::time::Instant;

use super::opening::{Opening, OpeningGenerator, OpeningSource, RandomMoves};
use crate::board::Position;
use crate::search::{Limits, SearchError, SearchJob, search_to_completion};

/// The largest advantage of one side in a balanced opening, in centipawns.
const MAX_IMBALANCE: i32 = 400;

/// Nodes of the search that measures the advantage.
const BALANCE_NODES: u64 = 2000;

/// After this many attempts an unbalanced opening is accepted, which endgame books need, …
const BALANCED_ATTEMPTS: usize = 200;
/// … after this many a repeated one, which very small books need, …
const DISTINCT_ATTEMPTS: usize = 400;
/// … and after this many the generator gives up.
const MAX_ATTEMPTS: usize = 1000;

/// Generates openings one after the other. The seed and the start positions determine the whole sequence.
pub(crate) struct BalancedOpenings {
    generator: OpeningGenerator,
    /// Keys of the openings generated.
    seen: HashSet<u64>,
}

impl BalancedOpenings {
    pub(crate) fn new(seed: u64, starts: OpeningSource) -> BalancedOpenings {
        BalancedOpenings {
            generator: OpeningGenerator::new(seed, starts, RandomMoves::Legal),
            seen: HashSet::new(),
        }
    }
}

impl Iterator for BalancedOpenings {
    type Item = Result<Position, SearchError>;

    /// `None` means that no opening can be generated from the start positions.
    fn next(&mut self) -> Option<Result<Position, SearchError>> {
        for attempt in 0..MAX_ATTEMPTS {
            let Some(Opening { position, .. }) = self.generator.draw() else {
                continue;
            };
            if attempt < DISTINCT_ATTEMPTS && self.seen.contains(&position.key()) {
                continue;
            }
            if attempt < BALANCED_ATTEMPTS {
                match is_balanced(&position) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(error) => return Some(Err(error)),
                }
            }
            self.seen.insert(position.key());
            return Some(Ok(position));
        }
        None
    }
}

fn is_balanced(position: &Position) -> Result<bool, SearchError> {
    let limits = Limits {
        nodes: Some(BALANCE_NODES),
        ..Limits::none(Instant::now())
    };
    let result = search_to_completion(&SearchJob::new(*position, limits), 1, 1)?;
    Ok(result.score.raw().abs() <= MAX_IMBALANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(seed: u64, starts: OpeningSource, count: usize) -> Vec<Position> {
        let openings = BalancedOpenings::new(seed, starts).take(count);
        openings.map(Result::unwrap).collect()
    }

    #[test]
    fn openings_are_distinct_unfinished_balanced_and_reproducible() {
        let found = openings(3, OpeningSource::Standard, 40);
        let keys: HashSet<u64> = found.iter().map(Position::key).collect();
        assert_eq!(keys.len(), 40);
        for position in &found {
            assert!(position.has_legal_move() && is_balanced(position) == Ok(true));
        }
        assert!(
            found
                .iter()
                .any(|p| p.side_to_move() != found[0].side_to_move())
        );
        assert_eq!(openings(3, OpeningSource::Standard, 40), found);
        assert_ne!(openings(4, OpeningSource::Standard, 40), found);
    }

    #[test]
    fn double_chess960_has_openings() {
        assert_eq!(openings(1, OpeningSource::DoubleChess960, 5).len(), 5);
    }

    #[test]
    fn books_of_one_line_repeat_openings_or_give_up() {
        let from =
            |line: &str, count| openings(1, OpeningSource::Book(vec![line.to_owned()]), count);
        // White wins after any move.
        let won = from("8/8/8/8/k7/8/8/1K3Q1Q w - - hmvc 3; fmvn 60;", 2);
        assert_eq!(won.len(), 2);
        assert!(won.iter().all(|position| position.fullmove_number() >= 60));
        for line in ["no position", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
            assert!(from(line, 1).is_empty(), "{line}");
        }
    }
}
