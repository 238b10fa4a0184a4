//! Pruning of nodes and of moves.

pub(super) mod mate_distance;
pub(super) mod moves;
pub(super) mod null_move;
pub(super) mod probcut;
pub(super) mod razoring;
pub(super) mod reverse_futility;
