//! Middlegame and endgame scores of one side's terms.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A pair of scores in centipawns, for the middlegame and for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(pub(super) i32, pub(super) i32);

impl Tapered {
    /// The score for a game phase, from 0 (endgame) to `max` (middlegame).
    pub(super) fn at(self, phase: i32, max: i32) -> i32 {
        (self.0 * phase + self.1 * (max - phase)) / max
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0, self.1 - other.1)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * factor, self.1 * factor)
    }
}
