//! Move overhead: the time that a move costs beyond its search.

use std::time::Duration;

/// Time lost per move between engine and GUI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveOverhead {
    /// The value of the option `Move Overhead`.
    pub configured: Duration,
    /// The measured lag of a typical move.
    pub typical_lag: Duration,
    /// The measured lag of the slowest move.
    pub worst_lag: Duration,
}
