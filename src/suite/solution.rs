//! Finds the moment at which a search solves a test position.

use std::time::Duration;

use super::goal::Goal;
use crate::search::{Bound, Info};

/// When the search found the solution: the first moment after which it stays the best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// Follows the principal variations of a search.
#[derive(Debug, Default)]
pub(super) struct SolutionTracker {
    /// `None` while the best move is another one.
    solution: Option<Solution>,
    /// Depth of the last report in plies.
    depth: u32,
}

impl SolutionTracker {
    /// Takes a report of the search. A score that is an upper bound says only that the best move has failed low.
    pub(super) fn update(&mut self, goal: &Goal, info: &Info) {
        self.depth = info.depth;
        let Some(&best) = info.pv.first() else { return };
        if info.bound == Bound::Upper {
            return;
        }
        if !goal.is_met(best, info.score) {
            self.solution = None;
        } else if self.solution.is_none() {
            self.solution = Some(Solution {
                depth: info.depth,
                nodes: info.nodes,
                time: info.time,
            });
        }
    }

    /// The moment of the solution in a search that ended with it; `end` if no report showed it.
    pub(super) fn finish(&self, end: Solution) -> Solution {
        self.solution.unwrap_or(end)
    }

    /// Depth of the last report in plies.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::Wdl;
    use crate::types::Score;

    fn info(depth: u32, best: &str, bound: Bound) -> Info {
        let position = Position::startpos();
        Info {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            line_count: 1,
            score: Score::DRAW,
            wdl: Wdl::of(Score::DRAW, &position),
            bound,
            nodes: u64::from(depth) * 1000,
            time: Duration::from_millis(u64::from(depth)),
            used: Duration::ZERO,
            hash_full: 0,
            cpu_load: None,
            tablebase_hits: 0,
            pv: vec![position.parse_move(best).unwrap()],
        }
    }

    #[test]
    fn the_solution_counts_from_where_it_stays() {
        let goal = Goal {
            best_moves: info(1, "e4", Bound::Exact).pv,
            ..Goal::default()
        };
        let mut tracker = SolutionTracker::default();
        let end = Solution {
            depth: 9,
            ..Solution::default()
        };
        assert_eq!(tracker.finish(end).depth, 9);
        for (depth, best, bound, solution) in [
            (1, "e4", Bound::Exact, 1),
            (2, "e4", Bound::Exact, 1),
            (3, "d4", Bound::Exact, 9),
            (4, "e4", Bound::Upper, 9),
            (5, "e4", Bound::Lower, 5),
            (6, "e4", Bound::Exact, 5),
            (7, "d4", Bound::Upper, 5),
        ] {
            tracker.update(&goal, &info(depth, best, bound));
            assert_eq!(tracker.finish(end).depth, solution, "{depth}");
            assert_eq!(tracker.depth(), depth);
        }
        assert_eq!(tracker.finish(end).nodes, 5000);
        assert_eq!(tracker.finish(end).time, Duration::from_millis(5));
    }
}
