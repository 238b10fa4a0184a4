//! Adds up the results of test positions.

use std::time::Duration;

use super::result::TestResult;
use super::test_position::TestPosition;

/// The results of several positions, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of positions.
    pub positions: usize,
    /// Number of positions solved.
    pub solved: usize,
    /// Points for the best moves.
    pub points: u64,
    /// Points for solving all positions that have points.
    pub max_points: u64,
    /// Number of positions that ask for a mate.
    pub mates: usize,
    /// Number of these where a mate by the right side was found, of any length.
    pub mates_found: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Duration of the searches, one after another.
    pub time: Duration,
    /// Times to the solution of the solved positions, added up.
    solution_time: Duration,
    /// Depths of the solution of the solved positions, added up.
    solution_depth: u64,
}

impl Summary {
    /// Adds the result of a position.
    pub fn add(&mut self, test: &TestPosition, result: &TestResult) {
        self.positions += 1;
        self.points += u64::from(result.points);
        self.max_points += u64::from(test.goal.max_points());
        self.mates += usize::from(test.goal.mate.is_some());
        self.mates_found += usize::from(result.is_mate_found);
        self.nodes += result.nodes;
        self.time += result.time;
        if let Some(solution) = result.solution {
            self.solved += 1;
            self.solution_time += solution.time;
            self.solution_depth += u64::from(solution.depth);
        }
    }

    /// Adds other results.
    pub fn append(&mut self, other: &Summary) {
        self.positions += other.positions;
        self.solved += other.solved;
        self.points += other.points;
        self.max_points += other.max_points;
        self.mates += other.mates;
        self.mates_found += other.mates_found;
        self.nodes += other.nodes;
        self.time += other.time;
        self.solution_time += other.solution_time;
        self.solution_depth += other.solution_depth;
    }

    /// Mean time and depth in plies to the solution; `None` if nothing is solved.
    pub fn mean_solution(&self) -> Option<(Duration, f64)> {
        let solved = u32::try_from(self.solved).ok().filter(|&n| n > 0)?;
        let depth = self.solution_depth as f64 / f64::from(solved);
        Some((self.solution_time / solved, depth))
    }
}
