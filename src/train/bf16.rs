//! The brain floating-point format: floats of 16 bits with the exponent range of 32. The two loops over the rows of the
//! feature transformer wait for memory, so weights and gradients pass through them in half the size. Sums, weights to
//! change and moments have 32 bits (mixed precision, <https://arxiv.org/abs/1905.12322>).

use super::parameters::{Parameters, ROWS};
use super::simd::{F32x16, SimdVector};

/// Two vectors of 16 floats rounded to bfloat16: the first one in the low halves, the second one in the high halves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Bf16Pair(pub [u32; F32x16::LANES]);

impl Bf16Pair {
    pub(super) const ZERO: Bf16Pair = Bf16Pair([0; F32x16::LANES]);
}

/// Rounds the bits of a float to the nearest bfloat16, ties to even.
pub(super) const fn rounded(bits: u32) -> u32 {
    bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16
}

/// The rows of a feature transformer, rounded. Each pair holds a vector of the first half of a row and the one as far
/// into the second half.
#[derive(Default)]
pub(super) struct PackedTransformer {
    pairs: Vec<Bf16Pair>,
}

impl PackedTransformer {
    /// Packs the feature transformer of a network.
    pub(super) fn pack(&mut self, parameters: &Parameters, threads: usize) {
        let shape = parameters.shape();
        let (half, tile) = (shape.row_len() / 2, shape.tile());
        self.pairs.resize(ROWS * half, Bf16Pair::ZERO);
        let transformer = parameters.layers().transformer;
        let chunk_rows = ROWS.div_ceil(threads);
        let pack_rows = |first_row: usize, pairs: &mut [Bf16Pair]| {
            for (i, row) in pairs.chunks_exact_mut(half).enumerate() {
                let start = (first_row + i) * 2 * tile;
                let tiles = transformer.chunks_exact(shape.tile_len());
                for (pairs, vectors) in row.chunks_exact_mut(tile).zip(tiles) {
                    let vectors = vectors[start..][..2 * tile].as_chunks().0;
                    for (pair, vectors) in pairs.iter_mut().zip(vectors) {
                        *pair = packed(vectors);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for (i, chunk) in self.pairs.chunks_mut(chunk_rows * half).enumerate() {
                let mut work = move || pack_rows(i * chunk_rows, chunk);
                if threads == 1 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
    }

    pub(super) fn pairs(&self) -> &[Bf16Pair] {
        &self.pairs
    }
}

fn packed([first, second]: &[F32x16; 2]) -> Bf16Pair {
    let lane = |i: usize| {
        let (low, high) = (first.0[i].to_bits(), second.0[i].to_bits());
        rounded(high) << 16 | rounded(low)
    };
    Bf16Pair(std::array::from_fn(lane))
}

/// The sum of some rows of `row_len` pairs, from the pair `first` of each on: two vectors for each pair.
#[inline(always)]
pub(super) fn sum_rows<V: SimdVector, const LEN: usize>(
    proof: V::Proof,
    table: &[Bf16Pair],
    row_len: usize,
    first: usize,
    rows: &[u16],
) -> [[V; 2]; LEN] {
    let mut sums = [[V::splat(proof, 0.0); 2]; LEN];
    for &row in rows {
        let start = usize::from(row) * row_len + first;
        for (sum, pair) in sums.iter_mut().zip(&table[start..start + LEN]) {
            let [first, second] = V::load_pair(proof, pair);
            *sum = [sum[0].add(first), sum[1].add(second)];
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::parameters::Shape;
    use crate::train::simd::Portable;

    fn round(value: f32) -> f32 {
        f32::from_bits(rounded(value.to_bits()) << 16)
    }

    #[test]
    fn floats_are_rounded_to_eight_bits() {
        assert_eq!(
            [1.0, -0.0, 255.0, -0.375].map(round),
            [1.0, -0.0, 255.0, -0.375]
        );
        // Ties go to the even neighbour.
        assert_eq!([257.0, 259.0, -257.0].map(round), [256.0, 260.0, -256.0]);
        assert_eq!(
            [257.1, 258.9, 1e-30].map(round),
            [258.0, 258.0, round(1e-30)]
        );
        assert_eq!([f32::INFINITY, f32::MAX].map(round), [f32::INFINITY; 2]);
    }

    #[test]
    fn packed_rows_add_up_to_those_of_the_network() {
        for hidden in [32, 64, 256] {
            let shape = Shape::with_layer_stacks(hidden);
            let parameters = Parameters::random(shape, 3);
            let mut packed = PackedTransformer::default();
            packed.pack(&parameters, 3);
            let rows = [0, 700, 700, 3071];
            let half = shape.row_len() / 2;
            for first in 0..half {
                let [sums] = sum_rows::<Portable, 1>((), packed.pairs(), half, first, &rows);
                for (sum, start) in sums.into_iter().zip([first, half + first]) {
                    let mut found = F32x16::ZERO;
                    sum.store(&mut found);
                    let of_row = |row: u16| parameters.transformer_row(row.into()).nth(16 * start);
                    let expected = rows.map(|row| of_row(row).map_or(0.0, round));
                    assert_eq!(found.0[0], expected.into_iter().fold(0.0, |sum, x| sum + x));
                }
            }
        }
    }
}
