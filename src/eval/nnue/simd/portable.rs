//! The portable variant: arrays that any processor supports.

use super::super::architecture::QA;
use super::super::layer_stack::l1_input;
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
    type Sums = [i32; LANES / 2];

    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Array {
        // SAFETY: upheld by the caller.
        unsafe { Array(from.cast::<[i16; LANES]>().read()) }
    }

    #[inline(always)]
    unsafe fn load_widened(from: *const i8) -> Array {
        // SAFETY: upheld by the caller.
        unsafe { Array(from.cast::<[i8; LANES]>().read().map(i16::from)) }
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
    unsafe fn zero_sums() -> Self::Sums {
        [0; LANES / 2]
    }

    #[inline(always)]
    unsafe fn add_weighted_squares(self, weights: Array, mut sums: Self::Sums) -> Self::Sums {
        let weighted = self.combine(weights, i16::wrapping_mul).0;
        for (i, weighted) in weighted.into_iter().enumerate() {
            let product = i32::from(self.0[i]) * i32::from(weighted);
            sums[i / 2] = sums[i / 2].wrapping_add(product);
        }
        sums
    }

    #[inline(always)]
    unsafe fn store_l1_inputs(self, other: Array, to: *mut u8) {
        let input = |i: usize| l1_input(self.0[i].into(), other.0[i].into()) as u8;
        let inputs = std::array::from_fn(input);
        // SAFETY: upheld by the caller.
        unsafe { to.cast::<[u8; LANES]>().write(inputs) }
    }

    #[inline(always)]
    unsafe fn splat_bytes(from: *const u8) -> [Array; 4] {
        // SAFETY: upheld by the caller.
        let pairs = unsafe { from.cast::<[i16; 8]>().read() };
        std::array::from_fn(|group| Array(std::array::from_fn(|i| pairs[2 * group + i % 2])))
    }

    #[inline(always)]
    unsafe fn add_byte_products(self, weights: Array, mut sums: Self::Sums) -> Self::Sums {
        for (i, sum) in sums.iter_mut().enumerate() {
            for lane in [2 * i, 2 * i + 1] {
                let (bytes, weights) = (self.0[lane].to_ne_bytes(), weights.0[lane].to_ne_bytes());
                for (byte, weight) in bytes.into_iter().zip(weights) {
                    *sum += i32::from(byte) * i32::from(weight as i8);
                }
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_pair_products(self, weights: Array, mut sums: Self::Sums) -> Self::Sums {
        for (i, sum) in sums.iter_mut().enumerate() {
            for lane in [2 * i, 2 * i + 1] {
                *sum += i32::from(self.0[lane]) * i32::from(weights.0[lane]);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_sums(sums: Self::Sums, others: Self::Sums) -> Self::Sums {
        std::array::from_fn(|i| sums[i].wrapping_add(others[i]))
    }

    #[inline(always)]
    unsafe fn store_sums(sums: Self::Sums, to: *mut i32) {
        // SAFETY: upheld by the caller.
        unsafe { to.cast::<Self::Sums>().write_unaligned(sums) }
    }

    #[inline(always)]
    unsafe fn horizontal_sum(sums: Self::Sums) -> i32 {
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}
