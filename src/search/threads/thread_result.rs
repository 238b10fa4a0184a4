//! The result of one search thread.

use crate::search::report::{BestMove, Info};

/// The result of one search thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    pub best_move: BestMove,
    /// The iteration that found the best move, in plies; 0 if there is no legal move.
    pub depth: i32,
    /// The first move of each MultiPV line, best line first.
    pub lines: Vec<BestMove>,
    /// The principal variation of a helper thread; the main thread has reported its own. `None` if there is no legal
    /// move.
    pub info: Option<Info>,
    /// Whether the thread completed an iteration.
    pub is_complete: bool,
    /// Whether a weakened search was faster than it may answer.
    pub is_early: bool,
    /// The score is that of a proven mate, or of a root without moves.
    pub is_proven: bool,
}
