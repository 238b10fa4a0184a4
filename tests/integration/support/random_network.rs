//! Networks with random weights.

use diglot::eval::nnue::{INPUTS, Network, NetworkWeights, OUTPUT_BUCKETS};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Random weights of about the size of trained ones, so that some accumulator values are clipped at either end.
pub(crate) fn weights(hidden: usize, seed: u64) -> NetworkWeights {
    let mut random = StdRng::seed_from_u64(seed);
    let mut numbers = |count: usize, limit: i16| -> Vec<i16> {
        let number = |_| random.random_range(-limit..=limit);
        (0..count).map(number).collect()
    };
    NetworkWeights {
        feature_weights: numbers(INPUTS * hidden, 60),
        feature_bias: numbers(hidden, 200),
        output_weights: numbers(OUTPUT_BUCKETS * 2 * hidden, 40),
        output_bias: std::array::from_fn(|bucket| bucket as i32 * 300 - 1000),
        qb: 64,
        scale: 400,
    }
}

pub(crate) fn network(hidden: usize, seed: u64) -> Network {
    Network::new("random", &weights(hidden, seed)).unwrap()
}
