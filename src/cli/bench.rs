//! `diglot bench`: the benchmark.

use std::sync::Arc;

use clap::builder::RangedU64ValueParser;

use super::eval_file::EvalFileArg;
use super::output::print_stderr;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::search::{BenchConfig, BenchPosition, Signal, bench};
use crate::types::MAX_PLY;

#[derive(clap::Args)]
pub(super) struct BenchArgs {
    /// Search depth in plies
    #[arg(default_value_t = BenchConfig::default().depth)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64))]
    depth: u32,

    /// Number of search threads; the node count varies with more than one
    #[arg(default_value_t = BenchConfig::default().threads)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(default_value_t = BenchConfig::default().hash)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    eval_file: EvalFileArg,
}

/// Searches all positions, with the settings and the progress on standard error. The last line returned is `N nodes M nps`.
pub(super) fn run(args: &BenchArgs) -> Result<Vec<String>, String> {
    let network = args
        .eval_file
        .network()
        .map_err(|error| error.to_string())?;
    let config = BenchConfig {
        depth: args.depth,
        threads: args.threads,
        hash: args.hash,
        network,
    };
    print_stderr(&config.to_string());
    let result = bench(&config, &Arc::new(Signal::new(false)), &mut print_position);
    let result = result.map_err(|error| format!("bench {error}"))?;
    Ok(vec![
        format!("time {:.3} s", result.time.as_secs_f64()),
        result.to_string(),
    ])
}

fn print_position(result: &BenchPosition) {
    let best = result.best.map(|(position, m)| position.to_san(m));
    print_stderr(&format!(
        "{:2}/{} {:10} nodes  {:8} {}",
        result.number,
        result.count,
        result.nodes,
        best.as_deref().unwrap_or("-"),
        result.fen
    ));
}
