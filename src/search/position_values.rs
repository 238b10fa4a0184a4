//! Scores that the user assigned to positions (the option `UCI_SetPositionValue`), which replace a
//! search of the position.

use std::collections::HashMap;

use crate::types::Score;

#[derive(Clone, Copy, Debug)]
struct PositionValue {
    /// Encoded as in the transposition table: mate distances count from the position.
    score: i16,
    /// Searches of up to this many plies return the score.
    max_depth: u32,
}

/// Scores that the user assigned to positions.
#[derive(Clone, Debug, Default)]
pub struct PositionValues {
    by_key: HashMap<u64, PositionValue>,
}

impl PositionValues {
    /// Assigns a score to the position with this Zobrist key, from the side to move's view, as if a search of `depth`
    /// plies had returned it. Deeper searches ignore the score; with `None` every search returns it.
    pub fn set(&mut self, key: u64, score: Score, depth: Option<u32>) {
        let value = PositionValue {
            score: score.to_tt(0),
            max_depth: depth.unwrap_or(u32::MAX),
        };
        self.by_key.insert(key, value);
    }

    /// Removes the score of the position with this Zobrist key, if it has one.
    pub fn remove(&mut self, key: u64) {
        self.by_key.remove(&key);
    }

    /// Removes all scores.
    pub fn clear(&mut self) {
        self.by_key.clear();
    }

    /// Whether no position has a score.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// The score of the root after a search of `depth` plies, if it was assigned with a depth.
    pub(crate) fn at_root(&self, key: u64, depth: i32) -> Option<Score> {
        let value = self.by_key.get(&key)?;
        let is_deep_enough = value.max_depth != u32::MAX
            && u32::try_from(depth).is_ok_and(|depth| depth <= value.max_depth);
        is_deep_enough.then(|| Score::from_tt(value.score, 0))
    }

    /// The score of a position that would be searched `depth` plies deep, `ply` plies below the root.
    pub(crate) fn get(&self, key: u64, depth: i32, ply: usize) -> Option<Score> {
        let value = self.by_key.get(&key)?;
        let is_deep_enough = u32::try_from(depth).unwrap_or(0) <= value.max_depth;
        is_deep_enough.then(|| Score::from_tt(value.score, ply))
    }
}
