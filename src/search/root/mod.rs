//! The root of the search: iterative deepening, aspiration windows, root moves and MultiPV.

pub(super) mod iterative_deepening;
pub(super) mod pv_extension;
pub(super) mod tablebase_ranking;
