//! Networks with random weights.

use diglot::eval::nnue::{
    DenseLayers, INPUTS, L1_SIZE, LayerStackWeights, Network, NetworkWeights, OUTPUT_BUCKETS,
    is_valid_stacked_hidden_size,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Random weights of about the size of trained ones, so that some accumulator values are clipped at either end. There are
/// layer stacks where the hidden size allows them.
pub(crate) fn weights(hidden: usize, seed: u64) -> NetworkWeights {
    let mut random = StdRng::seed_from_u64(seed);
    let mut numbers = |count: usize, limit: i16| -> Vec<i16> {
        let number = |_| random.random_range(-limit..=limit);
        (0..count).map(number).collect()
    };
    let feature_bias = numbers(hidden, 100);
    let output_weights = numbers(OUTPUT_BUCKETS * 2 * hidden, 80);
    let mut bytes = |count: usize, limit: i16| -> Vec<i8> {
        let numbers = numbers(count, limit).into_iter();
        numbers.map(|number| number as i8).collect()
    };
    let feature_weights = bytes(INPUTS * hidden, 30);
    let layer_stacks = if is_valid_stacked_hidden_size(hidden) {
        OUTPUT_BUCKETS
    } else {
        0
    };
    let l1_weights: Vec<_> = (0..layer_stacks)
        .map(|_| bytes(hidden * L1_SIZE, 60))
        .collect();
    let layer_stack = |l1_weights| LayerStackWeights {
        l1_weights,
        dense: DenseLayers {
            l1_scales: std::array::from_fn(|_| random.random_range(0.002..0.01)),
            l1_bias: std::array::from_fn(|_| random.random_range(-0.5..0.5)),
            l2_weights: std::array::from_fn(|_| {
                std::array::from_fn(|_| random.random_range(-0.5..0.5))
            }),
            l2_bias: std::array::from_fn(|_| random.random_range(-0.3..0.5)),
            l3_weights: std::array::from_fn(|_| random.random_range(-1.0..1.0)),
            attack_weights: std::array::from_fn(|_| {
                std::array::from_fn(|_| random.random_range(-0.5..0.5))
            }),
        },
    };
    NetworkWeights {
        feature_weights,
        feature_bias,
        output_weights,
        layer_stacks: l1_weights.into_iter().map(layer_stack).collect(),
        output_bias: std::array::from_fn(|bucket| bucket as i32 * 300 - 1000),
        qb: 128,
        scale: 400,
    }
}

pub(crate) fn network(hidden: usize, seed: u64) -> Network {
    Network::new("random", &weights(hidden, seed)).unwrap()
}
