//! A move of the move loop.

use crate::types::{Move, Piece};

/// A move of a node with what pruning and reductions depend on.
pub(crate) struct ScoredMove {
    pub(crate) m: Move,
    pub(crate) piece: Piece,
    /// Place in the order of the move picker, from 1.
    pub(crate) move_count: usize,
    /// History of the move: butterfly and continuation history of a quiet move, capture history of a capture or
    /// promotion.
    pub(crate) stat_score: i32,
    /// Extension of the move in plies; negative for a reduction.
    pub(crate) extension: i32,
}
