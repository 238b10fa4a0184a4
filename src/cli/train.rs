//! Training of networks from the command line.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;

use super::tell;
use crate::engine::MAX_THREADS;
use crate::eval::nnue::{Network, OUTPUT_BUCKETS};
use crate::files::check_writable;
use crate::train::{Event, Losses, Schedule, Superbatch, TrainConfig, train, write};

/// How often it is told how a superbatch goes on.
const INTERVAL: Duration = Duration::from_secs(30);

/// Train a network from games.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The games to learn from, as datagen has written them
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,

    /// Other games, by which it is judged how good the network is
    #[arg(long, value_name = "FILE")]
    validation: PathBuf,

    /// Where the network goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Where the state of the training and the network go after each superbatch
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,

    /// Go on from the checkpoint, with the same settings
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// A network to begin with, instead of with random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Neurons a side, a multiple of 32, at least as many as the network has that it begins with
    #[arg(long, value_name = "N", default_value_t = 256)]
    hidden: usize,

    /// How long the training is; games are read again as often as needed
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    superbatches: u64,

    /// Steps of a superbatch
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,

    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 24))]
    batch: usize,

    /// The learning rate at the start; it falls by a cosine
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = rate)]
    learning_rate: f64,

    /// The learning rate at the end
    #[arg(long, value_name = "X", default_value_t = 0.00001, value_parser = rate)]
    final_learning_rate: f64,

    /// The share of a game's result in what is learnt, the rest is the score; A:B changes from A to B
    #[arg(long, value_name = "A[:B]", default_value = "0.05", value_parser = result_weight)]
    wdl: (f64, f64),

    /// How much of what a position is to be worth comes from the scores after it in the game
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = rate)]
    lambda: f64,

    /// The width in centipawns of the logistic curve that turns scores into chances
    #[arg(long, value_name = "N", default_value_t = 220)]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=2000))]
    scale: u32,

    /// How many centipawns of the engine an output of 1 is to stand for, if not --scale: its margins are made for
    /// scores of a certain size
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    output_scale: Option<u16>,

    /// Threads that learn, beside one that reads; the result is the same with any number
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Other seeds make other networks
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How many positions are held in memory to be mixed, 32 bytes each; if all fit they are read only once
    #[arg(long, value_name = "N", default_value_t = 16_000_000)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 36))]
    buffer: usize,
}

/// A number from 0 to 1.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| format!("{text:?} is no number from 0 to 1"))
}

fn result_weight(text: &str) -> Result<(f64, f64), String> {
    match text.split_once(':') {
        Some((start, end)) => Ok((rate(start)?, rate(end)?)),
        None => rate(text).map(|weight| (weight, weight)),
    }
}

/// Trains; gives back what is to be told of the network.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    refuse_output(&arguments.output)?;
    let mut progress = Progress::new(arguments.superbatches);
    let network = train(&arguments.settings(), &mut |event| progress.tell(&event))
        .and_then(|network| write(&network, &arguments.output).map(|()| network))
        .map_err(|error| error.to_string())?;
    Ok(network.description().lines().map(str::to_owned).collect())
}

/// A training takes hours: that its network cannot be written, or would take the place of something else, is told
/// before it begins.
fn refuse_output(path: &Path) -> Result<(), String> {
    let exists = path.try_exists();
    if exists.map_err(|error| format!("{}: {error}", path.display()))? {
        Network::load(path).map_err(|error| format!("the output is there already: {error}"))?;
    }
    check_writable(path).map_err(|error| format!("{}: {error}", path.display()))
}

impl Arguments {
    fn settings(&self) -> TrainConfig {
        let (result_weight, final_result_weight) = self.wdl;
        TrainConfig {
            data: self.data.clone(),
            validation: self.validation.clone(),
            start: self.start.clone(),
            hidden: self.hidden,
            superbatches: self.superbatches,
            superbatch_steps: self.steps,
            batch: self.batch,
            schedule: Schedule {
                steps: self.superbatches * self.steps,
                learning_rate: self.learning_rate,
                final_learning_rate: self.final_learning_rate,
                result_weight,
                final_result_weight,
            },
            scale: self.scale,
            output_scale: self.output_scale.map(u32::from),
            lambda: self.lambda,
            threads: self.threads,
            seed: self.seed,
            buffer: self.buffer,
            checkpoint: self.checkpoint.clone(),
            resume: self.resume,
        }
    }
}

/// Tells people how it goes.
struct Progress {
    superbatches: u64,
    /// When the superbatch began; the first begins with the first batch, when the buffer is full.
    begun: Option<Instant>,
    told: Instant,
    positions: u64,
}

impl Progress {
    fn new(superbatches: u64) -> Progress {
        Progress {
            superbatches,
            begun: None,
            told: Instant::now(),
            positions: 0,
        }
    }

    fn tell(&mut self, event: &Event) {
        match event {
            Event::Validation(positions) => tell(&format!("validation: {positions} positions")),
            Event::Resumed(done) => tell(&format!("going on after superbatch {done}")),
            Event::Begun => self.begin(),
            Event::Steps { positions, loss } => {
                self.positions += positions;
                if self.told.elapsed() >= INTERVAL {
                    self.told = Instant::now();
                    let (positions, rate) = (self.positions, self.rate());
                    tell(&format!(
                        "  {positions} positions, {rate:.0}/s, loss {loss:.6}"
                    ));
                }
            }
            Event::Superbatch(superbatch) => {
                let line = superbatch_line(superbatch, self.superbatches, self.rate());
                tell(&line);
                self.begin();
            }
        }
    }

    fn begin(&mut self) {
        self.begun = Some(Instant::now());
        self.positions = 0;
    }

    /// Positions a second of this superbatch.
    fn rate(&self) -> f64 {
        let seconds = self
            .begun
            .map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        self.positions as f64 / seconds.max(1e-3)
    }
}

fn superbatch_line(superbatch: &Superbatch, all: u64, rate: f64) -> String {
    format!(
        "superbatch {}/{all}: loss {:.6}, validation {:.6} ({}), learning rate {:.2e}, pass {}, {rate:.0} positions/s",
        superbatch.number,
        superbatch.loss,
        superbatch.validation.mean(),
        bucket_losses(&superbatch.validation),
        superbatch.learning_rate,
        superbatch.passes,
    )
}

fn bucket_losses(losses: &Losses) -> String {
    let loss = |bucket| match losses.counts[bucket] {
        0 => "-".to_owned(),
        _ => format!("{:.4}", losses.of_bucket(bucket)),
    };
    (0..OUTPUT_BUCKETS).map(loss).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};
    use std::fs;

    use crate::train::toy::{self, Folder};

    fn parse(arguments: &[&str]) -> Arguments {
        let command = Arguments::augment_args(Command::new("train").no_binary_name(true));
        let matches = command.try_get_matches_from(arguments).unwrap();
        Arguments::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn games_become_a_network_where_there_is_room_for_one() {
        let folder = Folder::new("command");
        let [data, validation] = toy::files(&folder).map(|path| path.display().to_string());
        let output = folder.0.join("new.nnue");
        let train = |output: &Path| {
            let output = output.display().to_string();
            let files = ["--data", &data, "--validation", &validation, "-o", &output];
            let small = ["--hidden", "32", "--superbatches", "2", "--steps", "3"];
            let scales = ["--batch", "32", "--scale", "200", "--output-scale", "150"];
            run(&parse(&[files, small, scales].concat()))
        };
        let told = train(&output).unwrap().join("\n");
        let network = Network::load(&output).unwrap();
        assert_eq!(network.description().trim_end(), told);
        assert_eq!((network.hidden_size(), network.weights().scale), (32, 150));
        assert!(told.contains("sigmoid(score / 200), result weight 0.05 to 0.05, lambda 0.5"));

        // Another network may take its place, and nothing else.
        assert!(train(&output).is_ok());
        let games = fs::read(&data).unwrap();
        let message = train(Path::new(&data)).unwrap_err();
        assert!(
            message.starts_with("the output is there already"),
            "{message}"
        );
        assert_eq!(fs::read(&data).unwrap(), games);
        let nowhere = folder.0.join("no/folder");
        assert!(train(&nowhere).is_err());
    }

    #[test]
    fn the_weight_of_results_may_change() {
        assert_eq!(result_weight("0.3"), Ok((0.3, 0.3)));
        assert_eq!(result_weight("0.2:0.5"), Ok((0.2, 0.5)));
        for wrong in ["", "x", "1.5", "0.2:", "-0.1", "0.1:0.2:0.3", "NaN"] {
            assert!(result_weight(wrong).is_err(), "{wrong:?}");
        }
    }
}
