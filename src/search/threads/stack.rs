//! The search stack.

use crate::search::ordering::history::{ContinuationKey, Killers};
use crate::types::{Move, Score, SideAttacks};

/// State of one ply of the path from the root (Stockfish's `Stack`).
#[derive(Clone, Copy, Default)]
pub(crate) struct StackEntry {
    /// Killer moves of the node.
    pub(crate) killers: Killers,
    /// The move being searched, which leads to the next ply; `None` for a null move.
    pub(crate) current_move: Option<Move>,
    /// The same move as a key into the continuation history.
    pub(crate) continuation: ContinuationKey,
    /// Place of this move in the order of the move picker, from 1; 0 outside of a move loop.
    pub(crate) move_count: usize,
    /// The squares that the opponent attacks.
    pub(crate) threats: SideAttacks,
    /// The static evaluation before correction; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    /// The static evaluation corrected by the correction history; `None` in check.
    pub(crate) static_eval: Option<Score>,
    /// The static evaluation is higher than two plies ago.
    pub(crate) improving: bool,
    /// The move excluded while its singularity is tested.
    pub(crate) excluded_move: Option<Move>,
    /// The late move reduction of the current move, in plies.
    pub(crate) reduction: i32,
    /// Nodes of this ply that failed high since their parent was entered.
    pub(crate) cutoff_count: u32,
    /// Whether the transposition table has an entry for the node.
    pub(crate) tt_hit: bool,
    /// The node is or was part of a principal variation.
    pub(crate) tt_pv: bool,
}
