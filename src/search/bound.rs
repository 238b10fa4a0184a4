//! The bound of a score.

/// How a search score relates to the true score of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The score is exact: it lies within the window.
    Exact = 1,
    /// The true score is at least this: the search failed high.
    Lower = 2,
    /// The true score is at most this: the search failed low.
    Upper = 3,
}
