//! The answer to a `go` without a valid position.

/// A `go` that searches nothing. UCI still wants one best move, and not before it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NullAnswer {
    /// Not due before `stop`.
    pub infinite: bool,
    /// Not due before `ponderhit` or `stop`.
    pub ponder: bool,
}

impl NullAnswer {
    /// Whether the answer is due.
    pub(super) fn is_due(self) -> bool {
        !self.infinite && !self.ponder
    }
}
