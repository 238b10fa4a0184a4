//! SSE2, AVX2 and AVX-512 for x86-64. Every such processor supports SSE2; SSE4.1 has no instruction that would help.

use std::arch::x86_64::*;

use super::super::architecture::QA;
use super::kernels::variant;
use super::vector::Vector;

variant!(SSE2, "sse2", __m128i, "sse2");
variant!(AVX2, "avx2", __m256i, "avx2");
variant!(AVX512, "avx512", __m512i, "avx512f", "avx512bw");

/// Implements [`Vector`] for a register type by the intrinsics of its width.
macro_rules! vector {
    (
        $register:ident, $lanes:literal, $load:ident, $store:ident, $add:ident, $subtract:ident,
        $max:ident, $min:ident, $set:ident, $zero:ident, $multiply:ident, $multiply_pairs:ident,
        $add_sums:ident, $horizontal_sum:path
    ) => {
        impl Vector for $register {
            type Sums = $register;

            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const i16) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $load(from.cast()) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i16) {
                // SAFETY: upheld by the caller.
                unsafe { $store(to.cast(), self) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            unsafe fn subtract(self, other: Self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $subtract(self, other) }
            }

            #[inline(always)]
            unsafe fn clip(self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $min($max(self, $zero()), $set(QA as i16)) }
            }

            #[inline(always)]
            unsafe fn zero_sums() -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn add_weighted_squares(self, weights: Self, sums: Self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $add_sums(sums, $multiply_pairs($multiply(self, weights), self)) }
            }

            #[inline(always)]
            unsafe fn horizontal_sum(sums: Self) -> i32 {
                // SAFETY: upheld by the caller.
                unsafe { $horizontal_sum(sums) }
            }
        }
    };
}

vector!(
    __m128i,
    8,
    _mm_load_si128,
    _mm_store_si128,
    _mm_add_epi16,
    _mm_sub_epi16,
    _mm_max_epi16,
    _mm_min_epi16,
    _mm_set1_epi16,
    _mm_setzero_si128,
    _mm_mullo_epi16,
    _mm_madd_epi16,
    _mm_add_epi32,
    horizontal_sum_128
);

vector!(
    __m256i,
    16,
    _mm256_load_si256,
    _mm256_store_si256,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_max_epi16,
    _mm256_min_epi16,
    _mm256_set1_epi16,
    _mm256_setzero_si256,
    _mm256_mullo_epi16,
    _mm256_madd_epi16,
    _mm256_add_epi32,
    horizontal_sum_256
);

vector!(
    __m512i,
    32,
    _mm512_load_si512,
    _mm512_store_si512,
    _mm512_add_epi16,
    _mm512_sub_epi16,
    _mm512_max_epi16,
    _mm512_min_epi16,
    _mm512_set1_epi16,
    _mm512_setzero_si512,
    _mm512_mullo_epi16,
    _mm512_madd_epi16,
    _mm512_add_epi32,
    _mm512_reduce_add_epi32
);

/// # Safety
/// None: every x86-64 processor supports SSE2.
#[inline(always)]
unsafe fn horizontal_sum_128(sums: __m128i) -> i32 {
    // SAFETY: every x86-64 processor supports SSE2.
    unsafe {
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b_01_00_11_10>(sums));
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b_10_11_00_01>(sums));
        _mm_cvtsi128_si32(sums)
    }
}

/// # Safety
/// The processor supports AVX2.
#[inline(always)]
unsafe fn horizontal_sum_256(sums: __m256i) -> i32 {
    // SAFETY: upheld by the caller.
    unsafe {
        let low = _mm256_castsi256_si128(sums);
        horizontal_sum_128(_mm_add_epi32(low, _mm256_extracti128_si256::<1>(sums)))
    }
}
