//! Search threads: lazy SMP, depth sharing and thread voting.

pub(super) mod depth_sharing;
pub(super) mod job;
pub(super) mod queue;
pub(super) mod searcher;
pub(super) mod stack;
pub(super) mod thread_data;
pub(super) mod thread_result;
pub(super) mod voting;
pub(super) mod worker;
