//! The two ways to sum the terms of the evaluation: as values, or as coefficients of the weights for Texel tuning.

use std::ops::{Add, AddAssign, Sub};

use super::tapered::Tapered;

/// A sum of weights times coefficients.
pub(in crate::eval) trait TermScore:
    Default + Add<Output = Self> + AddAssign + Sub<Output = Self>
{
    /// The value of a weight, or its index.
    type Weight: Copy + 'static;

    /// Adds a weight `coefficient` times.
    fn add_weight(&mut self, weight: Self::Weight, coefficient: i32);

    /// Adds a value that is not linear in the weights.
    fn add_constant(&mut self, value: Tapered);
}

impl TermScore for Tapered {
    type Weight = Tapered;

    #[inline(always)]
    fn add_weight(&mut self, weight: Tapered, coefficient: i32) {
        *self += weight * coefficient;
    }

    #[inline(always)]
    fn add_constant(&mut self, value: Tapered) {
        *self += value;
    }
}
