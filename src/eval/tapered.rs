//! Tapered evaluation: pairs of a middlegame and an endgame value.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in centipawns, packed into one integer: the endgame value is in the upper half,
/// and reading it undoes the borrow of a negative lower half (<https://www.chessprogramming.org/Tapered_Eval>). Halves
/// of 32 bits do not overflow even with a board full of queens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::eval) struct Tapered(i64);

impl Tapered {
    pub(in crate::eval) const ZERO: Tapered = Tapered(0);

    pub(in crate::eval) const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered(((endgame as i64) << 32) + middlegame as i64)
    }

    #[inline]
    pub(in crate::eval) const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    pub(in crate::eval) const fn endgame(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Interpolates between endgame (phase 0) and middlegame ([`Tapered::MAX_PHASE`]), with the endgame value scaled by
    /// `scale_factor` / [`Tapered::FULL_SCALE`].
    #[inline]
    pub(in crate::eval) const fn interpolate(self, phase: i32, scale_factor: i32) -> i32 {
        let phase = if phase > Tapered::MAX_PHASE {
            Tapered::MAX_PHASE
        } else {
            phase
        };
        let endgame = self.endgame() * scale_factor / Tapered::FULL_SCALE;
        (self.middlegame() * phase + endgame * (Tapered::MAX_PHASE - phase)) / Tapered::MAX_PHASE
    }

    /// The game phase of the start position.
    pub(in crate::eval) const MAX_PHASE: i32 = 24;
    /// The scale factor of a normal endgame.
    pub(in crate::eval) const FULL_SCALE: i32 = 64;
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * factor as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_values_are_independent() {
        for (middlegame, endgame) in [(0, 0), (1, -1), (-1, 1), (-300, 200), (40_000, -40_000)] {
            let value = Tapered::new(middlegame, endgame);
            assert_eq!(value.middlegame(), middlegame);
            assert_eq!(value.endgame(), endgame);
            assert_eq!((-value).middlegame(), -middlegame);
            assert_eq!((value * -3).endgame(), endgame * -3);
            let sum = value + Tapered::new(-7, 9);
            assert_eq!(
                (sum.middlegame(), sum.endgame()),
                (middlegame - 7, endgame + 9)
            );
        }
    }

    #[test]
    fn interpolation_reaches_both_ends() {
        let value = Tapered::new(100, -40);
        assert_eq!(
            value.interpolate(Tapered::MAX_PHASE, Tapered::FULL_SCALE),
            100
        );
        assert_eq!(value.interpolate(0, Tapered::FULL_SCALE), -40);
        assert_eq!(value.interpolate(0, Tapered::FULL_SCALE / 2), -20);
        assert_eq!(value.interpolate(60, Tapered::FULL_SCALE), 100);
    }
}
