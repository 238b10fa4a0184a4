//! Vectors of x86-64. Every processor of the kind has SSE2, and SSE4.1 would add nothing that is needed.

use std::arch::x86_64::*;

use super::super::network::QA;
use super::kernels::variant;
use super::vector::Vector;

variant!(SSE2, "sse2", __m128i, "sse2");
variant!(AVX2, "avx2", __m256i, "avx2");
variant!(AVX512, "avx512", __m512i, "avx512f", "avx512bw");

/// Implements [`Vector`] for a register by the intrinsic functions that are named alike in all widths.
macro_rules! vector {
    (
        $register:ident, $lanes:literal, $load:ident, $store:ident, $add:ident, $subtract:ident,
        $max:ident, $min:ident, $set:ident, $zero:ident, $multiply:ident, $multiply_pairs:ident,
        $add_sums:ident, $total:path
    ) => {
        impl Vector for $register {
            type Sums = $register;

            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const i16) -> Self {
                // SAFETY: the caller's.
                unsafe { $load(from.cast()) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i16) {
                // SAFETY: the caller's.
                unsafe { $store(to.cast(), self) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the caller's.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            unsafe fn subtract(self, other: Self) -> Self {
                // SAFETY: the caller's.
                unsafe { $subtract(self, other) }
            }

            #[inline(always)]
            unsafe fn clip(self) -> Self {
                // SAFETY: the caller's.
                unsafe { $min($max(self, $zero()), $set(QA as i16)) }
            }

            #[inline(always)]
            unsafe fn no_sums() -> Self {
                // SAFETY: the caller's.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn add_weighted_squares(self, weights: Self, sums: Self) -> Self {
                // SAFETY: the caller's.
                unsafe { $add_sums(sums, $multiply_pairs($multiply(self, weights), self)) }
            }

            #[inline(always)]
            unsafe fn total(sums: Self) -> i32 {
                // SAFETY: the caller's.
                unsafe { $total(sums) }
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
    total_128
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
    total_256
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
/// None: every processor has the instructions.
#[inline(always)]
unsafe fn total_128(sums: __m128i) -> i32 {
    // SAFETY: every processor has the instructions.
    unsafe {
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b_01_00_11_10>(sums));
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b_10_11_00_01>(sums));
        _mm_cvtsi128_si32(sums)
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn total_256(sums: __m256i) -> i32 {
    // SAFETY: the caller's.
    unsafe {
        let low = _mm256_castsi256_si128(sums);
        total_128(_mm_add_epi32(low, _mm256_extracti128_si256::<1>(sums)))
    }
}
