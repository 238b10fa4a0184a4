//! Helpers that several subjects share.

use std::time::Duration;

/// How late an answer may be that must come at once. A busy machine is late by seconds; what these tests guard
/// against takes a minute or never ends.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(10);

pub(crate) mod cecp;
pub(crate) mod gui;
pub(crate) mod program;
pub(crate) mod random_network;
pub(crate) mod uci;
