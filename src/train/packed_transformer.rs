//! The feature transformer in bfloat16. The two loops over its rows wait for memory, so weights and gradients pass through
//! them in half the size. Sums, weights to change and moments have 32 bits (mixed precision,
//! <https://arxiv.org/abs/1905.12322>).

use super::bf16::Bf16Pair;
use super::parameters::{Parameters, ROWS};
use super::simd::{F32x16, SimdVector};
use crate::eval::nnue::QA;

/// The rows of a feature transformer, rounded. Each pair holds a vector of the first half of a row and the one as far
/// into the second half.
pub(super) struct PackedTransformer {
    pairs: Vec<Bf16Pair>,
    /// The value of 1 in the rows.
    unit: f32,
}

impl PackedTransformer {
    /// An empty one.
    pub(super) const fn new() -> PackedTransformer {
        PackedTransformer {
            pairs: Vec::new(),
            unit: 1.0,
        }
    }

    /// Packs the feature transformer of a network. With `is_quantised` its rows become the integers of the quantised
    /// network, of which bfloat16 holds those up to 256.
    pub(super) fn pack(&mut self, parameters: &Parameters, is_quantised: bool, threads: usize) {
        let factor = if is_quantised { QA as f32 } else { 1.0 };
        self.unit = 1.0 / factor;
        let rounded = |vector: &F32x16| {
            if is_quantised {
                vector.scaled(factor).rounded()
            } else {
                *vector
            }
        };
        let shape = parameters.shape();
        let (half, tile) = (shape.row_len() / 2, shape.tile_pairs());
        self.pairs.resize(ROWS * half, Bf16Pair::ZERO);
        let transformer = parameters.layers().transformer;
        let chunk_rows = ROWS.div_ceil(threads);
        let pack_rows = |first_row: usize, pairs: &mut [Bf16Pair]| {
            for (i, row) in pairs.chunks_exact_mut(half).enumerate() {
                let start = (first_row + i) * 2 * tile;
                let tiles = transformer.chunks_exact(shape.tile_len());
                for (pairs, vectors) in row.chunks_exact_mut(tile).zip(tiles) {
                    let vectors = vectors[start..][..2 * tile].as_chunks().0;
                    for (pair, [first, second]) in pairs.iter_mut().zip(vectors) {
                        *pair = Bf16Pair::new(&rounded(first).0, &rounded(second).0);
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

    /// The value of 1 in the rows.
    pub(super) const fn unit(&self) -> f32 {
        self.unit
    }
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
    use crate::train::bf16::round;
    use crate::train::parameters::Shape;
    use crate::train::quantize::quantize;
    use crate::train::simd::Portable;

    #[test]
    fn packed_rows_add_up_to_those_of_the_network() {
        check_packed_rows::<1>(32);
        check_packed_rows::<2>(64);
        check_packed_rows::<2>(192);
        check_packed_rows::<8>(256);
        check_packed_rows::<8>(512);
    }

    fn check_packed_rows<const LEN: usize>(hidden: usize) {
        let shape = Shape::with_layer_stacks(hidden);
        let parameters = Parameters::random(shape, 3);
        let mut packed = PackedTransformer::new();
        packed.pack(&parameters, false, 3);
        let rows = [0, 700, 700, 3071];
        let mut expected = vec![0.0; hidden];
        for row in rows {
            for (sum, value) in expected
                .iter_mut()
                .zip(parameters.transformer_row(row.into()))
            {
                *sum += round(value);
            }
        }
        let half = shape.row_len() / 2;
        let (mut first_half, mut second_half) = (Vec::new(), Vec::new());
        for first in (0..half).step_by(LEN) {
            for sums in sum_rows::<Portable, LEN>((), packed.pairs(), half, first, &rows) {
                let mut found = [F32x16::ZERO; 2];
                sums[0].store(&mut found[0]);
                sums[1].store(&mut found[1]);
                first_half.extend(found[0].0);
                second_half.extend(found[1].0);
            }
        }
        first_half.extend(second_half);
        assert_eq!(first_half, expected);
    }

    #[test]
    fn quantised_rows_are_those_of_the_quantised_network() {
        let parameters = Parameters::random(Shape::with_layer_stacks(64), 3);
        let mut packed = PackedTransformer::new();
        packed.pack(&parameters, true, 2);
        let weights = quantize(&parameters, 400).feature_weights;
        for (row, weights) in weights.chunks_exact(64).enumerate() {
            let row = &packed.pairs()[row * 2..][..2];
            for (i, lanes) in row.iter().enumerate() {
                for (lane, &bits) in lanes.0.iter().enumerate() {
                    let [first, second] = [bits << 16, bits & 0xffff_0000].map(f32::from_bits);
                    let neuron = 16 * i + lane;
                    assert_eq!(first, f32::from(weights[neuron]));
                    assert_eq!(second, f32::from(weights[32 + neuron]));
                }
            }
        }
        assert_eq!(packed.unit() * QA as f32, 1.0);
    }
}
