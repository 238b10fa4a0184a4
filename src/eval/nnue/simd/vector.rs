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
    /// Loads [`Vector::LANES`] bytes, aligned to half the size of the register, and widens them.
    unsafe fn load_widened(from: *const i8) -> Self;
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
    /// Stores the inputs of a layer stack's first layer from two vectors of clipped values, a byte for each lane: rounded
    /// products, 0 to 126 (pairwise multiplication).
    unsafe fn store_l1_inputs(self, other: Self, to: *mut u8);
    /// Loads 16 bytes, aligned to their size, and returns a vector of the first four repeated, one of the next four, and
    /// so on.
    unsafe fn splat_bytes(from: *const u8) -> [Self; 4];
    /// Adds to each lane of `sums` the products of its four bytes, 0 to 126, with those of `weights`, −128 to 127.
    unsafe fn add_byte_products(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// Adds to each lane of `sums` the products of its two integers with those of `weights`.
    unsafe fn add_pair_products(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// Adds the lanes.
    unsafe fn add_sums(sums: Self::Sums, others: Self::Sums) -> Self::Sums;
    /// Stores the lanes of `sums`, half of [`Vector::LANES`].
    unsafe fn store_sums(sums: Self::Sums, to: *mut i32);
    /// Sums all lanes.
    unsafe fn horizontal_sum(sums: Self::Sums) -> i32;
}
