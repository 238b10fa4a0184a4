//! Tuning of the evaluation's weights from the command line.

use std::fs;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;

use super::tell;
use super::train::rate;
use crate::engine::MAX_THREADS;
use crate::eval::weights_to_source;
use crate::train::{TuneEvent, TuneSettings, tune};

/// Tune the weights of the evaluation by games.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The games, as datagen has written them
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,

    /// Where the weights go: src/eval/hce/values.rs has them in the next build
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// How many of the positions are taken, by chance; each needs some 400 bytes
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,

    /// The share of a game's result in what is learnt; the rest is the score
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = rate)]
    wdl: f64,

    /// Steps, each by all positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,

    /// The centipawns that a weight moves in the first steps at most
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    learning_rate: f64,

    /// Threads; the result is the same with any number
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Other seeds take other positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Tunes and writes the weights; gives back what is to be told.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    let settings = TuneSettings {
        data: arguments.data.clone(),
        positions: arguments.positions,
        result_weight: arguments.wdl,
        steps: arguments.steps,
        learning_rate: arguments.learning_rate,
        threads: arguments.threads,
        seed: arguments.seed,
    };
    let weights =
        tune(&settings, &mut |event| tell(&line(&event))).map_err(|error| error.to_string())?;
    let output = arguments.output.display();
    fs::write(&arguments.output, weights_to_source(&weights))
        .map_err(|error| format!("{output}: {error}"))?;
    Ok(vec![
        format!("weights: {}", weights.len()),
        format!("written: {output}"),
    ])
}

fn line(event: &TuneEvent) -> String {
    match event {
        TuneEvent::Read(positions) => format!("positions: {positions}"),
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

    use crate::train::toy::{self, Folder};

    #[test]
    fn weights_become_source() {
        let folder = Folder::new("tune-command");
        let [data, other] = toy::files(&folder).map(|path| path.display().to_string());
        let output = folder.0.join("values.rs").display().to_string();
        let command = Arguments::augment_args(Command::new("tune").no_binary_name(true));
        let words = ["--data", &data, &other, "--steps", "2", "-o", &output];
        let matches = command.try_get_matches_from(words).unwrap();
        let told = run(&Arguments::from_arg_matches(&matches).unwrap()).unwrap();
        assert_eq!(told[1], format!("written: {output}"));
        let source = fs::read_to_string(&output).unwrap();
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&source), lines(include_str!("../eval/hce/values.rs")));
    }
}
