//! The portable variant: arrays that any processor supports.

use super::super::architecture::QA;
use super::kernels::variant;
use super::vector::Vector;

variant!(PORTABLE, "portable", Array);

const LANES: usize = 8;

#[derive(Clone, Copy)]
struct Array([i16; LANES]);

impl Array {
    #[inline(always)]
    fn combine(self, other: Array, function: impl Fn(i16, i16) -> i16) -> Array {
        Array(std::array::from_fn(|i| function(self.0[i], other.0[i])))
    }
}

impl Vector for Array {
    type Sums = i32;

    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Array {
        // SAFETY: upheld by the caller.
        unsafe { Array(from.cast::<[i16; LANES]>().read()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: upheld by the caller.
        unsafe { to.cast::<[i16; LANES]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Array) -> Array {
        self.combine(other, i16::wrapping_add)
    }

    #[inline(always)]
    unsafe fn subtract(self, other: Array) -> Array {
        self.combine(other, i16::wrapping_sub)
    }

    #[inline(always)]
    unsafe fn clip(self) -> Array {
        Array(self.0.map(|value| value.clamp(0, QA as i16)))
    }

    #[inline(always)]
    unsafe fn zero_sums() -> i32 {
        0
    }

    #[inline(always)]
    unsafe fn add_weighted_squares(self, weights: Array, sums: i32) -> i32 {
        let weighted = self.combine(weights, i16::wrapping_mul).0;
        let products = self.0.iter().zip(weighted);
        products
            .map(|(&value, weighted)| i32::from(value) * i32::from(weighted))
            .fold(sums, i32::wrapping_add)
    }

    #[inline(always)]
    unsafe fn horizontal_sum(sums: i32) -> i32 {
        sums
    }
}
