//! Network files are read back as written, and invalid files are rejected.

use crate::properties::network::with_checksum;
use crate::support::random_network::{network, weights};
use diglot::board::{CastlingMode, Position};
use diglot::eval::nnue::{
    DenseLayers, LayerStackWeights, MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, Network, NetworkError,
    NetworkWeights,
};
use proptest::prelude::*;

/// The file of a small network with the number at `offset` in its header replaced.
fn with_number(offset: usize, number: u32) -> Vec<u8> {
    let mut bytes = network(32, 1).to_bytes();
    bytes[offset..][..4].copy_from_slice(&number.to_le_bytes());
    with_checksum(bytes)
}

/// Whether random weights still form a network after a change.
fn checked(change: impl Fn(&mut NetworkWeights)) -> Result<(), NetworkError> {
    let mut weights = weights(64, 1);
    change(&mut weights);
    Network::new("", &weights).map(|_| ())
}

#[test]
fn a_written_network_is_read_back() {
    for hidden in [32, 64, 96, 256, 2048] {
        let written = network(hidden, hidden as u64);
        let bytes = written.to_bytes();
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read, written);
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.weights(), weights(hidden, hidden as u64));
        assert_eq!((read.hidden_size(), read.description()), (hidden, "random"));
    }
}

#[test]
fn a_wrong_header_is_rejected_with_the_reason() {
    let architecture = |what, found, known| NetworkError::Architecture { what, found, known };
    let unit = |name, found| NetworkError::Unit { name, found };
    for (offset, number, error) in [
        (0, 0, NetworkError::NotANetwork),
        (8, 1, NetworkError::Version(1)),
        (12, 2, architecture("number", 2, 5)),
        (12, 3, architecture("number", 3, 5)),
        (12, 7, architecture("number", 7, 5)),
        (16, 33, NetworkError::Hidden(33)),
        (16, 0, NetworkError::Hidden(0)),
        (16, 4096, NetworkError::Hidden(4096)),
        (20, 12 * 768, architecture("inputs", 12 * 768, 4 * 768)),
        (24, 1, architecture("buckets", 1, 8)),
        (28, 255, architecture("QA", 255, 127)),
        (32, 0, unit("QB", 0)),
        (36, 1 << 16, unit("SCALE", 1 << 16)),
        (40, u32::MAX, NetworkError::Description),
    ] {
        let result = Network::from_bytes(&with_number(offset, number));
        assert_eq!(result.unwrap_err(), error);
    }
    let result = Network::from_bytes(&with_number(16, 64));
    assert!(matches!(result, Err(NetworkError::Size { .. })));
}

#[test]
fn feature_weights_without_king_buckets_serve_all() {
    let mut weights = weights(32, 3);
    let one_bucket = 768 * 32;
    weights.feature_weights.truncate(one_bucket);
    weights.feature_weights = weights.feature_weights.repeat(4);
    let network = Network::new("no buckets", &weights).unwrap();
    let bytes = network.to_bytes();
    let header = 44 + "no buckets".len();
    let mut old = bytes.clone();
    old.drain(header + one_bucket..header + 4 * one_bucket);
    old[20..24].copy_from_slice(&768u32.to_le_bytes());
    let read = Network::from_bytes(&with_checksum(old)).unwrap();
    assert_eq!(read, network);
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn a_network_without_layer_stacks_is_read_back() {
    let mut weights = weights(64, 3);
    weights.layer_stacks.clear();
    let network = Network::new("no stacks", &weights).unwrap();
    let bytes = network.to_bytes();
    assert_eq!(bytes[12..16], 1u32.to_le_bytes());
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!(read, network);
    assert_eq!(read.weights(), weights);
    assert!(read.summary().contains("64 x 2 -> 1 x 8"));
}

#[test]
fn a_network_without_attack_inputs_is_read_back() {
    let with = network(64, 3);
    assert_eq!(with.to_bytes()[12..16], 5u32.to_le_bytes());
    assert!(with.has_attack_inputs() && with.summary().contains("768 x 4 -> 64 x 2 + 26 -> "));
    let mut weights = weights(64, 3);
    for stack in &mut weights.layer_stacks {
        stack.dense.attack_weights = DenseLayers::ZERO.attack_weights;
    }
    let without = Network::new("random", &weights).unwrap();
    let bytes = without.to_bytes();
    assert_eq!(bytes[12..16], 4u32.to_le_bytes());
    assert_eq!(with.to_bytes().len() - bytes.len(), 8 * 26 * 16 * 4);
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!(read, without);
    assert_eq!(read.weights(), weights);
    assert!(!read.has_attack_inputs() && read.summary().contains("64 x 2 -> (16"));
}

#[test]
fn layer_stacks_must_be_complete_and_finite() {
    let size = |expected, found| Err(NetworkError::Size { expected, found });
    assert_eq!(
        checked(|weights| weights.layer_stacks.truncate(7)),
        size(8, 7)
    );
    let shorten = |weights: &mut NetworkWeights| {
        weights.layer_stacks[3].l1_weights.pop();
    };
    assert_eq!(checked(shorten), size(64 * 16, 64 * 16 - 1));
    for value in [f32::NAN, f32::INFINITY, -16.5] {
        let set = |weights: &mut NetworkWeights| weights.layer_stacks[5].dense.l2_bias[9] = value;
        assert_eq!(checked(set), Err(NetworkError::LayerStack));
        let mut bytes = network(64, 1).to_bytes();
        let last = bytes.len() - 12;
        bytes[last..last + 4].copy_from_slice(&value.to_le_bytes());
        let result = Network::from_bytes(&with_checksum(bytes));
        assert_eq!(result, Err(NetworkError::LayerStack));
    }
    assert_eq!(
        checked(|weights| weights.layer_stacks[5].dense.l2_bias[9] = 16.0),
        Ok(())
    );
}

#[test]
fn layer_stacks_need_halves_of_whole_blocks() {
    let mut weights = weights(96, 1);
    assert!(weights.layer_stacks.is_empty());
    let stack = LayerStackWeights {
        l1_weights: vec![0; 96 * 16],
        dense: DenseLayers::ZERO,
    };
    weights.layer_stacks = vec![stack; 8];
    let error = NetworkError::StackedHidden(96);
    assert_eq!(Network::new("", &weights), Err(error));
}

#[test]
fn an_invalid_description_is_rejected() {
    let mut bytes = network(32, 1).to_bytes();
    bytes[44] = 0xff;
    let result = Network::from_bytes(&with_checksum(bytes));
    assert_eq!(result, Err(NetworkError::Description));
    let long = "x".repeat((1 << 16) + 1);
    let result = Network::new(&long, &weights(32, 1));
    assert_eq!(result, Err(NetworkError::Description));
}

#[test]
fn output_weights_fit_their_product_into_16_bits() {
    let with = |value| checked(|weights| weights.output_weights[100] = value);
    for value in [MAX_OUTPUT_WEIGHT, -MAX_OUTPUT_WEIGHT] {
        assert_eq!(with(value), Ok(()));
    }
    for value in [259, -259, i16::MIN, i16::MAX] {
        let error = NetworkError::OutputWeight { index: 100, value };
        assert_eq!(with(value), Err(error.clone()));
        let mut bytes = network(32, 1).to_bytes();
        let first = 44 + "random".len() + 4 * 768 * 32 + 2 * 32;
        bytes[first + 200..][..2].copy_from_slice(&value.to_le_bytes());
        assert_eq!(Network::from_bytes(&with_checksum(bytes)), Err(error));
    }
}

#[test]
fn feature_biases_leave_room_for_a_full_board() {
    let with = |value| checked(|weights| weights.feature_bias[5] = value);
    for value in [MAX_FEATURE_BIAS, -MAX_FEATURE_BIAS] {
        assert_eq!(with(value), Ok(()));
        let value = value + value.signum();
        let error = NetworkError::FeatureBias { index: 5, value };
        assert_eq!(with(value), Err(error));
    }
}

#[test]
fn weights_of_wrong_length_are_rejected() {
    let mut short = weights(64, 1);
    short.feature_weights.pop();
    let result = Network::new("", &short);
    assert!(matches!(result, Err(NetworkError::Size { .. })));
    let mut odd = weights(64, 1);
    odd.feature_bias.truncate(40);
    assert_eq!(Network::new("", &odd), Err(NetworkError::Hidden(40)));
}

#[test]
fn a_truncated_or_extended_file_is_rejected() {
    let bytes = network(32, 1).to_bytes();
    for length in 0..bytes.len() {
        assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(
        Network::from_bytes(&longer),
        Err(NetworkError::Size { .. })
    ));
}

proptest! {
    #[test]
    fn a_changed_byte_is_detected(index in 0_usize..50_000, change in 1_u8..) {
        let mut bytes = network(32, 1).to_bytes();
        let index = index % bytes.len();
        bytes[index] ^= change;
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn arbitrary_bytes_are_rejected(bytes: Vec<u8>) {
        prop_assert!(Network::from_bytes(&bytes).is_err());
        let after_magic = [b"DIGLOTNN\x02\0\0\0\x01\0\0\0", &bytes[..]].concat();
        prop_assert!(Network::from_bytes(&after_magic).is_err());
    }
}

/// Only one neuron per perspective has nonzero weights, which isolates every part of the architecture.
#[test]
fn the_reference_evaluation_follows_the_architecture() {
    let mut weights = weights(64, 1);
    weights.feature_weights.fill(0);
    weights.feature_bias.fill(0);
    weights.output_weights.fill(0);
    weights.output_bias = [0, 0, 0, 0, 0, 0, 0, 407];
    weights.layer_stacks.clear();
    let value = |weights: &NetworkWeights, fen: &str| {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        Network::new("", weights)
            .unwrap()
            .evaluate_reference(&position)
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // 407 / 16256 = 1/40 of 400 centipawns, in the last output bucket only.
    assert_eq!(value(&weights, start), 10);
    let kings = "4k3/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(value(&weights, kings), 0);
    // The own king on a1 adds 100 to the first neuron, for both colours and both halves of the board.
    weights.feature_weights[(5 * 64) * 64] = 100;
    weights.output_weights[0] = 128;
    weights.output_weights[64] = -64;
    let own = 100 * 100 * 128 / 127 * 400 / 16256;
    let other = -100 * 100 * 64 / 127 * 400 / 16256;
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", own),
        ("4k3/8/8/8/8/8/8/7K w - - 0 1", own),
        ("4k3/8/8/8/8/8/8/K7 b - - 0 1", other),
        ("k7/8/8/8/8/8/8/4K3 b - - 0 1", own),
        ("7k/8/8/8/8/8/8/4K3 w - - 0 1", other),
        ("4k3/8/8/8/8/8/8/1K6 w - - 0 1", 0),
    ] {
        assert_eq!(value(&weights, fen), expected, "{fen}");
    }
    // The activation is clipped below and above.
    weights.feature_weights[(5 * 64) * 64] = -100;
    assert_eq!(value(&weights, kings), 0);
    weights.feature_weights[(5 * 64) * 64] = 100;
    // The opponent's king on e8.
    weights.feature_weights[(11 * 64 + 60) * 64] = 100;
    assert_eq!(value(&weights, kings), 127 * 128 * 400 / 16256);
    // The layer stack of the first bucket: the product of two neurons by the weight 1/2, its clipped ReLU by 1/4 and its
    // square by 1/2, plus the bias 1/8, by 3/2.
    let mut stack = LayerStackWeights {
        l1_weights: vec![0; 64 * 16],
        dense: DenseLayers::ZERO,
    };
    weights.layer_stacks = vec![stack.clone(); 8];
    assert_eq!(value(&weights, kings), 400);
    stack.l1_weights[4 * 7] = 64;
    stack.dense.l2_weights[7][30] = 0.25;
    stack.dense.l2_weights[16 + 7][30] = 0.5;
    stack.dense.l2_bias[30] = 0.125;
    stack.dense.l3_weights[30] = 1.5;
    weights.layer_stacks[0] = stack;
    assert_eq!(value(&weights, kings), 400 + 400 * 3 / 2 / 8);
    weights.feature_bias[32] = 127;
    // 126 is a little less than 127 squared / 128, but the inputs of the second layer are rounded.
    assert_eq!(value(&weights, kings), 400 + 400 * 3 / 2 * 3 / 8);
}
