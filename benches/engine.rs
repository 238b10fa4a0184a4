//! Benchmarks, one function per group. `cargo bench -- perft` runs the groups with that name.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use diglot::board::{CastlingMode, Generate, Position, perft};
use diglot::data::GameReader;
use diglot::eval::default_network;
use diglot::eval::hce::{HceEvaluator, PsqtAccumulator};
use diglot::eval::nnue::{self, Simd};
use diglot::search::{Bound, Limits, SearchJob, TranspositionTable, TtEntry, search_to_completion};
use diglot::selfplay::{self, SelfplayTarget};
use diglot::tablebase::Tablebases;
use diglot::types::attacks::{bishop_attacks, queen_attacks, rook_attacks};
use diglot::types::{Bitboard, Move, MoveList, Square};
use tempfile::TempDir;

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = sliders, movegen, make_move, see, perft_nodes, evaluation, nnue, table, tablebases, search, self_play,
        training
}
criterion_main!(benches);

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Opening, middlegame, check, endgame. Benchmarks run over all of them.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    KIWIPETE,
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "2r3k1/5pp1/p2p3p/1p1Pp3/1P2P1q1/P4N2/3Q1PPP/2R3K1 b - - 3 29",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
];

fn position(fen: &str) -> Position {
    match Position::from_fen(fen, CastlingMode::Standard) {
        Ok((position, _)) => position,
        Err(error) => panic!("{fen}: {error}"),
    }
}

fn positions() -> Vec<Position> {
    POSITIONS.into_iter().map(position).collect()
}

/// Every legal move of the positions, with its position.
fn moves() -> Vec<(Position, Move)> {
    let with_moves = |position: Position| {
        let moves = position.legal_moves().into_iter();
        moves.map(move |m| (position, m))
    };
    positions().into_iter().flat_map(with_moves).collect()
}

/// Throughput in lookups: every square with the occupancy of every position.
fn sliders(criterion: &mut Criterion) {
    let boards: Vec<Bitboard> = positions().iter().map(Position::occupied).collect();
    let mut group = criterion.benchmark_group("sliders");
    group.throughput(Throughput::Elements(64 * boards.len() as u64));
    group.bench_function("bishop", |bencher| {
        bencher.iter(|| all_attacks(black_box(&boards), bishop_attacks));
    });
    group.bench_function("rook", |bencher| {
        bencher.iter(|| all_attacks(black_box(&boards), rook_attacks));
    });
    group.bench_function("queen", |bencher| {
        bencher.iter(|| all_attacks(black_box(&boards), queen_attacks));
    });
    group.finish();
}

/// Generic so that the lookup is inlined into the loop, as in the engine.
fn all_attacks(boards: &[Bitboard], attacks: impl Fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for &occupied in boards {
        for square in Square::all() {
            all ^= attacks(square, occupied);
        }
    }
    all
}

/// Throughput in positions.
fn movegen(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, what) in [
        ("legal_moves", Generate::All),
        ("noisy", Generate::Noisy),
        ("quiet", Generate::Quiet),
    ] {
        group.bench_function(name, |bencher| {
            let mut list = MoveList::new();
            bencher.iter(|| {
                for position in black_box(&positions) {
                    list.clear();
                    position.generate(what, &mut list);
                    black_box(&list);
                }
            });
        });
    }
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            let positions = black_box(&positions).iter();
            positions.map(Position::count_legal_moves).sum::<usize>()
        });
    });
    group.finish();
}

/// Throughput in moves, each made on a copy of the position.
fn make_move(criterion: &mut Criterion) {
    let moves = moves();
    let mut group = criterion.benchmark_group("make_move");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("after", |bencher| {
        bencher.iter(|| {
            for (position, m) in black_box(&moves) {
                black_box(position.after(*m));
            }
        });
    });
    group.bench_function("after_with_key", |bencher| {
        bencher.iter(|| {
            let keys = black_box(&moves)
                .iter()
                .map(|(position, m)| position.after(*m).key());
            keys.fold(0, |all, key| all ^ key)
        });
    });
    group.finish();
}

/// Throughput in moves.
fn see(criterion: &mut Criterion) {
    let moves = moves();
    let captures: Vec<_> = moves
        .iter()
        .copied()
        .filter(|(_, m)| m.is_capture())
        .collect();
    let mut group = criterion.benchmark_group("see");
    for (name, moves) in [("captures", captures), ("all_moves", moves)] {
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let moves = black_box(&moves).iter();
                moves
                    .filter(|(position, m)| position.see_at_least(*m, 0))
                    .count()
            });
        });
    }
    group.finish();
}

/// Throughput in leaf nodes.
fn perft_nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (name, position, depth, nodes) in [
        ("startpos", Position::startpos(), 5, 4_865_609),
        ("kiwipete", position(KIWIPETE), 4, 4_085_603),
    ] {
        assert_eq!(perft(&position, depth), nodes, "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, &depth| {
            bencher.iter(|| perft(black_box(&position), depth));
        });
    }
    group.finish();
}

/// Throughput in positions of the hand-crafted evaluation, with current accumulators and a warm pawn hash.
fn evaluation(criterion: &mut Criterion) {
    let with_accumulator = |position: Position| (PsqtAccumulator::of(&position), position);
    let positions: Vec<_> = positions().into_iter().map(with_accumulator).collect();
    let mut evaluator = HceEvaluator::new();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("classical", |bencher| {
        bencher.iter(|| {
            for (accumulator, position) in black_box(&positions) {
                black_box(evaluator.evaluate(position, accumulator));
            }
        });
    });
    group.finish();
}

/// Throughput in positions with the built-in network, for each SIMD level: evaluation with a current accumulator, after
/// an incremental update by one move, and after a refresh for a position of another game.
fn nnue(criterion: &mut Criterion) {
    let network = default_network().expect("the embedded network is valid");
    let (positions, moves) = (positions(), moves());
    let mut group = criterion.benchmark_group("nnue");
    for simd in Simd::available() {
        let mut evaluator = nnue::AccumulatorStack::with_simd(Arc::clone(&network), simd);
        let mut position = positions[0];
        evaluator.reset(&position);
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("evaluate", simd.name()), |bencher| {
            bencher.iter(|| evaluator.evaluate(black_box(&position), 0));
        });
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::new("update", simd.name()), |bencher| {
            bencher.iter(|| {
                for (before, m) in black_box(&moves) {
                    if position != *before {
                        position = *before;
                        evaluator.reset(&position);
                        evaluator.evaluate(&position, 0);
                    }
                    let mut next = position;
                    next.make_move(*m, evaluator.push(0));
                    black_box(evaluator.evaluate(&next, 1));
                }
            });
        });
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("refresh", simd.name()), |bencher| {
            bencher.iter(|| {
                for position in black_box(&positions) {
                    evaluator.reset(position);
                    black_box(evaluator.evaluate(position, 0));
                }
            });
        });
    }
    group.finish();
}

/// Throughput in accesses to a table much larger than the CPU caches.
fn table(criterion: &mut Criterion) {
    const KEYS: u64 = 10_000;
    let Ok(table) = TranspositionTable::new(256) else {
        panic!("no memory for the table");
    };
    let keys: Vec<u64> = (1..=KEYS)
        .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .collect();
    let entry = TtEntry {
        best_move: None,
        score: 10,
        eval: None,
        depth: 5,
        bound: Bound::Lower,
        pv: false,
    };
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS));
    group.bench_function("store", |bencher| {
        bencher.iter(|| {
            black_box(&keys)
                .iter()
                .for_each(|&key| table.store(key, entry))
        });
    });
    group.bench_function("probe", |bencher| {
        bencher.iter(|| {
            let found = black_box(&keys).iter().filter_map(|&key| table.probe(key));
            found.count()
        });
    });
    group.finish();
}

/// Throughput in lookups: positions two plies after those in the test data.
fn tablebases(criterion: &mut Criterion) {
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let probes = include_str!("../tests/data/syzygy/probes.csv").lines();
    let fens = probes.skip(1).filter_map(|line| line.split(',').next());
    let after_all = |before: &Position| {
        let moves = before.legal_moves().into_iter();
        let next = moves.map(|m| before.after(m));
        next.collect::<Vec<_>>()
    };
    let positions = fens.map(position);
    let positions = positions.flat_map(|position| after_all(&position));
    let mut positions: Vec<_> = positions.flat_map(|next| after_all(&next)).collect();
    let (tables, _) = Tablebases::open(FOLDER);
    positions.retain(|position| tables.probe_wdl(position).is_some());
    let mut group = criterion.benchmark_group("tablebases");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("wdl", |bencher| {
        bencher.iter(|| {
            let found = black_box(&positions).iter();
            found
                .filter_map(|position| tables.probe_wdl(position))
                .count()
        });
    });
    group.finish();
}

/// Throughput in nodes of a search to fixed depth.
fn search(criterion: &mut Criterion) {
    let run = |depth| {
        let mut limits = Limits::none(Instant::now());
        limits.depth = Some(depth);
        search_to_completion(&SearchJob::new(position(KIWIPETE), limits), 16, 1).unwrap()
    };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let depth = 9;
    group.throughput(Throughput::Elements(run(depth).nodes));
    group.bench_function(BenchmarkId::new("kiwipete", depth), |bencher| {
        bencher.iter(|| run(black_box(depth)));
    });
    group.finish();
}

/// A folder that is deleted when it is dropped.
fn temp_dir() -> TempDir {
    match TempDir::new() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    }
}

/// Plays games into a new file. Returns the number of scored positions.
fn play(path: &Path, nodes: u64, games: u64) -> u64 {
    let _ = std::fs::remove_file(path);
    let config = selfplay::SelfplayConfig {
        threads: 1,
        seed: 1,
        soft_nodes: nodes,
        hard_nodes: 8 * nodes,
        hash: 1,
        network: default_network(),
    };
    let target = SelfplayTarget {
        games: Some(games),
        ..SelfplayTarget::default()
    };
    let never = AtomicBool::new(false);
    match selfplay::run(&config, target, path, &never, &mut |_| {}) {
        Ok(progress) => progress.positions,
        Err(error) => panic!("{error}"),
    }
}

/// Throughput in positions: playing games at 1,000 nodes per move on one thread, and reading games.
fn self_play(criterion: &mut Criterion) {
    let folder = temp_dir();
    let file = folder.path().join("games");
    let mut group = criterion.benchmark_group("self_play");
    group.sample_size(10);
    group.throughput(Throughput::Elements(play(&file, 1000, 5)));
    group.bench_function("play", |bencher| {
        bencher.iter(|| play(&file, 1000, 5));
    });

    group.throughput(Throughput::Elements(play(&file, 40, 200)));
    group.bench_function("read", |bencher| {
        bencher.iter(|| match GameReader::open(&file) {
            Ok(games) => games
                .flatten()
                .map(|game| game.replay().flatten().map(black_box).count())
                .sum::<usize>(),
            Err(error) => panic!("{error}"),
        });
    });
    group.finish();
}

/// Throughput in positions of training with hidden size 256 and all positions in the shuffle buffer.
#[cfg(feature = "train")]
fn training(criterion: &mut Criterion) {
    use diglot::train::{FeatureDecay, Schedule, TrainConfig, train};

    const STEPS: u64 = 32;
    const BATCH: usize = 16_384;
    let folder = temp_dir();
    let file = folder.path().join("games");
    play(&file, 40, 200);
    let mut group = criterion.benchmark_group("training");
    group.sample_size(10);
    group.throughput(Throughput::Elements(STEPS * BATCH as u64));
    for threads in [1, 2] {
        let config = TrainConfig {
            data: vec![file.clone()],
            validation: file.clone(),
            initial_network: None,
            hidden_size: 256,
            layer_stacks: true,
            superbatches: 1,
            batches_per_superbatch: STEPS,
            batch_size: BATCH,
            schedule: Schedule {
                steps: STEPS,
                learning_rate: 1e-3,
                final_learning_rate: 1e-5,
                wdl: 0.05,
                final_wdl: 0.05,
            },
            scale: 220,
            output_scale: None,
            scale_like: None,
            average_decay: 0.0,
            soup: Vec::new(),
            transformer_rate: 1.0,
            feature_decay: FeatureDecay {
                weights: 0.3,
                buckets: 0.3,
            },
            quantised_superbatches: 0,
            td_lambda: 0.5,
            threads,
            seed: 1,
            shuffle_buffer: 1_000_000,
            checkpoint: None,
            resume: false,
        };
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter(|| train(&config, &mut |_| {}).map(|network| network.hidden_size()));
        });
    }
    group.finish();
}

#[cfg(not(feature = "train"))]
fn training(_: &mut Criterion) {}
