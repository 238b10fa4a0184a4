//! Test suites: positions with a known solution, searched one by one (<https://www.chessprogramming.org/Test-Positions>).
//!
//! A suite is a file of EPD lines. The opcodes `bm` (best move), `am` (avoid move) and `dm` (direct mate) say what
//! solves a position; the Strategic Test Suite (STS) adds points for several moves, and matetrack writes the length of
//! the shortest mate as `bm #N`.

mod error;
mod file;
mod goal;
mod operands;
mod result;
mod run;
mod solution;
mod summary;
mod test_position;

pub use error::TestPositionError;
pub use file::{RejectedLine, TestSuite};
pub use goal::{Goal, MateGoal};
pub use result::TestResult;
pub use run::{SuiteConfig, SuiteLimits, run};
pub use solution::Solution;
pub use summary::Summary;
pub use test_position::TestPosition;
