//! Self-play from the command line.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressStyle};

use super::evaluation::Evaluation;
use super::tell;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::eval::nnue::NetworkLoadError;
use crate::search::NodeLimits;
use crate::selfplay::{self, Progress, SelfplayConfig, Target};
use crate::signals::interrupt_flag;

/// How often it is told where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(60);

/// Play games against itself, to train networks with.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Where the games go; a file that is there already goes on where it ended
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Threads, each of which plays whole games
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Other seeds make other games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// After so many nodes the search of a move begins no further iteration
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// After so many nodes the search of a move breaks off [default: 8 times --nodes]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// Size of each thread's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    evaluation: Evaluation,

    /// End when the file holds so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// End when the file holds so many positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// End after so many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
}

impl Arguments {
    fn settings(&self) -> Result<SelfplayConfig, NetworkLoadError> {
        Ok(SelfplayConfig {
            threads: self.threads,
            seed: self.seed,
            limits: NodeLimits {
                soft: self.nodes,
                hard: self.hard_nodes.unwrap_or(8 * self.nodes),
            },
            hash: self.hash,
            network: self.evaluation.network()?,
        })
    }

    fn target(&self) -> Result<Target, String> {
        let duration = |minutes: f64| {
            let time = Duration::try_from_secs_f64(60.0 * minutes);
            time.map_err(|_| format!("{minutes} minutes cannot be waited for"))
        };
        Ok(Target {
            games: self.games,
            positions: self.positions,
            time: self.minutes.map(duration).transpose()?,
        })
    }
}

/// Plays until the target is reached or the user has had enough; gives back what is to be printed.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    let interrupted =
        interrupt_flag().map_err(|error| format!("cannot install signal handlers: {error}"))?;
    let settings = arguments.settings().map_err(|error| error.to_string())?;
    let target = arguments.target()?;
    let mut display = Display::new(target);
    let done = selfplay::run(
        &settings,
        target,
        &arguments.output,
        &interrupted,
        &mut |progress| display.show(progress),
    );
    display.bar.finish_and_clear();
    let progress = done.map_err(|error| error.to_string())?;
    Ok(vec![
        format!("games: {}", progress.games),
        format!("positions: {}", progress.positions),
        format!("new positions: {}", progress.new_positions),
        format!("positions per second: {:.0}", rate(&progress)),
    ])
}

fn rate(progress: &Progress) -> f64 {
    progress.new_positions as f64 / progress.time.as_secs_f64().max(1e-3)
}

/// Shows how far it has come: by a bar on a terminal, else by a line now and then.
struct Display {
    bar: ProgressBar,
    /// The bar is about positions, not games.
    of_positions: bool,
    last_line: Instant,
    begun: bool,
}

impl Display {
    fn new(target: Target) -> Display {
        let length = target.positions.or(target.games);
        let bar = match (stderr().is_terminal(), length) {
            (false, _) => ProgressBar::hidden(),
            (true, Some(length)) => ProgressBar::new(length).with_style(style(
                "{elapsed_precise} {wide_bar} {percent}% {msg}, {eta_precise} left",
            )),
            (true, None) => ProgressBar::new_spinner().with_style(style("{elapsed_precise} {msg}")),
        };
        Display {
            bar,
            of_positions: target.positions.is_some(),
            last_line: Instant::now(),
            begun: false,
        }
    }

    fn show(&mut self, progress: &Progress) {
        if !self.begun {
            self.begun = true;
            if progress.dropped > 0 {
                let line = format!("dropped {} bytes of a game cut short", progress.dropped);
                self.bar.suspend(|| tell(&line));
            }
        }
        let message = format!(
            "{} games, {} positions, {:.0} positions/s",
            progress.games,
            progress.positions,
            rate(progress)
        );
        if !self.bar.is_hidden() {
            self.bar.set_position(match self.of_positions {
                true => progress.positions,
                false => progress.games,
            });
            self.bar.set_message(message);
        } else if self.last_line.elapsed() >= INTERVAL {
            self.last_line = Instant::now();
            tell(&message);
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
