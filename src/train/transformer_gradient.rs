//! The gradient of the feature transformer: that of a row is the sum of the gradients of all accumulators that add it.
//! Works on a tile at a time, which stays in the L2 cache of a core over the whole batch.

use super::gradient::PartGradient;
use super::packed_transformer::sum_rows;
use super::parameters::TILE_PAIRS;
use super::simd::{F32x16, SimdVector, SimdWork};

/// The gradient of a tile from that of the accumulators.
pub(super) struct TileGradient<'a> {
    /// The number of the tile.
    pub number: usize,
    /// Pairs of vectors of a row in a tile.
    pub tile_pairs: usize,
    pub parts: &'a [PartGradient],
    /// Receives the gradient, row after row.
    pub gradient: &'a mut [F32x16],
}

impl SimdWork for TileGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: SimdVector>(self, proof: V::Proof) {
        if self.tile_pairs == TILE_PAIRS {
            self.sum_parts::<V, TILE_PAIRS>(proof);
        } else {
            self.sum_parts::<V, 1>(proof);
        }
    }
}

impl TileGradient<'_> {
    #[inline(always)]
    fn sum_parts<V: SimdVector, const PAIRS: usize>(self, proof: V::Proof) {
        self.gradient.fill(F32x16::ZERO);
        for part in self.parts {
            let tile_len = part.accumulators * PAIRS;
            let slopes = &part.slopes[self.number * tile_len..][..tile_len];
            let mut begin = 0;
            for (row, &end) in self.gradient.chunks_exact_mut(2 * PAIRS).zip(&part.ends) {
                if begin < end {
                    let users = &part.users[begin..end];
                    let sums = sum_rows::<V, PAIRS>(proof, slopes, PAIRS, 0, users);
                    let pairs = row.as_chunks_mut::<2>().0;
                    for ([first, second], sums) in pairs.iter_mut().zip(sums) {
                        V::load(proof, first).add(sums[0]).store(first);
                        V::load(proof, second).add(sums[1]).store(second);
                    }
                }
                begin = end;
            }
        }
    }
}
