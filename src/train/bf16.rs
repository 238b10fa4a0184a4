//! The brain floating-point format: floats of 16 bits with the exponent range of 32.

/// Two vectors of 16 floats rounded to bfloat16: the first one in the low halves, the second one in the high halves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Bf16Pair(pub [u32; 16]);

impl Bf16Pair {
    pub(super) const ZERO: Bf16Pair = Bf16Pair([0; 16]);

    /// Rounds two vectors.
    #[inline(always)]
    pub(super) fn new(first: &[f32; 16], second: &[f32; 16]) -> Bf16Pair {
        let lane = |i: usize| rounded(second[i].to_bits()) << 16 | rounded(first[i].to_bits());
        Bf16Pair(std::array::from_fn(lane))
    }
}

/// Rounds the bits of a float to the nearest bfloat16, ties to even.
const fn rounded(bits: u32) -> u32 {
    bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16
}

/// Rounds a float to the nearest bfloat16.
#[cfg(test)]
pub(super) fn round(value: f32) -> f32 {
    f32::from_bits(rounded(value.to_bits()) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rounded_to_eight_bits() {
        assert_eq!(
            [1.0, -0.0, 255.0, -0.375].map(round),
            [1.0, -0.0, 255.0, -0.375]
        );
        // Ties go to the even neighbour.
        assert_eq!([257.0, 259.0, -257.0].map(round), [256.0, 260.0, -256.0]);
        assert_eq!([257.1, 258.9].map(round), [258.0, 258.0]);
        assert_eq!([f32::INFINITY, f32::MAX].map(round), [f32::INFINITY; 2]);
    }
}
