//! The alpha-beta window.

use crate::search::bound::Bound;
use crate::types::Score;

/// The alpha-beta window (<https://www.chessprogramming.org/Window>), from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Lower bound: a score that does not exceed it fails low.
    pub(crate) alpha: Score,
    /// Upper bound: a score that reaches it fails high.
    pub(crate) beta: Score,
}

impl Window {
    /// The null window (zero window): tests whether the score exceeds `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The window from the view of the other side.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether a score with this bound causes a cutoff: it is exact, or it lies outside the window on the
    /// side that its bound proves.
    #[inline]
    pub(crate) fn is_cutoff(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}
