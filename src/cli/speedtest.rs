//! `diglot speedtest`: a figure to compare machines.

use std::thread;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use super::eval_file::EvalFileArg;
use super::output::print_stderr;
use crate::engine::{MAX_HASH, MAX_THREADS, version_lines};
use crate::search::{SpeedtestConfig, SpeedtestResult, SpeedtestRound, speedtest};

/// Size of the transposition table in MiB for each thread.
const HASH_PER_THREAD: usize = 64;

#[derive(clap::Args)]
pub(super) struct SpeedtestArgs {
    /// Number of search threads [default: one for each processor]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: Option<usize>,

    /// Size of the transposition table in MiB [default: 64 for each thread]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: Option<usize>,

    /// Duration of the test in seconds
    #[arg(default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,

    #[command(flatten)]
    eval_file: EvalFileArg,
}

/// Runs the test with the rounds on standard error and returns the report, nodes per second last.
pub(super) fn run(args: &SpeedtestArgs) -> Result<Vec<String>, String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(processors).min(MAX_THREADS as usize);
    let config = SpeedtestConfig {
        threads,
        hash: args
            .hash
            .unwrap_or(HASH_PER_THREAD * threads)
            .min(MAX_HASH as usize),
        time: Duration::from_secs(args.seconds),
        network: args
            .eval_file
            .network()
            .map_err(|error| error.to_string())?,
    };
    let mut number = 0;
    let mut print_round = |round: &SpeedtestRound| {
        number += 1;
        let speed = round.nodes_per_second();
        print_stderr(&format!("round {number}: {speed:.0} nodes per second"));
    };
    let result = speedtest(&config, &mut print_round)
        .map_err(|error| format!("cannot run the speed test: {error}"))?;
    Ok(report(&config, &result, processors))
}

fn report(config: &SpeedtestConfig, result: &SpeedtestResult, processors: usize) -> Vec<String> {
    let total = result.total();
    let mut lines = version_lines(config.network.as_ref());
    lines[0] = format!("version: Diglot {}", lines[0]);
    let speeds = result.rounds.iter().map(SpeedtestRound::nodes_per_second);
    let slowest = speeds.clone().fold(f64::INFINITY, f64::min);
    let fastest = speeds.fold(0.0, f64::max);
    lines.extend([
        format!("threads: {}, processors: {processors}", config.threads),
        format!(
            "hash: {} MiB, up to {:.1} % full",
            result.hash,
            f64::from(result.hash_full) / 10.0
        ),
        format!(
            "positions: {} of {} games, searched {} times",
            result.positions,
            result.games,
            result.rounds.len()
        ),
        format!("time: {:.1} s", total.time.as_secs_f64()),
        format!("nodes: {}", total.nodes),
        format!(
            "spread: {:.1} %, slowest round {slowest:.0}, fastest round {fastest:.0}",
            result.spread()
        ),
        format!("nodes per second: {:.0}", total.nodes_per_second()),
    ]);
    lines
}
