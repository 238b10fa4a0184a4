//! Nodes of the search tree.

use crate::search::bound::Bound;
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// The type of a node, known at compile time (<https://www.chessprogramming.org/Node_Types>).
pub(crate) trait NodeType {
    /// Whether the node is the root.
    const ROOT: bool;
    /// Whether the node is a PV node, searched with an open window.
    const PV: bool;
}

/// The root node.
pub(crate) struct RootNode;
/// A PV node: a node of the principal variation, searched with an open window.
pub(crate) struct PvNode;
/// A cut node or all node, searched with a null window.
pub(crate) struct NonPvNode;

impl NodeType for RootNode {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for PvNode {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPvNode {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// A node before its moves are searched.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    /// Distance from the root in plies.
    pub(crate) ply: usize,
    /// Whether the node is a cut node: it is expected to fail high.
    pub(crate) cut_node: bool,
    /// The entry of the transposition table.
    pub(crate) tt_entry: Option<TtEntry>,
    /// The move of the transposition table; at the root the best root move so far.
    pub(crate) tt_move: Option<Move>,
    /// Whether the node is or was part of a principal variation.
    pub(crate) tt_pv: bool,
    /// The static evaluation, corrected by the correction history; `None` in check.
    pub(crate) static_eval: Option<Score>,
    /// The static evaluation, or the score of the transposition table where its bound makes that a better
    /// estimate, except in the singular search; `None` in check.
    pub(crate) eval: Option<Score>,
    /// Absolute correction of the static evaluation by the correction history, in centipawns.
    pub(crate) correction: i32,
    /// Whether the static evaluation has risen since the previous move of the side to move.
    pub(crate) improving: bool,
}

/// The result of a search of a node.
pub(crate) struct NodeResult {
    /// The move that raised alpha, if any.
    pub(crate) best_move: Option<Move>,
    /// The best score, with mate distances counted from the root.
    pub(crate) score: Score,
    /// The bound of the score.
    pub(crate) bound: Bound,
}

impl NodeResult {
    /// A result without a best move.
    #[inline]
    pub(crate) fn without_move(score: Score, bound: Bound) -> NodeResult {
        NodeResult {
            best_move: None,
            score,
            bound,
        }
    }

    /// Takes in the score of a move that has been searched. Returns whether it raised alpha; a score that fails high
    /// does so too, but leaves the window as it is.
    #[inline(always)]
    pub(crate) fn update(&mut self, m: Move, score: Score, window: &mut Window) -> bool {
        if score <= self.score {
            return false;
        }
        self.score = score;
        if score <= window.alpha {
            return false;
        }
        self.best_move = Some(m);
        self.bound = if score >= window.beta {
            Bound::Lower
        } else {
            window.alpha = score;
            Bound::Exact
        };
        true
    }
}
