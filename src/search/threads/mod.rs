//! Search threads: lazy SMP, depth sharing and thread voting.

pub(super) mod depth_sharing;
pub(super) mod pool;
pub(super) mod solo;
pub(super) mod stack;
pub(super) mod thread_data;
pub(super) mod voting;
pub(super) mod worker;
