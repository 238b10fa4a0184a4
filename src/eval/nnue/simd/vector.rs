//! The vector operations that the inner loops need.

/// A SIMD register of 16-bit integers. All arithmetic wraps around.
///
/// # Safety
/// Call the functions only on a processor that supports the instructions, and only with pointers to
/// [`Vector::LANES`] integers that are aligned to the size of the register.
pub(super) trait Vector: Copy {
    /// A register of 32-bit sums.
    type Sums: Copy;

    /// Number of 16-bit lanes, a divisor of the block size of 32.
    const LANES: usize;

    unsafe fn load(from: *const i16) -> Self;
    unsafe fn store(self, to: *mut i16);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn subtract(self, other: Self) -> Self;
    /// Clipped ReLU: clamps to 0..=`QA`.
    unsafe fn clip(self) -> Self;
    unsafe fn zero_sums() -> Self::Sums;
    /// Adds square · weight of each lane (SCReLU) to an unspecified lane of `sums`. Because value · weight fits 16
    /// bits, the product needs no widening before it is multiplied by the value again (an idea of Liam McGuire's
    /// Lizard).
    unsafe fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// Sums all lanes.
    unsafe fn horizontal_sum(sums: Self::Sums) -> i32;
}
