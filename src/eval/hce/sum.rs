//! What the terms of the evaluation are added up in: values, or how often each weight has been added.

use std::ops::{Add, AddAssign, Sub};

use super::tapered::Tapered;
use super::weights::{HceWeights, WEIGHTS};

/// A sum of weights.
pub(super) trait TermScore:
    Default + Add<Output = Self> + AddAssign + Sub<Output = Self>
{
    /// What stands for a weight.
    type Weight: Copy + 'static;

    /// All weights.
    fn weights() -> &'static HceWeights<Self::Weight>;

    /// Adds a weight so many times.
    fn add_weight(&mut self, weight: Self::Weight, count: i32);

    /// Adds what is not linear in any weight.
    fn add_constant(&mut self, value: Tapered);
}

impl TermScore for Tapered {
    type Weight = Tapered;

    #[inline(always)]
    fn weights() -> &'static HceWeights<Tapered> {
        &WEIGHTS
    }

    #[inline(always)]
    fn add_weight(&mut self, weight: Tapered, count: i32) {
        *self += weight * count;
    }

    #[inline(always)]
    fn add_constant(&mut self, value: Tapered) {
        *self += value;
    }
}
