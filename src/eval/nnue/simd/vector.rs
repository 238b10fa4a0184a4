//! What the inner loops ask of vectors.

/// A vector of 16-bit numbers. All arithmetic wraps around.
///
/// # Safety
/// Every function may only be called where the processor has the vector's instructions, and only with
/// pointers to [`Vector::LANES`] numbers that are aligned to as many.
pub(super) trait Vector: Copy {
    /// A vector of 32-bit sums.
    type Sums: Copy;

    /// How many numbers; a block's 32 are a multiple of it.
    const LANES: usize;

    unsafe fn load(from: *const i16) -> Self;
    unsafe fn store(self, to: *mut i16);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn subtract(self, other: Self) -> Self;
    /// Kept between 0 and `QA`.
    unsafe fn clip(self) -> Self;
    unsafe fn no_sums() -> Self::Sums;
    /// Adds the squares of these clipped numbers, each times its weight, to some sum or other. Number
    /// times weight fits 16 bits, and so two vectors are multiplied without being widened first
    /// (an idea of Liam McGuire's Lizard).
    unsafe fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// All sums together.
    unsafe fn total(sums: Self::Sums) -> i32;
}
