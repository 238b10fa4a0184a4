//! Limits, stop signals and time management.

pub(super) mod cpu_time;
pub(super) mod limits;
pub(super) mod manager;
pub(super) mod signal;
pub(super) mod stability;
