//! NEON, which every 64-bit ARM processor supports.

use std::arch::aarch64::*;

use super::super::architecture::QA;
use super::super::layer_stack::PRODUCT_SHIFT;
use super::kernels::variant;
use super::vector::Vector;

variant!(NEON, "neon", int16x8_t);

impl Vector for int16x8_t {
    type Sums = int32x4_t;

    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: upheld by the caller.
        unsafe { vld1q_s16(from) }
    }

    #[inline(always)]
    unsafe fn load_widened(from: *const i8) -> Self {
        // SAFETY: upheld by the caller.
        unsafe { vmovl_s8(vld1_s8(from)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: upheld by the caller.
        unsafe { vst1q_s16(to, self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: upheld by the caller.
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn subtract(self, other: Self) -> Self {
        // SAFETY: upheld by the caller.
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        // SAFETY: upheld by the caller.
        unsafe { vminq_s16(vmaxq_s16(self, vdupq_n_s16(0)), vdupq_n_s16(QA as i16)) }
    }

    #[inline(always)]
    unsafe fn zero_sums() -> int32x4_t {
        // SAFETY: upheld by the caller.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn add_weighted_squares(self, weights: Self, sums: int32x4_t) -> int32x4_t {
        // SAFETY: upheld by the caller.
        unsafe {
            let weighted = vmulq_s16(self, weights);
            let sums = vmlal_s16(sums, vget_low_s16(weighted), vget_low_s16(self));
            vmlal_high_s16(sums, weighted, self)
        }
    }

    #[inline(always)]
    unsafe fn store_l1_inputs(self, other: Self, to: *mut u8) {
        // SAFETY: upheld by the caller.
        unsafe {
            let products = vmulq_s16(self, other);
            vst1_u8(to, vqrshrun_n_s16::<{ PRODUCT_SHIFT as i32 }>(products));
        }
    }

    #[inline(always)]
    unsafe fn splat_bytes(from: *const u8) -> [Self; 4] {
        // SAFETY: upheld by the caller.
        unsafe {
            let groups = vld1q_s32(from.cast());
            let splats = [
                vdupq_laneq_s32::<0>(groups),
                vdupq_laneq_s32::<1>(groups),
                vdupq_laneq_s32::<2>(groups),
                vdupq_laneq_s32::<3>(groups),
            ];
            splats.map(|splat| vreinterpretq_s16_s32(splat))
        }
    }

    #[inline(always)]
    unsafe fn add_byte_products(self, weights: Self, sums: int32x4_t) -> int32x4_t {
        // SAFETY: upheld by the caller. Two products of bytes, 126 · 128 at most, fit 16 bits.
        unsafe {
            let (bytes, weights) = (vreinterpretq_s8_s16(self), vreinterpretq_s8_s16(weights));
            let low = vmull_s8(vget_low_s8(bytes), vget_low_s8(weights));
            let high = vmull_high_s8(bytes, weights);
            vpadalq_s16(sums, vpaddq_s16(low, high))
        }
    }

    #[inline(always)]
    unsafe fn add_pair_products(self, weights: Self, sums: int32x4_t) -> int32x4_t {
        // SAFETY: upheld by the caller.
        unsafe {
            let low = vmull_s16(vget_low_s16(self), vget_low_s16(weights));
            let high = vmull_high_s16(self, weights);
            vaddq_s32(sums, vpaddq_s32(low, high))
        }
    }

    #[inline(always)]
    unsafe fn add_sums(sums: int32x4_t, others: int32x4_t) -> int32x4_t {
        // SAFETY: upheld by the caller.
        unsafe { vaddq_s32(sums, others) }
    }

    #[inline(always)]
    unsafe fn store_sums(sums: int32x4_t, to: *mut i32) {
        // SAFETY: upheld by the caller.
        unsafe { vst1q_s32(to, sums) }
    }

    #[inline(always)]
    unsafe fn horizontal_sum(sums: int32x4_t) -> i32 {
        // SAFETY: upheld by the caller.
        unsafe { vaddvq_s32(sums) }
    }
}
