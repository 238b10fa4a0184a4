//! SIMD for training: vectors of 16 floats in memory and in registers. All sums have a fixed order, and `mul_add` is
//! rounded once everywhere, so every processor computes bit-identical results.

use std::ops::AddAssign;

use super::bf16::Bf16Pair;

/// Sixteen floats in memory, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct F32x16(pub [f32; F32x16::LANES]);

/// A float of at most 2²² plus this has no bits for a fraction: the sum is rounded to the nearest integer, ties to even.
const NO_FRACTION: f32 = (3 << 22) as f32;

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

    /// The nearest integer of each lane, which is at most 2²².
    #[inline(always)]
    pub(super) fn rounded(mut self) -> F32x16 {
        for i in 0..F32x16::LANES {
            self.0[i] = self.0[i] + NO_FRACTION - NO_FRACTION;
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

    /// Pairs of vectors for which there are registers.
    const REGISTER_PAIRS: usize;

    fn load(proof: Self::Proof, vector: &F32x16) -> Self;
    fn splat(proof: Self::Proof, value: f32) -> Self;
    fn store(self, vector: &mut F32x16);
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The product with `factor`, plus `addend`, rounded once.
    fn mul_add(self, factor: Self, addend: Self) -> Self;
    /// The sum of all lanes, in the order of [`F32x16::sum`].
    fn sum(self) -> f32;
    fn load_pair(proof: Self::Proof, pair: &Bf16Pair) -> [Self; 2];
    /// Rounds two vectors to the nearest bfloat16.
    fn store_pair(first: Self, second: Self, pair: &mut Bf16Pair);
    /// The maximum of each lane and 0.
    fn max_zero(self) -> Self;
    /// The minimum of each lane and 1.
    fn min_one(self) -> Self;
    /// Each lane where that of `value` lies between 0 and 1, else 0.
    fn where_inside(self, value: Self) -> Self;

    /// Each lane between 0 and 1 (clipped ReLU).
    #[inline(always)]
    fn clipped(self) -> Self {
        self.max_zero().min_one()
    }

    /// The nearest integer of each lane, which is at most 2²².
    #[inline(always)]
    fn rounded(self, proof: Self::Proof) -> Self {
        let no_fraction = Self::splat(proof, NO_FRACTION);
        self.add(no_fraction).add(Self::splat(proof, -NO_FRACTION))
    }
}

/// The implementation for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; F32x16::LANES]);

impl SimdVector for Portable {
    type Proof = ();

    const REGISTER_PAIRS: usize = 2;

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

    /// Calls a function for each lane on x86-64 without FMA, which is slow.
    #[inline(always)]
    fn mul_add(mut self, factor: Portable, addend: Portable) -> Portable {
        for i in 0..F32x16::LANES {
            self.0[i] = self.0[i].mul_add(factor.0[i], addend.0[i]);
        }
        self
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        F32x16(self.0).sum()
    }

    #[inline(always)]
    fn load_pair(_: (), pair: &Bf16Pair) -> [Portable; 2] {
        [
            Portable(pair.0.map(|bits| f32::from_bits(bits << 16))),
            Portable(pair.0.map(|bits| f32::from_bits(bits & 0xffff_0000))),
        ]
    }

    #[inline(always)]
    fn store_pair(first: Portable, second: Portable, pair: &mut Bf16Pair) {
        *pair = Bf16Pair::new(&first.0, &second.0);
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
use x86_64::{Avx2, Avx512, HasAvx2, HasAvx512};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::{Bf16Pair, F32x16, SimdVector};

    /// The proof that the processor has AVX2 and FMA.
    #[derive(Clone, Copy)]
    pub(crate) struct HasAvx2(());

    impl HasAvx2 {
        pub(crate) fn detect() -> Option<HasAvx2> {
            let has_both = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            has_both.then_some(HasAvx2(()))
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

    // SAFETY of all blocks: the processor has the instructions, as the proof or a vector shows; `F32x16`
    // and `Bf16Pair` have the size and the alignment that loads and stores require.
    impl SimdVector for Avx2 {
        type Proof = HasAvx2;

        const REGISTER_PAIRS: usize = 2;

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
        fn mul_add(self, factor: Avx2, addend: Avx2) -> Avx2 {
            // SAFETY: see above.
            unsafe {
                Avx2(
                    _mm256_fmadd_ps(self.0, factor.0, addend.0),
                    _mm256_fmadd_ps(self.1, factor.1, addend.1),
                )
            }
        }

        #[inline(always)]
        fn sum(self) -> f32 {
            // SAFETY: see above.
            unsafe { sum_of_eight(_mm256_add_ps(self.0, self.1)) }
        }

        #[inline(always)]
        fn load_pair(_: HasAvx2, pair: &Bf16Pair) -> [Avx2; 2] {
            let start = pair.0.as_ptr().cast::<__m256i>();
            // SAFETY: see above.
            unsafe {
                let bits = [_mm256_load_si256(start), _mm256_load_si256(start.add(1))];
                let high = _mm256_set1_epi32(0xffff_0000_u32 as i32);
                let first = |bits| _mm256_castsi256_ps(_mm256_slli_epi32::<16>(bits));
                let second = |bits| _mm256_castsi256_ps(_mm256_and_si256(bits, high));
                [
                    Avx2(first(bits[0]), first(bits[1])),
                    Avx2(second(bits[0]), second(bits[1])),
                ]
            }
        }

        #[inline(always)]
        fn store_pair(first: Avx2, second: Avx2, pair: &mut Bf16Pair) {
            let start = pair.0.as_mut_ptr().cast::<__m256i>();
            // SAFETY: see above.
            unsafe {
                _mm256_store_si256(start, packed_eight(first.0, second.0));
                _mm256_store_si256(start.add(1), packed_eight(first.1, second.1));
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

    /// Sums eight lanes by repeated halving.
    #[inline(always)]
    unsafe fn sum_of_eight(eight: __m256) -> f32 {
        // SAFETY: the caller's processor has AVX2.
        unsafe {
            let (low, high) = (
                _mm256_castps256_ps128(eight),
                _mm256_extractf128_ps::<1>(eight),
            );
            let four = _mm_add_ps(low, high);
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
    }

    /// Rounds eight lanes of two vectors to bfloat16.
    #[inline(always)]
    unsafe fn packed_eight(first: __m256, second: __m256) -> __m256i {
        // SAFETY: the caller's processor has AVX2.
        unsafe {
            let (half, one) = (_mm256_set1_epi32(0x7fff), _mm256_set1_epi32(1));
            let rounded = |vector| {
                let bits = _mm256_castps_si256(vector);
                let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), one);
                _mm256_add_epi32(bits, _mm256_add_epi32(half, odd))
            };
            let low = _mm256_srli_epi32::<16>(rounded(first));
            _mm256_blend_epi16::<0b1010_1010>(low, rounded(second))
        }
    }

    /// One AVX-512 register.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512);

    // SAFETY of all blocks: as above.
    impl SimdVector for Avx512 {
        type Proof = HasAvx512;

        const REGISTER_PAIRS: usize = 8;

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
        fn mul_add(self, factor: Avx512, addend: Avx512) -> Avx512 {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_fmadd_ps(self.0, factor.0, addend.0)) }
        }

        #[inline(always)]
        fn sum(self) -> f32 {
            // SAFETY: see above.
            unsafe {
                let high = _mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self.0));
                let low = _mm512_castps512_ps256(self.0);
                sum_of_eight(_mm256_add_ps(low, _mm256_castpd_ps(high)))
            }
        }

        #[inline(always)]
        fn load_pair(_: HasAvx512, pair: &Bf16Pair) -> [Avx512; 2] {
            // SAFETY: see above.
            unsafe {
                let bits = _mm512_load_si512(pair.0.as_ptr().cast());
                let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
                [
                    Avx512(_mm512_castsi512_ps(_mm512_slli_epi32::<16>(bits))),
                    Avx512(_mm512_castsi512_ps(_mm512_and_si512(bits, high))),
                ]
            }
        }

        #[inline(always)]
        fn store_pair(first: Avx512, second: Avx512, pair: &mut Bf16Pair) {
            // SAFETY: see above.
            unsafe {
                let (half, one) = (_mm512_set1_epi32(0x7fff), _mm512_set1_epi32(1));
                let rounded = |vector: Avx512| {
                    let bits = _mm512_castps_si512(vector.0);
                    let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), one);
                    _mm512_add_epi32(bits, _mm512_add_epi32(half, odd))
                };
                let low = _mm512_srli_epi32::<16>(rounded(first));
                let mask = _mm512_set1_epi32(0xffff_0000_u32 as i32);
                let high = _mm512_and_si512(rounded(second), mask);
                _mm512_store_si512(pair.0.as_mut_ptr().cast(), _mm512_or_si512(low, high));
            }
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

/// Work that can be done with any vectors.
pub(super) trait SimdWork: Sized {
    type Output;

    /// Does the work. Must be inlined: only then it is compiled for the vectors' instructions.
    fn run<V: SimdVector>(self, proof: V::Proof) -> Self::Output;

    /// Does the work with the widest vectors of the processor. The result does not depend on the width.
    fn run_widest(self) -> Self::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = HasAvx512::detect() {
                // SAFETY: the processor has AVX-512F.
                return unsafe { run_avx512(proof, self) };
            }
            if let Some(proof) = HasAvx2::detect() {
                // SAFETY: the processor has AVX2 and FMA.
                return unsafe { run_avx2(proof, self) };
            }
        }
        self.run::<Portable>(())
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512<W: SimdWork>(proof: HasAvx512, work: W) -> W::Output {
    work.run::<Avx512>(proof)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<W: SimdWork>(proof: HasAvx2, work: W) -> W::Output {
    work.run::<Avx2>(proof)
}

/// Does work once with each kind of vectors that the processor has, the portable ones first.
#[cfg(test)]
pub(super) fn run_all<W: SimdWork>(mut work: impl FnMut() -> W) -> Vec<W::Output> {
    let outputs = [work().run::<Portable>(())].into_iter();
    #[cfg(target_arch = "x86_64")]
    let outputs = {
        // SAFETY: the processor has AVX2 and FMA.
        let avx2 = HasAvx2::detect().map(|proof| unsafe { run_avx2(proof, work()) });
        // SAFETY: the processor has AVX-512F.
        let avx512 = HasAvx512::detect().map(|proof| unsafe { run_avx512(proof, work()) });
        outputs.chain(avx2).chain(avx512)
    };
    outputs.collect()
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
