//! `diglot train`: trains a network.

mod log;
mod progress;

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;

use self::log::TrainingLog;
use self::progress::TrainDisplay;
use super::network_output::check_output;
use super::value::fraction;
use crate::engine::MAX_THREADS;
use crate::train::{FeatureDecay, Schedule, TrainConfig, TrainEvent, train, write};

#[derive(clap::Args)]
pub(super) struct TrainArgs {
    /// Train on the packed games in these files, made by diglot datagen
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,

    /// Compute the validation loss on the packed games in FILE; the same games in --data are skipped
    #[arg(long, value_name = "FILE")]
    validation: PathBuf,

    /// Write the network to FILE, and beside it a log of the losses as CSV and their plot as SVG
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Save the training state and the network to FOLDER after each superbatch
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,

    /// Resume from the checkpoint, with the same settings
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// Initialise the weights from NET instead of at random
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,

    /// Hidden size per perspective, a multiple of 64, or of 32 without layer stacks, and at least that of the network given
    /// with --start
    #[arg(long, value_name = "N", default_value_t = 512)]
    hidden: usize,

    /// Train output weights only, no layer stacks: a faster network that evaluates less accurately
    #[arg(long)]
    no_layer_stacks: bool,

    /// Number of superbatches; the data is repeated as often as needed
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    superbatches: u64,

    /// Number of batches per superbatch, one optimizer step each
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,

    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    batch: usize,

    /// Initial learning rate, decaying along a cosine
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = fraction)]
    learning_rate: f64,

    /// Final learning rate
    #[arg(long, value_name = "X", default_value_t = 0.00001, value_parser = fraction)]
    final_learning_rate: f64,

    /// Weight of the game result in the training target, 0 to 1; the rest is the score. A:B interpolates from A to B
    #[arg(long, value_name = "A[:B]", default_value = "0.05", value_parser = wdl_range)]
    wdl: (f64, f64),

    /// TD(lambda): weight of the later scores of the game in a position's score, 0 to 1
    #[arg(long, alias = "lambda", value_name = "X", default_value_t = 0.5, value_parser = fraction)]
    td_lambda: f64,

    /// Width in centipawns of the sigmoid that maps scores to win rates
    #[arg(long, value_name = "N", default_value_t = 220)]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=2000))]
    scale: u32,

    /// Number of centipawns that a network output of 1 means in the engine [default: --scale]. Search margins
    /// assume a certain size of scores
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    output_scale: Option<u16>,

    /// Choose --output-scale such that the median of the absolute scores of the validation positions is that of NET
    #[arg(long, value_name = "NET", conflicts_with = "output_scale")]
    scale_like: Option<PathBuf>,

    /// Decay of the exponential moving average of the weights that becomes the network, for each step
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = fraction)]
    average_decay: f64,

    /// At the end, average the weights with those in the checkpoints in FOLDER..., of runs that began with the same network
    /// (model soup). With --resume this works with finished runs
    #[arg(long, num_args = 1.., value_name = "FOLDER", conflicts_with = "qat")]
    soup: Vec<PathBuf>,

    /// Number of superbatches at the end that train the quantised network (quantisation-aware training)
    #[arg(long, value_name = "N", default_value_t = 0)]
    qat: u64,

    /// Learning rate of the feature transformer as a multiple of that of the other layers, 0 to 1; 0 freezes it
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = fraction, requires = "start")]
    transformer_rate: f64,

    /// Decay of the feature weights for each step and a learning rate of 1, against overfitting
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = fraction)]
    weight_decay: f64,

    /// Decay of the feature weights of each king bucket towards the mean of all buckets
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = fraction)]
    bucket_decay: f64,

    /// Number of training threads, besides one that reads; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Random seed of the weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Size of the shuffle buffer in positions of 32 bytes; if all fit, the files are read only once
    #[arg(long, value_name = "N", default_value_t = 16_000_000)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 36))]
    buffer: usize,
}

/// Parses `A` or `A:B`, the WDL weight at the start and at the end.
fn wdl_range(text: &str) -> Result<(f64, f64), String> {
    match text.split_once(':') {
        Some((start, end)) => Ok((fraction(start)?, fraction(end)?)),
        None => fraction(text).map(|wdl| (wdl, wdl)),
    }
}

/// Trains a network and returns its description, line by line.
pub(super) fn run(args: &TrainArgs) -> Result<Vec<String>, String> {
    check_output(&args.output)?;
    let mut log = TrainingLog::beside(&args.output)?;
    let config = args.config();
    let length = args.steps * args.batch as u64;
    let mut display = TrainDisplay::new(args.superbatches, length);
    let mut observe = |event: TrainEvent| {
        let logged = match &event {
            TrainEvent::Resumed(done) => {
                log.resume(*done);
                Ok(())
            }
            TrainEvent::Superbatch(superbatch) => log.add(superbatch, display.rate()),
            _ => Ok(()),
        };
        display.show(&event);
        // A full disk must not end hours of training; the network itself may still fit.
        if let Err(error) = logged {
            display.progress.print(&format!("warning: {error}"));
        }
    };
    let network = train(&config, &mut observe)
        .and_then(|network| write(&network, &args.output).map(|()| network))
        .map_err(|error| error.to_string());
    display.progress.finish();
    let network = network?;
    Ok(network.description().lines().map(str::to_owned).collect())
}

impl TrainArgs {
    fn config(&self) -> TrainConfig {
        let (wdl, final_wdl) = self.wdl;
        TrainConfig {
            data: self.data.clone(),
            validation: self.validation.clone(),
            initial_network: self.start.clone(),
            hidden_size: self.hidden,
            layer_stacks: !self.no_layer_stacks,
            superbatches: self.superbatches,
            batches_per_superbatch: self.steps,
            batch_size: self.batch,
            schedule: Schedule {
                steps: self.superbatches * self.steps,
                learning_rate: self.learning_rate,
                final_learning_rate: self.final_learning_rate,
                wdl,
                final_wdl,
            },
            scale: self.scale,
            output_scale: self.output_scale.map(u32::from),
            scale_like: self.scale_like.clone(),
            average_decay: self.average_decay as f32,
            soup: self.soup.clone(),
            transformer_rate: self.transformer_rate as f32,
            feature_decay: FeatureDecay {
                weights: self.weight_decay as f32,
                buckets: self.bucket_decay as f32,
            },
            quantised_superbatches: self.qat,
            td_lambda: self.td_lambda,
            threads: self.threads,
            seed: self.seed,
            shuffle_buffer: self.buffer,
            checkpoint: self.checkpoint.clone(),
            resume: self.resume,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    use clap::{Args, Command, FromArgMatches};
    use tempfile::TempDir;

    use crate::eval::nnue::Network;
    use crate::train::test_data;

    fn parse(arguments: &[&str]) -> TrainArgs {
        let command = TrainArgs::augment_args(Command::new("train").no_binary_name(true));
        let matches = command.try_get_matches_from(arguments).unwrap();
        TrainArgs::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn training_writes_a_network_and_overwrites_nothing_else() {
        let folder = TempDir::new().unwrap();
        let [data, validation] =
            test_data::files(folder.path()).map(|path| path.display().to_string());
        let output = folder.path().join("new.nnue");
        let train = |output: &Path| {
            let output = output.display().to_string();
            let files = ["--data", &data, "--validation", &validation, "-o", &output];
            let small = ["--hidden", "64", "--superbatches", "2", "--steps", "3"];
            let scales = ["--batch", "32", "--scale", "200", "--output-scale", "150"];
            run(&parse(&[files, small, scales].concat()))
        };
        let printed = train(&output).unwrap().join("\n");
        let network = Network::load(&output).unwrap();
        assert_eq!(network.description().trim_end(), printed);
        assert_eq!((network.hidden_size(), network.weights().scale), (64, 150));
        assert!(printed.contains("sigmoid(score / 200), result weight 0.05 to 0.05, lambda 0.5"));
        let log = fs::read_to_string(folder.path().join("new.csv")).unwrap();
        let rows: Vec<&str> = log.lines().skip(1).collect();
        assert!(rows.len() == 2 && rows[1].starts_with("2,"), "{log}");
        let plot = fs::read_to_string(folder.path().join("new.svg")).unwrap();
        assert!(plot.starts_with("<svg ") && plot.contains("validation"));

        // A network may be overwritten, no other file.
        assert!(train(&output).is_ok());
        let games = fs::read(&data).unwrap();
        let message = train(Path::new(&data)).unwrap_err();
        assert!(
            message.starts_with("the output file already exists"),
            "{message}"
        );
        assert_eq!(fs::read(&data).unwrap(), games);
        let nowhere = folder.path().join("no/folder");
        assert!(train(&nowhere).is_err());
    }

    #[test]
    fn a_wdl_range_has_one_or_two_values() {
        assert_eq!(wdl_range("0.3"), Ok((0.3, 0.3)));
        assert_eq!(wdl_range("0.2:0.5"), Ok((0.2, 0.5)));
        for wrong in ["", "x", "1.5", "0.2:", "-0.1", "0.1:0.2:0.3", "NaN"] {
            assert!(wdl_range(wrong).is_err(), "{wrong:?}");
        }
    }
}
