//! The benchmark from the command line.

use std::sync::Arc;

use clap::builder::RangedU64ValueParser;

use super::evaluation::Evaluation;
use super::tell;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::eval::nnue::NetworkLoadError;
use crate::search::{BenchSettings, BenchStep, Signal, bench};
use crate::types::MAX_PLY;

/// How to search.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Plies to search each position
    #[arg(default_value_t = BenchSettings::default().depth)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64))]
    depth: u32,

    /// Search threads; with more than one the number of nodes is not always the same
    #[arg(default_value_t = BenchSettings::default().threads)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(default_value_t = BenchSettings::default().hash)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    evaluation: Evaluation,
}

/// Searches all positions; progress goes to standard error. The last line is `N nodes M nps`.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, NetworkLoadError> {
    let network = arguments.evaluation.network()?;
    let settings = BenchSettings {
        depth: arguments.depth,
        threads: arguments.threads,
        hash: arguments.hash,
        network,
    };
    let result = bench(&settings, &Arc::new(Signal::new(false)), &mut tell_step);
    Ok(result.map_or_else(Vec::new, |result| {
        vec![
            format!("time {:.3} s", result.time.as_secs_f64()),
            result.to_string(),
        ]
    }))
}

fn tell_step(step: &BenchStep) {
    let best = step.best.map(|(position, m)| position.to_san(m));
    tell(&format!(
        "{:2}/{} {:10} nodes  {:8} {}",
        step.number,
        step.count,
        step.nodes,
        best.as_deref().unwrap_or("-"),
        step.fen
    ));
}
