//! Search threads: lazy SMP, depth sharing and thread voting.

mod depth_sharing;
mod draw;
pub(super) mod error;
mod helper;
pub(super) mod job;
mod polling;
pub(super) mod queue;
mod score_search;
pub(super) mod searcher;
pub(super) mod shared_state;
pub(super) mod stack;
pub(super) mod thread_data;
pub(super) mod thread_result;
mod voting;
pub(super) mod worker;
