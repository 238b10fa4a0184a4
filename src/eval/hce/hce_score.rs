//! Sums of the terms of the HCE, with its weights.

use super::weights::{HceWeights, WEIGHTS};
use crate::eval::tapered::Tapered;
use crate::eval::term_score::TermScore;

/// A sum of weights of the HCE times coefficients.
pub(super) trait HceScore: TermScore {
    fn weights() -> &'static HceWeights<Self::Weight>;
}

impl HceScore for Tapered {
    #[inline(always)]
    fn weights() -> &'static HceWeights<Tapered> {
        &WEIGHTS
    }
}
