//! Vectors of 64-bit ARM, every processor of which has them.

use std::arch::aarch64::*;

use super::super::network::QA;
use super::kernels::variant;
use super::vector::Vector;

variant!(NEON, "neon", int16x8_t);

impl Vector for int16x8_t {
    type Sums = int32x4_t;

    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the caller's.
        unsafe { vld1q_s16(from) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: the caller's.
        unsafe { vst1q_s16(to, self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller's.
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn subtract(self, other: Self) -> Self {
        // SAFETY: the caller's.
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        // SAFETY: the caller's.
        unsafe { vminq_s16(vmaxq_s16(self, vdupq_n_s16(0)), vdupq_n_s16(QA as i16)) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> int32x4_t {
        // SAFETY: the caller's.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn add_weighted_squares(self, weights: Self, sums: int32x4_t) -> int32x4_t {
        // SAFETY: the caller's.
        unsafe {
            let weighted = vmulq_s16(self, weights);
            let sums = vmlal_s16(sums, vget_low_s16(weighted), vget_low_s16(self));
            vmlal_high_s16(sums, weighted, self)
        }
    }

    #[inline(always)]
    unsafe fn total(sums: int32x4_t) -> i32 {
        // SAFETY: the caller's.
        unsafe { vaddvq_s32(sums) }
    }
}
