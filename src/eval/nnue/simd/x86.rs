//! SSE2, AVX2 and AVX-512 with and without VNNI for x86-64. Every such processor supports SSE2; SSE4.1 would
//! only widen feature weights in one instruction instead of two.

use std::arch::x86_64::*;
use std::convert::identity;

use super::super::architecture::QA;
use super::super::layer_stack::{PRODUCT_ROUNDING, PRODUCT_SHIFT};
use super::kernels::variant;
use super::vector::Vector;

variant!(SSE2, "sse2", Sse2, "sse2");
variant!(AVX2, "avx2", Avx2, "avx2");
variant!(AVX512, "avx512", Avx512, "avx512f", "avx512bw");
variant!(
    AVX512_VNNI,
    "avx512vnni",
    Avx512Vnni,
    "avx512f",
    "avx512bw",
    "avx512vnni"
);

/// Defines a [`Vector`] in a register by the intrinsics of its width.
macro_rules! vector {
    (
        $name:ident, $register:ident, $lanes:literal, $load:ident, $load_widened:path, $store:ident,
        $add:ident, $subtract:ident, $max:ident, $min:ident, $set:ident, $zero:ident, $multiply:ident,
        $multiply_pairs:ident,
        $add_sums:ident, $shift_right:ident, $splat_128:ident, $shuffle:ident, $store_unaligned:ident,
        $store_bytes:path, $add_byte_products:path, $horizontal_sum:path
    ) => {
        #[derive(Clone, Copy)]
        struct $name($register);

        impl Vector for $name {
            type Sums = $register;

            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const i16) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $name($load(from.cast())) }
            }

            #[inline(always)]
            unsafe fn load_widened(from: *const i8) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $name($load_widened(from)) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i16) {
                // SAFETY: upheld by the caller.
                unsafe { $store(to.cast(), self.0) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $name($add(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn subtract(self, other: Self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $name($subtract(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn clip(self) -> Self {
                // SAFETY: upheld by the caller.
                unsafe { $name($min($max(self.0, $zero()), $set(QA as i16))) }
            }

            #[inline(always)]
            unsafe fn zero_sums() -> $register {
                // SAFETY: upheld by the caller.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn add_weighted_squares(self, weights: Self, sums: $register) -> $register {
                // SAFETY: upheld by the caller.
                unsafe {
                    let weighted = $multiply(self.0, weights.0);
                    $add_sums(sums, $multiply_pairs(weighted, self.0))
                }
            }

            #[inline(always)]
            unsafe fn store_l1_inputs(self, other: Self, to: *mut u8) {
                // SAFETY: upheld by the caller.
                unsafe {
                    let products = $add($multiply(self.0, other.0), $set(PRODUCT_ROUNDING));
                    $store_bytes($shift_right::<{ PRODUCT_SHIFT as _ }>(products), to)
                }
            }

            #[inline(always)]
            unsafe fn splat_bytes(from: *const u8) -> [Self; 4] {
                // SAFETY: upheld by the caller.
                unsafe {
                    let groups = $splat_128(_mm_load_si128(from.cast()));
                    [
                        $name($shuffle::<0b_00_00_00_00>(groups)),
                        $name($shuffle::<0b_01_01_01_01>(groups)),
                        $name($shuffle::<0b_10_10_10_10>(groups)),
                        $name($shuffle::<0b_11_11_11_11>(groups)),
                    ]
                }
            }

            #[inline(always)]
            unsafe fn add_byte_products(self, weights: Self, sums: $register) -> $register {
                // SAFETY: upheld by the caller.
                unsafe { $add_byte_products(self.0, weights.0, sums) }
            }

            #[inline(always)]
            unsafe fn add_pair_products(self, weights: Self, sums: $register) -> $register {
                // SAFETY: upheld by the caller.
                unsafe { $add_sums(sums, $multiply_pairs(self.0, weights.0)) }
            }

            #[inline(always)]
            unsafe fn add_sums(sums: $register, others: $register) -> $register {
                // SAFETY: upheld by the caller.
                unsafe { $add_sums(sums, others) }
            }

            #[inline(always)]
            unsafe fn store_sums(sums: $register, to: *mut i32) {
                // SAFETY: upheld by the caller.
                unsafe { $store_unaligned(to.cast(), sums) }
            }

            #[inline(always)]
            unsafe fn horizontal_sum(sums: $register) -> i32 {
                // SAFETY: upheld by the caller.
                unsafe { $horizontal_sum(sums) }
            }
        }
    };
}

vector!(
    Sse2,
    __m128i,
    8,
    _mm_load_si128,
    load_widened_128,
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
    _mm_srli_epi16,
    identity,
    _mm_shuffle_epi32,
    _mm_storeu_si128,
    store_bytes_128,
    add_byte_products_128,
    horizontal_sum_128
);

vector!(
    Avx2,
    __m256i,
    16,
    _mm256_load_si256,
    load_widened_256,
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
    _mm256_srli_epi16,
    _mm256_broadcastsi128_si256,
    _mm256_shuffle_epi32,
    _mm256_storeu_si256,
    store_bytes_256,
    add_byte_products_256,
    horizontal_sum_256
);

/// Defines a [`Vector`] of 512 bits with its products of bytes.
macro_rules! vector_512 {
    ($name:ident, $add_byte_products:path) => {
        vector!(
            $name,
            __m512i,
            32,
            _mm512_load_si512,
            load_widened_512,
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
            _mm512_srli_epi16,
            _mm512_broadcast_i32x4,
            _mm512_shuffle_epi32,
            _mm512_storeu_si512,
            store_bytes_512,
            $add_byte_products,
            _mm512_reduce_add_epi32
        );
    };
}

vector_512!(Avx512, add_byte_products_512);
vector_512!(Avx512Vnni, add_byte_products_vnni);

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

/// Loads bytes and widens them to 16 bits.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn load_widened_128(from: *const i8) -> __m128i {
    // SAFETY: upheld by the caller.
    unsafe {
        let bytes = _mm_loadl_epi64(from.cast());
        _mm_srai_epi16::<8>(_mm_unpacklo_epi8(bytes, bytes))
    }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn load_widened_256(from: *const i8) -> __m256i {
    // SAFETY: upheld by the caller.
    unsafe { _mm256_cvtepi8_epi16(_mm_load_si128(from.cast())) }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn load_widened_512(from: *const i8) -> __m512i {
    // SAFETY: upheld by the caller.
    unsafe { _mm512_cvtepi8_epi16(_mm256_load_si256(from.cast())) }
}

/// Stores 16-bit integers as bytes.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn store_bytes_128(values: __m128i, to: *mut u8) {
    // SAFETY: upheld by the caller.
    unsafe { _mm_storel_epi64(to.cast(), _mm_packus_epi16(values, values)) }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn store_bytes_256(values: __m256i, to: *mut u8) {
    // SAFETY: upheld by the caller.
    unsafe {
        let low = _mm256_castsi256_si128(values);
        let packed = _mm_packus_epi16(low, _mm256_extracti128_si256::<1>(values));
        _mm_store_si128(to.cast(), packed);
    }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn store_bytes_512(values: __m512i, to: *mut u8) {
    // SAFETY: upheld by the caller.
    unsafe { _mm256_store_si256(to.cast(), _mm512_cvtepi16_epi8(values)) }
}

/// Without a product of bytes, widens them to 16 bits.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn add_byte_products_128(bytes: __m128i, weights: __m128i, sums: __m128i) -> __m128i {
    // SAFETY: upheld by the caller.
    unsafe {
        let even = |bytes| _mm_srai_epi16::<8>(_mm_slli_epi16::<8>(bytes));
        let odd = |bytes| _mm_srai_epi16::<8>(bytes);
        let sums = _mm_add_epi32(sums, _mm_madd_epi16(even(bytes), even(weights)));
        _mm_add_epi32(sums, _mm_madd_epi16(odd(bytes), odd(weights)))
    }
}

/// Two products of bytes, 126 · 128 at most, fit 16 bits.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn add_byte_products_256(bytes: __m256i, weights: __m256i, sums: __m256i) -> __m256i {
    // SAFETY: upheld by the caller.
    unsafe {
        let pairs = _mm256_maddubs_epi16(bytes, weights);
        _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn add_byte_products_512(bytes: __m512i, weights: __m512i, sums: __m512i) -> __m512i {
    // SAFETY: upheld by the caller.
    unsafe {
        let pairs = _mm512_maddubs_epi16(bytes, weights);
        _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
    }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn add_byte_products_vnni(bytes: __m512i, weights: __m512i, sums: __m512i) -> __m512i {
    // SAFETY: upheld by the caller.
    unsafe { _mm512_dpbusd_epi32(sums, bytes, weights) }
}
