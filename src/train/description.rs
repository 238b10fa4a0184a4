//! The description of a trained network, which its file contains.

use std::path::PathBuf;

use super::config::TrainConfig;
use super::games::ReadCounts;
use super::losses::Losses;
use crate::data::GameReader;
use crate::eval::nnue::OUTPUT_BUCKETS;

/// The description of a network after `superbatches` superbatches, with its losses on the validation games and the
/// centipawns of an output of 1. `soup` has a line for each run whose weights were averaged with its own.
pub(super) fn describe(
    config: &TrainConfig,
    output_scale: u32,
    counts: ReadCounts,
    superbatches: u64,
    soup: &str,
    losses: &Losses,
) -> String {
    let steps = superbatches * config.batches_per_superbatch;
    let buckets: Vec<String> = (0..OUTPUT_BUCKETS)
        .map(|bucket| {
            format!(
                "{:.6} ({})",
                losses.bucket_mean(bucket),
                losses.counts[bucket]
            )
        })
        .collect();
    format!(
        "Diglot {} network\n{}{}an output of 1 is {output_scale} centipawns\n\
         read in the first pass: {} games, {} plies, {} positions kept; passes begun: {}\n\
         learnt: {superbatches} superbatches, {} positions\n{soup}\
         validation loss: {:.6}; of the game results {:.6}; by number of pieces, with positions: {}\n",
        env!("CARGO_PKG_VERSION"),
        config.description(),
        describe_games(&config.data),
        counts.games,
        counts.plies,
        counts.positions,
        counts.epochs,
        steps * config.batch_size as u64,
        losses.mean(),
        losses.result_mean(),
        buckets.join(", "),
    )
}

/// The distinct lines of the files' headers.
fn describe_games(files: &[PathBuf]) -> String {
    let mut lines = Vec::new();
    // All files have been read. One that has disappeared since must not fail a finished run.
    for reader in files.iter().filter_map(|path| GameReader::open(path).ok()) {
        for line in reader.text().lines() {
            let line = format!("games: {line}\n");
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.concat()
}
