//! Scores that the user has given to positions, to be believed instead of searching them.

use std::collections::HashMap;

use crate::board::Position;
use crate::types::Score;

/// What the user says a position is worth.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    /// Stored as in the transposition table, distances counted from the position.
    score: i16,
    /// Searches of more plies than this may think otherwise.
    depth: u32,
}

/// Positions with a score given by the user.
#[derive(Clone, Debug, Default)]
pub struct AssignedScores {
    by_key: HashMap<u64, Assigned>,
}

impl AssignedScores {
    /// Gives a position a score from the view of its side to move, as if a search of `depth` plies had
    /// found it. Deeper searches may find another one; with `None` there are no deeper ones.
    pub fn set(&mut self, position: &Position, score: Score, depth: Option<u32>) {
        let assigned = Assigned {
            score: score.to_tt(0),
            depth: depth.unwrap_or(u32::MAX),
        };
        self.by_key.insert(position.key(), assigned);
    }

    /// Takes a score back. Whether there was one.
    pub fn remove(&mut self, position: &Position) -> bool {
        self.by_key.remove(&position.key()).is_some()
    }

    /// Takes all scores back.
    pub fn clear(&mut self) {
        self.by_key.clear();
    }

    /// Whether no position has a score.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// The score that a search of the position itself has with `depth` plies; only where the user has said
    /// how deep it holds.
    pub(crate) fn of_root(&self, key: u64, depth: i32) -> Option<Score> {
        let assigned = self.by_key.get(&key)?;
        let holds = assigned.depth != u32::MAX
            && u32::try_from(depth).is_ok_and(|depth| depth <= assigned.depth);
        holds.then(|| Score::from_tt(assigned.score, 0))
    }

    /// The score of a position that is to be searched `depth` plies deep, `ply` plies below the root.
    pub(crate) fn get(&self, key: u64, depth: i32, ply: usize) -> Option<Score> {
        let assigned = self.by_key.get(&key)?;
        let deep_enough = u32::try_from(depth).unwrap_or(0) <= assigned.depth;
        deep_enough.then(|| Score::from_tt(assigned.score, ply))
    }
}
