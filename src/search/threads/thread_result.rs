use crate::search::report::{BestMove, Info};

/// The result of one search thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    pub best_move: BestMove,
    /// Its principal variation; `None` if there is no legal move.
    pub info: Option<Info>,
}
