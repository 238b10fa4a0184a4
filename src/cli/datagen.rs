//! `diglot datagen`: self-play for training data.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use super::eval_file::EvalFileArg;
use super::progress_bar::ProgressDisplay;
use super::value::parse_variant;
use crate::board::Variant;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::eval::nnue::NetworkLoadError;
use crate::selfplay::{self, SelfplayConfig, SelfplayProgress, SelfplayTarget};
use crate::signals::interrupt_flag;

/// How often progress is printed if standard error is not a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(60);

/// The default hard node limit as a multiple of the soft one.
const HARD_NODES_FACTOR: u64 = 8;

#[derive(clap::Args)]
pub(super) struct DatagenArgs {
    /// Play a chess variant, and write text for diglot tune --variant: crazyhouse, atomic, …
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<&'static Variant>,

    /// Write games to FILE; continue an existing file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Number of threads, each playing whole games
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Random seed; the games depend only on it, not on --threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Soft node limit per move: start no further iteration
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Hard node limit per move: stop the search [default: 8 times --nodes]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// Size of each thread's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    eval_file: EvalFileArg,

    /// Stop when the file holds N games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop when the file holds N scored positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Stop after N minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
}

impl DatagenArgs {
    fn config(&self) -> Result<SelfplayConfig, NetworkLoadError> {
        Ok(SelfplayConfig {
            threads: self.threads,
            seed: self.seed,
            soft_nodes: self.nodes,
            hard_nodes: self.hard_nodes.unwrap_or(HARD_NODES_FACTOR * self.nodes),
            hash: self.hash,
            network: self.eval_file.network()?,
        })
    }

    fn target(&self) -> Result<SelfplayTarget, String> {
        let duration = |minutes: f64| {
            let time = Duration::try_from_secs_f64(60.0 * minutes);
            time.map_err(|_| format!("cannot run for {minutes} minutes"))
        };
        Ok(SelfplayTarget {
            games: self.games,
            positions: self.positions,
            time: self.minutes.map(duration).transpose()?,
        })
    }
}

/// Plays until the target is reached or a signal interrupts. Returns the lines to print.
pub(super) fn run(args: &DatagenArgs) -> Result<Vec<String>, String> {
    let interrupted =
        interrupt_flag().map_err(|error| format!("cannot install signal handlers: {error}"))?;
    let config = args.config().map_err(|error| error.to_string())?;
    let target = args.target()?;
    let mut display = DatagenDisplay::new(target);
    let (path, mut show) = (&args.output, |progress: &_| display.show(progress));
    let result = match args.variant {
        None => selfplay::run(&config, target, path, &interrupted, &mut show),
        Some(variant) => {
            selfplay::run_variant(&config, variant, target, path, &interrupted, &mut show)
        }
    };
    display.progress.finish();
    let progress = result.map_err(|error| error.to_string())?;
    Ok(vec![
        format!("games: {}", progress.games),
        format!("positions: {}", progress.positions),
        format!("new positions: {}", progress.new_positions),
        format!("positions per second: {:.0}", rate(&progress)),
    ])
}

/// New positions per second.
fn rate(progress: &SelfplayProgress) -> f64 {
    progress.new_positions as f64 / progress.time.as_secs_f64().max(1e-3)
}

/// Shows the progress toward the target.
struct DatagenDisplay {
    progress: ProgressDisplay,
    /// Whether the bar counts positions rather than games.
    counts_positions: bool,
    is_first: bool,
}

impl DatagenDisplay {
    fn new(target: SelfplayTarget) -> DatagenDisplay {
        let length = target.positions.or(target.games);
        DatagenDisplay {
            progress: ProgressDisplay::new(length, PRINT_INTERVAL),
            counts_positions: target.positions.is_some(),
            is_first: true,
        }
    }

    fn show(&mut self, progress: &SelfplayProgress) {
        if self.is_first && progress.dropped > 0 {
            let line = format!("dropped {} bytes of an incomplete game", progress.dropped);
            self.progress.print(&line);
        }
        self.is_first = false;
        let message = format!(
            "{} games, {} positions, {:.0} positions/s",
            progress.games,
            progress.positions,
            rate(progress)
        );
        let position = match self.counts_positions {
            true => progress.positions,
            false => progress.games,
        };
        self.progress.update(position, &message, &message);
    }
}
