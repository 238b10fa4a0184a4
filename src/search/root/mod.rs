//! The root of the search: iterative deepening, aspiration windows, root moves and MultiPV.

mod aspiration;
mod iterative_deepening;
pub(super) mod pv_extension;
pub(super) mod report_schedule;
mod reporting;
pub(super) mod root_move;
pub(super) mod tablebase_ranking;
mod unsearched_root;
