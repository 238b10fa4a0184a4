//! Scores of moves from the engine's searches, for the list of book moves.

use std::collections::HashMap;

use crate::board::AnyPosition;
use crate::search::{Bound, Info};
use crate::types::{Move, Score};

/// More moves than the searches of a long game show.
const MAX_MOVES: usize = 10_000;

/// The score of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct KnownScore {
    /// From the view of the side that moves.
    pub(in super::super) score: Score,
    /// Depth of the search in plies, with the move.
    pub(in super::super) depth: u32,
}

/// The scores of moves, by the key of the position before the move.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownScores(HashMap<(u64, Move), KnownScore>);

impl KnownScores {
    /// Takes the scores of the moves of a principal variation: each has been searched a ply less deep than
    /// the one before.
    pub(super) fn add(&mut self, root: &AnyPosition, info: &Info) {
        if info.bound != Bound::Exact {
            return;
        }
        if self.0.len() >= MAX_MOVES {
            self.0.clear();
        }
        let mut position = *root;
        let mut score = info.score;
        for (&m, depth) in info.pv.iter().zip((1..=info.depth).rev()) {
            let known = KnownScore { score, depth };
            let entry = self.0.entry((position.key(), m)).or_insert(known);
            if entry.depth <= depth {
                *entry = known;
            }
            // The distance to a mate is that from the root.
            if score.is_decisive() {
                break;
            }
            position = position.after(m);
            score = -score;
        }
    }

    pub(super) fn get(&self, position: &AnyPosition, m: Move) -> Option<KnownScore> {
        self.0.get(&(position.key(), m)).copied()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Wdl;

    fn info(depth: u32, score: Score, bound: Bound, line: &str) -> Info {
        let mut position = AnyPosition::start_of(None);
        let moves = line.split_ascii_whitespace().map(|text| {
            let Ok(m) = position.parse_move(text) else {
                unreachable!("{text} is legal");
            };
            position = position.after(m);
            m
        });
        Info {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            line_count: 1,
            score,
            wdl: Wdl::of(score, &crate::board::Position::startpos()),
            bound,
            nodes: 1,
            time: Duration::ZERO,
            used: Duration::ZERO,
            hash_full: 0,
            cpu_load: None,
            tablebase_hits: 0,
            pv: moves.collect(),
        }
    }

    #[test]
    fn every_move_of_a_line_has_its_score_and_depth() {
        let start = AnyPosition::start_of(None);
        let line = info(10, Score::cp(30), Bound::Exact, "e4 e5 Nf3");
        let mut scores = KnownScores::default();
        scores.add(&start, &line);
        let known = |scores: &KnownScores, position: &AnyPosition, m| {
            let known = scores.get(position, m)?;
            Some((known.score.raw(), known.depth))
        };
        assert_eq!(known(&scores, &start, line.pv[0]), Some((30, 10)));
        let after = start.after(line.pv[0]);
        assert_eq!(known(&scores, &after, line.pv[1]), Some((-30, 9)));
        assert_eq!(known(&scores, &start, line.pv[2]), None);
        // Deeper searches replace others; bounds say nothing.
        scores.add(&start, &info(9, Score::cp(1), Bound::Exact, "e4"));
        scores.add(&start, &info(20, Score::cp(2), Bound::Lower, "e4"));
        assert_eq!(known(&scores, &start, line.pv[0]), Some((30, 10)));
        scores.add(&start, &info(10, Score::cp(3), Bound::Exact, "e4"));
        assert_eq!(known(&scores, &start, line.pv[0]), Some((3, 10)));
        scores.clear();
        assert_eq!(known(&scores, &start, line.pv[0]), None);
    }

    #[test]
    fn a_line_is_no_longer_than_its_depth() {
        let mut scores = KnownScores::default();
        scores.add(
            &AnyPosition::start_of(None),
            &info(2, Score::DRAW, Bound::Exact, "e4 e5 Nf3 Nc6"),
        );
        assert_eq!(scores.0.len(), 2);
        scores.clear();
        scores.add(
            &AnyPosition::start_of(None),
            &info(9, Score::mate_in(7), Bound::Exact, "e4 e5"),
        );
        assert_eq!(scores.0.len(), 1);
    }
}
