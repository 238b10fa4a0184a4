//! Time: limits, time management, best-move stability and the signal that stops a search.

mod budget;
pub(super) mod cpu_time;
pub(super) mod limits;
pub(super) mod manager;
pub(super) mod move_overhead;
pub(super) mod signal;
#[cfg(all(test, loom))]
mod signal_model;
pub(super) mod stability;
