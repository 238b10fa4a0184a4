//! Sixteen numbers side by side, and computing with them in the vectors that a processor has. All sums
//! have a fixed order, so that every processor comes to the same result to the bit; for the same reason nothing
//! here multiplies and adds in one rounding.

use std::ops::AddAssign;

/// Sixteen numbers, aligned so that no vector crosses a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub [f32; Lanes::COUNT]);

impl Lanes {
    pub(super) const COUNT: usize = 16;
    pub(super) const ZERO: Lanes = Lanes([0.0; Lanes::COUNT]);

    /// The sum of all, added up in halves.
    #[inline(always)]
    pub(super) fn sum(mut self) -> f32 {
        let mut half = Lanes::COUNT / 2;
        while half > 0 {
            for i in 0..half {
                self.0[i] += self.0[i + half];
            }
            half /= 2;
        }
        self.0[0]
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Lanes) {
        for i in 0..Lanes::COUNT {
            self.0[i] += other.0[i];
        }
    }
}

/// Sixteen numbers in registers. Written with the processor's own instructions: left to itself, a compiler
/// makes gathers of the loops over rows.
///
/// A type that stands for instructions which not every processor has may only be used in functions compiled for them.
pub(super) trait Vector: Copy {
    fn load(lanes: &Lanes) -> Self;
    fn splat(value: f32) -> Self;
    fn store(self, lanes: &mut Lanes);
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// Each number, or 0 if it is less.
    fn positive(self) -> Self;
    /// Each number, or 1 if it is more.
    fn at_most_one(self) -> Self;
    /// Each number that is less than 1, and 0 for the others.
    fn below_one(self) -> Self;
}

/// What every processor can.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; Lanes::COUNT]);

impl Vector for Portable {
    #[inline(always)]
    fn load(lanes: &Lanes) -> Portable {
        Portable(lanes.0)
    }

    #[inline(always)]
    fn splat(value: f32) -> Portable {
        Portable([value; Lanes::COUNT])
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        lanes.0 = self.0;
    }

    #[inline(always)]
    fn add(mut self, other: Portable) -> Portable {
        for i in 0..Lanes::COUNT {
            self.0[i] += other.0[i];
        }
        self
    }

    #[inline(always)]
    fn mul(mut self, other: Portable) -> Portable {
        for i in 0..Lanes::COUNT {
            self.0[i] *= other.0[i];
        }
        self
    }

    #[inline(always)]
    fn positive(self) -> Portable {
        Portable(self.0.map(|value| value.max(0.0)))
    }

    #[inline(always)]
    fn at_most_one(self) -> Portable {
        Portable(self.0.map(|value| value.min(1.0)))
    }

    #[inline(always)]
    fn below_one(self) -> Portable {
        Portable(self.0.map(|value| if value < 1.0 { value } else { 0.0 }))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::{Lanes, Vector};

    /// Two registers of AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(__m256, __m256);

    // SAFETY of all blocks: whoever uses the type has the instructions, by the rule of the trait; `Lanes` has
    // the room and the alignment that loads and stores ask for.
    impl Vector for Avx2 {
        #[inline(always)]
        fn load(lanes: &Lanes) -> Avx2 {
            let start = lanes.0.as_ptr();
            // SAFETY: see above.
            unsafe { Avx2(_mm256_load_ps(start), _mm256_load_ps(start.add(8))) }
        }

        #[inline(always)]
        fn splat(value: f32) -> Avx2 {
            // SAFETY: see above.
            unsafe { Avx2(_mm256_set1_ps(value), _mm256_set1_ps(value)) }
        }

        #[inline(always)]
        fn store(self, lanes: &mut Lanes) {
            let start = lanes.0.as_mut_ptr();
            // SAFETY: see above.
            unsafe {
                _mm256_store_ps(start, self.0);
                _mm256_store_ps(start.add(8), self.1);
            }
        }

        #[inline(always)]
        fn add(self, other: Avx2) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                Avx2(
                    _mm256_add_ps(self.0, other.0),
                    _mm256_add_ps(self.1, other.1),
                )
            }
        }

        #[inline(always)]
        fn mul(self, other: Avx2) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                Avx2(
                    _mm256_mul_ps(self.0, other.0),
                    _mm256_mul_ps(self.1, other.1),
                )
            }
        }

        #[inline(always)]
        fn positive(self) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let zero = _mm256_setzero_ps();
                Avx2(_mm256_max_ps(self.0, zero), _mm256_max_ps(self.1, zero))
            }
        }

        #[inline(always)]
        fn at_most_one(self) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let one = _mm256_set1_ps(1.0);
                Avx2(_mm256_min_ps(self.0, one), _mm256_min_ps(self.1, one))
            }
        }

        #[inline(always)]
        fn below_one(self) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let one = _mm256_set1_ps(1.0);
                let mask = |half| _mm256_cmp_ps::<_CMP_LT_OQ>(half, one);
                Avx2(
                    _mm256_and_ps(self.0, mask(self.0)),
                    _mm256_and_ps(self.1, mask(self.1)),
                )
            }
        }
    }

    /// A register of AVX-512.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512);

    // SAFETY of all blocks: as above.
    impl Vector for Avx512 {
        #[inline(always)]
        fn load(lanes: &Lanes) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_load_ps(lanes.0.as_ptr())) }
        }

        #[inline(always)]
        fn splat(value: f32) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_set1_ps(value)) }
        }

        #[inline(always)]
        fn store(self, lanes: &mut Lanes) {
            // SAFETY: see above.
            unsafe { _mm512_store_ps(lanes.0.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn add(self, other: Avx512) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_add_ps(self.0, other.0)) }
        }

        #[inline(always)]
        fn mul(self, other: Avx512) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_mul_ps(self.0, other.0)) }
        }

        #[inline(always)]
        fn positive(self) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_max_ps(self.0, _mm512_setzero_ps())) }
        }

        #[inline(always)]
        fn at_most_one(self) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_min_ps(self.0, _mm512_set1_ps(1.0))) }
        }

        #[inline(always)]
        fn below_one(self) -> Avx512 {
            // SAFETY: see above.
            unsafe {
                let mask = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, _mm512_set1_ps(1.0));
                Avx512(_mm512_maskz_mov_ps(mask, self.0))
            }
        }
    }
}

/// Adds rows of `table`, each as wide as `sums`, to `sums`. `TILE` vectors at a time stay in registers.
#[inline(always)]
pub(super) fn add_rows<V: Vector, const TILE: usize>(
    sums: &mut [Lanes],
    table: &[Lanes],
    rows: &[u16],
) {
    let width = sums.len();
    for (i, chunk) in sums.chunks_exact_mut(TILE).enumerate() {
        let mut tile = [V::splat(0.0); TILE];
        for (vector, lanes) in tile.iter_mut().zip(&*chunk) {
            *vector = V::load(lanes);
        }
        for &row in rows {
            let from = usize::from(row) * width + i * TILE;
            let row = &table[from..from + TILE];
            for (vector, lanes) in tile.iter_mut().zip(row) {
                *vector = vector.add(V::load(lanes));
            }
        }
        for (vector, lanes) in tile.iter().zip(chunk) {
            vector.store(lanes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_all() {
        let lanes = Lanes(std::array::from_fn(|i| i as f32));
        assert_eq!(lanes.sum(), 120.0);
    }

    #[test]
    fn rows_are_added_whatever_the_tile() {
        let table: Vec<Lanes> = (0..12).map(|i| Lanes([i as f32; 16])).collect();
        let mut one = [Lanes([0.5; 16]); 4];
        let mut other = one;
        add_rows::<Portable, 1>(&mut one, &table, &[0, 2, 2]);
        add_rows::<Portable, 4>(&mut other, &table, &[0, 2, 2]);
        let first = 0.5 + 0.0 + 8.0 + 8.0;
        let expected = [0., 3., 6., 9.].map(|more| first + more);
        assert_eq!(one.map(|lanes| lanes.0[7]), expected);
        assert_eq!(one, other);
    }

    #[test]
    fn numbers_are_cut_off_where_they_should_be() {
        let lanes = Lanes(std::array::from_fn(|i| i as f32 / 4.0 - 1.0));
        let with = |change: fn(Portable) -> Portable| {
            let mut result = Lanes::ZERO;
            change(Portable::load(&lanes)).store(&mut result);
            [3, 6, 8, 9].map(|i| result.0[i])
        };
        assert_eq!(with(Portable::positive), [0.0, 0.5, 1.0, 1.25]);
        assert_eq!(with(Portable::at_most_one), [-0.25, 0.5, 1.0, 1.0]);
        assert_eq!(with(Portable::below_one), [-0.25, 0.5, 0.0, 0.0]);
    }
}
