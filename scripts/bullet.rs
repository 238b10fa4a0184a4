//! Trains a network of Diglot's architecture without layer stacks with bullet (<https://github.com/jw1912/bullet>) on a
//! GPU. This is the main.rs of a package that depends on bullet_lib; docs/training.md tells how to use it. Written for
//! the builder interface of bullet_lib 1.0 (`ValueTrainerBuilder`).
//!
//! It matches src/eval/nnue in these points:
//!
//! - features: own pieces first, pawn to king, then the opponent's, 64 squares each, seen from each side
//!   (`ChessBucketsMirrored`); a side mirrors the board while its king is on the files e to h
//! - king buckets, with a factoriser that is added to each of them when the network is saved
//! - output buckets: `MaterialCount<8>`, one for every four pieces
//! - the hidden layer of the side to move comes first, SCReLU, one output for each bucket
//! - QA 127 and QB 128; bullet's AdamW keeps weights within 1.98, which makes output weights of at most 253; feature
//!   weights and factoriser are kept within 0.5, so that 8 bits hold their quantised sum
//! - the saved order: feature weights of 8 bits; then, of 16 bits, feature bias, output weights by bucket and output bias

use bullet_lib::{
    game::{inputs::ChessBucketsMirrored, outputs::MaterialCount},
    nn::{InitSettings, Shape, optimiser::{AdamW, AdamWParams}},
    trainer::{
        save::SavedFormat,
        schedule::{TrainingSchedule, TrainingSteps, lr, wdl},
        settings::LocalSettings,
    },
    value::{
        ValueTrainerBuilder,
        loader::{ViriBinpackLoader, viribinpack::Filter},
    },
};

const HIDDEN_SIZE: usize = 512;
const OUTPUT_BUCKETS: usize = 8;
const KING_BUCKETS: usize = 4;
/// The king bucket of each square of the files a to d, back rank first, as in src/eval/nnue/features.rs.
#[rustfmt::skip]
const KING_BUCKET_LAYOUT: [usize; 32] = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
];
const QA: i16 = 127;
const QB: i16 = 128;

/// Centipawns for an output of 1: `diglot net convert --scale` and `diglot data export --scale`.
const SCALE: f32 = 220.0;
/// Weight of the game result in the target; the rest is the score.
const WDL: f32 = 0.05;

const SUPERBATCHES: usize = 100;
const INITIAL_LR: f32 = 0.001;
const FINAL_LR: f32 = 0.000_01;
/// Size of the shuffle buffer in MB.
const BUFFER_MB: usize = 4096;
const THREADS: usize = 4;

fn main() {
    let games = std::env::args()
        .nth(1)
        .expect("usage: cargo run --release -- GAMES.viri");

    let mut trainer = ValueTrainerBuilder::default()
        .dual_perspective()
        .optimiser(AdamW)
        .inputs(ChessBucketsMirrored::new(KING_BUCKET_LAYOUT))
        .output_buckets(MaterialCount::<OUTPUT_BUCKETS>)
        .save_format(&[
            SavedFormat::id("l0w")
                .transform(|store, weights| {
                    let factoriser = store.get("l0f").values.repeat(KING_BUCKETS);
                    let pairs = weights.into_iter().zip(factoriser);
                    pairs.map(|(weight, shared)| weight + shared).collect()
                })
                .round()
                .quantise::<i8>(QA),
            SavedFormat::id("l0b").round().quantise::<i16>(QA),
            SavedFormat::id("l1w")
                .round()
                .quantise::<i16>(QB)
                .transpose(),
            SavedFormat::id("l1b").round().quantise::<i16>(QA * QB),
        ])
        .loss_fn(|output, target| output.sigmoid().squared_error(target))
        .build(|builder, stm_inputs, ntm_inputs, output_buckets| {
            let shape = Shape::new(HIDDEN_SIZE, 768);
            let factoriser = builder.new_weights("l0f", shape, InitSettings::Zeroed);
            let mut l0 = builder.new_affine("l0", 768 * KING_BUCKETS, HIDDEN_SIZE);
            l0.weights = l0.weights + factoriser.repeat(KING_BUCKETS);
            let l1 = builder.new_affine("l1", 2 * HIDDEN_SIZE, OUTPUT_BUCKETS);
            let stm_hidden = l0.forward(stm_inputs).screlu();
            let ntm_hidden = l0.forward(ntm_inputs).screlu();
            let hidden = stm_hidden.concat(ntm_hidden);
            l1.forward(hidden).select(output_buckets)
        });

    let half = AdamWParams {
        min_weight: -0.5,
        max_weight: 0.5,
        ..AdamWParams::default()
    };
    trainer.optimiser.set_params_for_weight("l0w", half);
    trainer.optimiser.set_params_for_weight("l0f", half);

    let schedule = TrainingSchedule {
        net_id: "diglot".to_string(),
        eval_scale: SCALE,
        steps: TrainingSteps {
            batch_size: 16_384,
            batches_per_superbatch: 6104,
            start_superbatch: 1,
            end_superbatch: SUPERBATCHES,
        },
        wdl_scheduler: wdl::ConstantWDL { value: WDL },
        lr_scheduler: lr::CosineDecayLR {
            initial_lr: INITIAL_LR,
            final_lr: FINAL_LR,
            final_superbatch: SUPERBATCHES,
        },
        save_rate: 10,
    };
    let settings = LocalSettings {
        threads: THREADS,
        test_set: None,
        output_directory: "checkpoints",
        batch_queue_size: 64,
    };

    // The filter of `diglot train`: quiet positions with scores of up to 200 pawns, which leaves out mates and
    // tablebase results, from ply 16 on.
    let filter = Filter {
        min_ply: 16,
        min_pieces: 0,
        max_eval: 20_001,
        filter_tactical: true,
        filter_check: true,
        filter_castling: false,
        ..Filter::default()
    };
    let loader = ViriBinpackLoader::new(&games, BUFFER_MB, THREADS, filter);

    trainer.run(&schedule, &settings, &loader);
}
