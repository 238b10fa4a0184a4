//! `diglot tune`: tunes the weights of the hand-crafted evaluation (HCE), or of the evaluation of a variant.

use std::fs;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;

use super::output::print_stderr;
use super::value::{fraction, parse_variant};
use crate::board::Variant;
use crate::engine::MAX_THREADS;
use crate::eval::{variant_weights_to_source, weights_to_source};
use crate::train::{TuneConfig, TuneEvent, tune, tune_variant};

#[derive(clap::Args)]
pub(super) struct TuneArgs {
    /// Tune the evaluation of a chess variant, on games of diglot datagen --variant: crazyhouse, atomic, …
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<&'static Variant>,

    /// Tune on the games in these files, made by diglot datagen
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,

    /// Write the weights to FILE; those of the next build are in src/eval/hce/values.rs and src/eval/fairy/weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Number of positions, sampled at random; each needs about 400 bytes
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,

    /// Weight of the game result in the target, 0 to 1; the rest is the score
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = fraction)]
    wdl: f64,

    /// Number of optimizer steps, each over all positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,

    /// Initial learning rate: the most a weight moves per step, in centipawns; decays linearly to 0
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    learning_rate: f64,

    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Random seed of the sampling
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How far a weight is expected to move, in centipawns; fewer games need a smaller number [default: no limit]
    #[arg(long, value_name = "X")]
    deviation: Option<f64>,
}

/// Tunes the weights, writes them as source code and returns the lines to print.
pub(super) fn run(args: &TuneArgs) -> Result<Vec<String>, String> {
    let config = TuneConfig {
        data: args.data.clone(),
        positions: args.positions,
        wdl: args.wdl,
        steps: args.steps,
        learning_rate: args.learning_rate,
        threads: args.threads,
        seed: args.seed,
        deviation: args.deviation,
    };
    let mut report = |event| print_stderr(&line(&event));
    let weights = match args.variant {
        None => tune(&config, &mut report),
        Some(variant) => tune_variant(&config, variant, &mut report),
    };
    let weights = weights.map_err(|error| error.to_string())?;
    let source = match args.variant {
        None => weights_to_source(&weights),
        Some(_) => variant_weights_to_source(&weights),
    };
    let output = args.output.display();
    fs::write(&args.output, source).map_err(|error| format!("{output}: {error}"))?;
    Ok(vec![
        format!("weights: {}", weights.len()),
        format!("written: {output}"),
    ])
}

fn line(event: &TuneEvent) -> String {
    match event {
        TuneEvent::Loaded(positions) => format!("positions: {positions}"),
        TuneEvent::Scale(scale) => format!("scale: {scale:.0} centipawns"),
        TuneEvent::Step {
            number,
            loss,
            validation,
        } => format!("step {number}: loss {loss:.6}, validation {validation:.6}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};
    use tempfile::TempDir;

    use crate::train::test_data;

    #[test]
    fn the_weights_are_written_as_source_code() {
        let folder = TempDir::new().unwrap();
        let [data, other] = test_data::files(folder.path()).map(|path| path.display().to_string());
        let output = folder.path().join("values.rs").display().to_string();
        let command = TuneArgs::augment_args(Command::new("tune").no_binary_name(true));
        let words = ["--data", &data, &other, "--steps", "2", "-o", &output];
        let matches = command.try_get_matches_from(words).unwrap();
        let printed = run(&TuneArgs::from_arg_matches(&matches).unwrap()).unwrap();
        assert_eq!(printed[1], format!("written: {output}"));
        let source = fs::read_to_string(&output).unwrap();
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&source), lines(include_str!("../eval/hce/values.rs")));
    }
}
