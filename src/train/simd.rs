//! SIMD for training: vectors of 16 floats in memory and in registers. All sums have a fixed order and there is
//! no fused multiply-add, so every processor computes bit-identical results.

use std::ops::AddAssign;

/// Sixteen floats in memory, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct F32x16(pub [f32; F32x16::LANES]);

impl F32x16 {
    pub(super) const LANES: usize = 16;
    pub(super) const ZERO: F32x16 = F32x16([0.0; F32x16::LANES]);

    /// The sum of all lanes, by repeated halving.
    #[inline(always)]
    pub(super) fn sum(mut self) -> f32 {
        let mut half = F32x16::LANES / 2;
        while half > 0 {
            for i in 0..half {
                self.0[i] += self.0[i + half];
            }
            half /= 2;
        }
        self.0[0]
    }

    /// Each lane times a number.
    #[inline(always)]
    pub(super) fn scaled(mut self, factor: f32) -> F32x16 {
        for i in 0..F32x16::LANES {
            self.0[i] *= factor;
        }
        self
    }

    /// The products of the lanes.
    #[inline(always)]
    pub(super) fn times(mut self, other: &F32x16) -> F32x16 {
        for i in 0..F32x16::LANES {
            self.0[i] *= other.0[i];
        }
        self
    }
}

impl AddAssign for F32x16 {
    #[inline(always)]
    fn add_assign(&mut self, other: F32x16) {
        for i in 0..F32x16::LANES {
            self.0[i] += other.0[i];
        }
    }
}

/// Sixteen floats in registers. Implemented with intrinsics, because the compiler vectorises the loops over rows
/// with gathers.
///
/// A vector proves that the processor has its instructions: it is made of another one, or with the proof in hand.
/// It is fast only in functions compiled for these instructions.
pub(super) trait SimdVector: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    fn load(proof: Self::Proof, vector: &F32x16) -> Self;
    fn splat(proof: Self::Proof, value: f32) -> Self;
    fn store(self, vector: &mut F32x16);
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The maximum of each lane and 0.
    fn max_zero(self) -> Self;
    /// The minimum of each lane and 1.
    fn min_one(self) -> Self;
    /// Each lane where that of `value` lies between 0 and 1, else 0.
    fn where_inside(self, value: Self) -> Self;
}

/// The implementation for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; F32x16::LANES]);

impl SimdVector for Portable {
    type Proof = ();

    #[inline(always)]
    fn load(_: (), vector: &F32x16) -> Portable {
        Portable(vector.0)
    }

    #[inline(always)]
    fn splat(_: (), value: f32) -> Portable {
        Portable([value; F32x16::LANES])
    }

    #[inline(always)]
    fn store(self, vector: &mut F32x16) {
        vector.0 = self.0;
    }

    #[inline(always)]
    fn add(mut self, other: Portable) -> Portable {
        for i in 0..F32x16::LANES {
            self.0[i] += other.0[i];
        }
        self
    }

    #[inline(always)]
    fn mul(mut self, other: Portable) -> Portable {
        for i in 0..F32x16::LANES {
            self.0[i] *= other.0[i];
        }
        self
    }

    #[inline(always)]
    fn max_zero(self) -> Portable {
        Portable(self.0.map(|value| value.max(0.0)))
    }

    #[inline(always)]
    fn min_one(self) -> Portable {
        Portable(self.0.map(|value| value.min(1.0)))
    }

    #[inline(always)]
    fn where_inside(mut self, value: Portable) -> Portable {
        for i in 0..F32x16::LANES {
            let is_inside = value.0[i] > 0.0 && value.0[i] < 1.0;
            self.0[i] = if is_inside { self.0[i] } else { 0.0 };
        }
        self
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{Avx2, Avx512, HasAvx2, HasAvx512};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::{F32x16, SimdVector};

    /// The proof that the processor has AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct HasAvx2(());

    impl HasAvx2 {
        pub(crate) fn detect() -> Option<HasAvx2> {
            is_x86_feature_detected!("avx2").then_some(HasAvx2(()))
        }
    }

    /// The proof that the processor has AVX-512F.
    #[derive(Clone, Copy)]
    pub(crate) struct HasAvx512(());

    impl HasAvx512 {
        pub(crate) fn detect() -> Option<HasAvx512> {
            is_x86_feature_detected!("avx512f").then_some(HasAvx512(()))
        }
    }

    /// Two AVX2 registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(__m256, __m256);

    // SAFETY of all blocks: the processor has the instructions, as the proof or a vector shows; `F32x16` has the size
    // and the alignment that loads and stores require.
    impl SimdVector for Avx2 {
        type Proof = HasAvx2;

        #[inline(always)]
        fn load(_: HasAvx2, vector: &F32x16) -> Avx2 {
            let start = vector.0.as_ptr();
            // SAFETY: see above.
            unsafe { Avx2(_mm256_load_ps(start), _mm256_load_ps(start.add(8))) }
        }

        #[inline(always)]
        fn splat(_: HasAvx2, value: f32) -> Avx2 {
            // SAFETY: see above.
            unsafe { Avx2(_mm256_set1_ps(value), _mm256_set1_ps(value)) }
        }

        #[inline(always)]
        fn store(self, vector: &mut F32x16) {
            let start = vector.0.as_mut_ptr();
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
        fn max_zero(self) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let zero = _mm256_setzero_ps();
                Avx2(_mm256_max_ps(self.0, zero), _mm256_max_ps(self.1, zero))
            }
        }

        #[inline(always)]
        fn min_one(self) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let one = _mm256_set1_ps(1.0);
                Avx2(_mm256_min_ps(self.0, one), _mm256_min_ps(self.1, one))
            }
        }

        #[inline(always)]
        fn where_inside(self, value: Avx2) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
                let mask = |half| {
                    let below = _mm256_cmp_ps::<_CMP_LT_OQ>(half, one);
                    _mm256_and_ps(below, _mm256_cmp_ps::<_CMP_GT_OQ>(half, zero))
                };
                Avx2(
                    _mm256_and_ps(self.0, mask(value.0)),
                    _mm256_and_ps(self.1, mask(value.1)),
                )
            }
        }
    }

    /// One AVX-512 register.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512);

    // SAFETY of all blocks: as above.
    impl SimdVector for Avx512 {
        type Proof = HasAvx512;

        #[inline(always)]
        fn load(_: HasAvx512, vector: &F32x16) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_load_ps(vector.0.as_ptr())) }
        }

        #[inline(always)]
        fn splat(_: HasAvx512, value: f32) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_set1_ps(value)) }
        }

        #[inline(always)]
        fn store(self, vector: &mut F32x16) {
            // SAFETY: see above.
            unsafe { _mm512_store_ps(vector.0.as_mut_ptr(), self.0) }
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
        fn max_zero(self) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_max_ps(self.0, _mm512_setzero_ps())) }
        }

        #[inline(always)]
        fn min_one(self) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_min_ps(self.0, _mm512_set1_ps(1.0))) }
        }

        #[inline(always)]
        fn where_inside(self, value: Avx512) -> Avx512 {
            // SAFETY: see above.
            unsafe {
                let below = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(value.0, _mm512_set1_ps(1.0));
                let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(value.0, _mm512_setzero_ps());
                Avx512(_mm512_maskz_mov_ps(below & above, self.0))
            }
        }
    }
}

/// Adds rows of `table`, each as long as `sums`, to `sums`. Keeps `TILE` vectors in registers at a time.
#[inline(always)]
pub(super) fn add_rows<V: SimdVector, const TILE: usize>(
    proof: V::Proof,
    sums: &mut [F32x16],
    table: &[F32x16],
    rows: &[u16],
) {
    let row_len = sums.len();
    for (i, chunk) in sums.chunks_exact_mut(TILE).enumerate() {
        let mut tile = [V::splat(proof, 0.0); TILE];
        for (register, vector) in tile.iter_mut().zip(&*chunk) {
            *register = V::load(proof, vector);
        }
        for &row in rows {
            let start = usize::from(row) * row_len + i * TILE;
            let row = &table[start..start + TILE];
            for (register, vector) in tile.iter_mut().zip(row) {
                *register = register.add(V::load(proof, vector));
            }
        }
        for (register, vector) in tile.iter().zip(chunk) {
            register.store(vector);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_adds_all_lanes() {
        let vector = F32x16(std::array::from_fn(|i| i as f32));
        assert_eq!(vector.sum(), 120.0);
    }

    #[test]
    fn every_tile_size_adds_the_same_rows() {
        let table: Vec<F32x16> = (0..12).map(|i| F32x16([i as f32; 16])).collect();
        let mut one = [F32x16([0.5; 16]); 4];
        let mut other = one;
        add_rows::<Portable, 1>((), &mut one, &table, &[0, 2, 2]);
        add_rows::<Portable, 4>((), &mut other, &table, &[0, 2, 2]);
        let first = 0.5 + 0.0 + 8.0 + 8.0;
        let expected = [0., 3., 6., 9.].map(|more| first + more);
        assert_eq!(one.map(|vector| vector.0[7]), expected);
        assert_eq!(one, other);
    }

    #[test]
    fn lanes_are_clamped_and_masked() {
        let vector = F32x16(std::array::from_fn(|i| i as f32 / 4.0 - 1.0));
        let with = |change: fn(Portable) -> Portable| {
            let mut result = F32x16::ZERO;
            change(Portable::load((), &vector)).store(&mut result);
            [3, 6, 8, 9].map(|i| result.0[i])
        };
        assert_eq!(with(Portable::max_zero), [0.0, 0.5, 1.0, 1.25]);
        assert_eq!(with(Portable::min_one), [-0.25, 0.5, 1.0, 1.0]);
        assert_eq!(
            with(|lanes| lanes.where_inside(lanes)),
            [0.0, 0.5, 0.0, 0.0]
        );
        let three = Portable::splat((), 3.0);
        let mut result = F32x16::ZERO;
        let inside = three.where_inside(Portable::load((), &vector));
        inside.store(&mut result);
        assert_eq!([3, 4, 6, 8].map(|i| result.0[i]), [0.0, 0.0, 3.0, 0.0]);
    }
}
