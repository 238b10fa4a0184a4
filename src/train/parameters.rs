//! The parameters of a network in training, in one vector: a row of feature transformer weights per input, its
//! biases, the output weights of each bucket, and the output biases.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::simd::F32x16;
use crate::eval::nnue::{BUCKET_INPUTS, INPUTS, KING_BUCKETS, OUTPUT_BUCKETS};

/// Largest absolute weight: 8 bits hold a quantised output weight, and 16 bits the sum of 33 rows.
pub(super) const MAX_WEIGHT: f32 = 1.98;
/// Largest initial weight of the feature transformer: small enough that few neurons start saturated.
const MAX_INITIAL_WEIGHT: f32 = 0.1;

/// One value per weight: the parameters, their gradients or their moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    hidden_size: usize,
    pub values: Vec<F32x16>,
}

impl Parameters {
    /// All zero. `hidden_size` is a multiple of [`F32x16::LANES`].
    pub(super) fn zeros(hidden_size: usize) -> Parameters {
        let row_len = hidden_size / F32x16::LANES;
        let count = (INPUTS + 1) * row_len + OUTPUT_BUCKETS * 2 * row_len + 1;
        Parameters {
            hidden_size,
            values: vec![F32x16::ZERO; count],
        }
    }

    /// Random initial weights, the same in all king buckets; the biases are zero.
    pub(super) fn random(hidden_size: usize, seed: u64) -> Parameters {
        let mut parameters = Parameters::zeros(hidden_size);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bucket = BUCKET_INPUTS * parameters.row_len();
        let (transformer, output) = parameters.layers_mut();
        let mut fill = |vectors: &mut [F32x16], limit: f32| {
            for value in vectors.iter_mut().flat_map(|vector| &mut vector.0) {
                *value = random.random_range(-limit..limit);
            }
        };
        fill(&mut transformer[..bucket], MAX_INITIAL_WEIGHT);
        for i in 1..KING_BUCKETS {
            transformer.copy_within(..bucket, i * bucket);
        }
        let last = output.len() - 1;
        fill(&mut output[..last], 1.0 / (2.0 * hidden_size as f32).sqrt());
        parameters
    }

    pub(super) fn hidden_size(&self) -> usize {
        self.hidden_size
    }

    /// Length of a row in vectors.
    pub(super) fn row_len(&self) -> usize {
        self.hidden_size / F32x16::LANES
    }

    /// The feature transformer (rows of the inputs and the bias) and the output layer (weights and biases).
    pub(super) fn layers(&self) -> (&[F32x16], &[F32x16]) {
        self.values.split_at((INPUTS + 1) * self.row_len())
    }

    pub(super) fn layers_mut(&mut self) -> (&mut [F32x16], &mut [F32x16]) {
        let rows = (INPUTS + 1) * self.row_len();
        self.values.split_at_mut(rows)
    }

    /// All values in order.
    pub(super) fn scalars(&self) -> impl Iterator<Item = f32> {
        self.values.iter().flat_map(|vector| vector.0)
    }
}
