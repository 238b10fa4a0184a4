//! The incremental network evaluation equals the reference evaluation after any sequence of moves and on every SIMD
//! path.

use crate::support::random_network;
use std::sync::Arc;

use crate::support::random_network::network;
use diglot::board::{CastlingMode, Position};
use diglot::eval::nnue::{AccumulatorStack, MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, Network, Simd};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Positions with all kinds of moves: castling to both sides, also in Chess960, en passant and promotions.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
    "r5kr/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
];

/// A position with a piece on each square.
const FULL_BOARD: &str =
    "krrrrrrr/pppppppp/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Chess960).unwrap().0
}

/// Walks up and down a tree at random as a search does and evaluates some of the positions. Returns them with
/// their values.
fn walk(
    evaluator: &mut AccumulatorStack,
    start: Position,
    steps: usize,
    random: &mut StdRng,
) -> Vec<(Position, i32)> {
    let mut path = vec![start];
    let mut evaluated = Vec::new();
    evaluator.reset(&start);
    for _ in 0..steps {
        let ply = path.len() - 1;
        let position = path[ply];
        if random.random_bool(0.7) {
            evaluator.prepare(&position, ply);
        }
        if random.random_bool(0.5) {
            evaluated.push((position, evaluator.evaluate(&position, ply)));
        }
        let moves = position.legal_moves();
        if moves.is_empty() || ply == 60 || random.random_bool(0.3) {
            let length = random.random_range(0..path.len()) + 1;
            path.truncate(length);
        } else if !position.in_check() && random.random_bool(0.1) {
            evaluator.push(ply);
            path.push(position.after_null());
        } else {
            // Castling is rare among random moves, and king moves are the most error-prone.
            let castling = moves.iter().find(|m| m.is_castling());
            let chosen = match castling {
                Some(&m) if random.random_bool(0.5) => m,
                _ => moves[random.random_range(0..moves.len())],
            };
            let mut next = position;
            next.make_move(chosen, evaluator.push(ply));
            path.push(next);
        }
    }
    evaluated
}

#[test]
fn every_simd_path_agrees_with_the_reference_along_search_walks() {
    for (seed, hidden) in [32, 64, 96, 192, 256, 384].into_iter().enumerate() {
        let network = Arc::new(network(hidden, seed as u64));
        for simd in Simd::available() {
            let mut evaluator = AccumulatorStack::with_simd(Arc::clone(&network), simd);
            let mut random = StdRng::seed_from_u64(seed as u64);
            for start in STARTS {
                for (position, value) in walk(&mut evaluator, position(start), 300, &mut random) {
                    assert_eq!(
                        value,
                        network.evaluate_reference(&position),
                        "{simd:?}, {hidden}: {position:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_reused_network_evaluator_agrees_with_a_fresh_one() {
    let network = Arc::new(network(128, 5));
    let mut evaluator = AccumulatorStack::new(Arc::clone(&network));
    let mut random = StdRng::seed_from_u64(5);
    for start in STARTS {
        for (position, value) in walk(&mut evaluator, position(start), 200, &mut random) {
            let mut fresh = AccumulatorStack::new(Arc::clone(&network));
            fresh.reset(&position);
            assert_eq!(fresh.evaluate(&position, 0), value, "{position:?}");
        }
    }
}

/// Outputs beyond 32 bits wrap around in the same way on all SIMD paths.
#[test]
fn maximal_weights_overflow_alike_on_all_simd_paths() {
    let mut weights = random_network::weights(1024, 9);
    let mut random = StdRng::seed_from_u64(9);
    for weight in &mut weights.feature_weights {
        *weight = random.random();
    }
    weights.output_weights.fill(MAX_OUTPUT_WEIGHT);
    weights.layer_stacks.clear();
    let network = Arc::new(Network::new("", &weights).unwrap());
    for simd in Simd::available() {
        let mut evaluator = AccumulatorStack::with_simd(Arc::clone(&network), simd);
        let mut overflowed = 0;
        for (position, value) in walk(&mut evaluator, position(STARTS[1]), 500, &mut random) {
            assert_eq!(value, network.evaluate_reference(&position), "{simd:?}");
            overflowed += i32::from(value < 0);
        }
        // Without overflow no output would be negative.
        assert!(overflowed > 0, "{simd:?}");
    }
}

/// Accumulators hold a board full of pieces of the largest weights beside the largest bias.
#[test]
fn maximal_accumulators_fit_16_bits_on_all_simd_paths() {
    for (weight, bias) in [(i8::MAX, MAX_FEATURE_BIAS), (i8::MIN, -MAX_FEATURE_BIAS)] {
        let mut weights = random_network::weights(192, 4);
        weights.feature_weights.fill(weight);
        weights.feature_bias.fill(bias);
        let network = Arc::new(Network::new("", &weights).unwrap());
        for simd in Simd::available() {
            let mut evaluator = AccumulatorStack::with_simd(Arc::clone(&network), simd);
            for fen in [FULL_BOARD, STARTS[7], FULL_BOARD] {
                let position = position(fen);
                evaluator.reset(&position);
                // The reference does not wrap around: in a debug build it panics instead.
                let expected = network.evaluate_reference(&position);
                assert_eq!(evaluator.evaluate(&position, 0), expected, "{simd:?}");
            }
        }
    }
}

#[test]
fn the_network_evaluates_a_full_board() {
    let (full, empty) = (position(FULL_BOARD), position(STARTS[7]));
    let network = Arc::new(network(64, 3));
    let mut evaluator = AccumulatorStack::new(Arc::clone(&network));
    for position in [full, empty, full] {
        evaluator.reset(&position);
        let value = evaluator.evaluate(&position, 0);
        assert_eq!(value, network.evaluate_reference(&position));
    }
}

#[test]
fn simd_paths_have_distinct_names_and_include_portable() {
    let names: Vec<_> = Simd::available().map(Simd::name).collect();
    assert_eq!(names[0], "portable");
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), names.len());
}

/// Evaluates as the search does, with the endgame knowledge that precedes the network.
#[test]
fn endgame_knowledge_overrides_the_network() {
    let network = Arc::new(network(64, 3));
    let mut evaluator = diglot::eval::Evaluator::new(Some(&network));
    let mut value = |fen: &str| {
        let position = position(fen);
        evaluator.reset(&position);
        let plain = network.evaluate_reference(&position);
        (evaluator.evaluate(&position, 0).raw(), plain)
    };
    let (start, plain) = value(STARTS[0]);
    let tempo = 8;
    assert_eq!(start, plain + tempo);
    let (won, plain) = value("8/8/8/4k3/8/8/8/1KQ5 w - - 0 1");
    assert!(won > 9_000 && plain < 9_000);
    // A rook pawn and the wrong bishop, for White and for Black.
    for fen in [
        "k7/8/8/8/8/P7/1B6/1K6 w - - 0 1",
        "1k6/1b6/p7/8/8/8/8/K7 w - - 0 1",
    ] {
        let (drawn, _) = value(fen);
        assert_eq!(drawn, 0, "{fen}");
    }
}
