//! Runs the subcommands of `diglot data`.

use super::args::{DataArgs, DataCommand};
use super::export::export;
use super::import::import;
use super::{inspect, stats, transform};

/// Runs the command and returns the lines to print.
pub(crate) fn run(args: &DataArgs) -> Result<Vec<String>, String> {
    match &args.command {
        DataCommand::Count(input) => inspect::count(&input.files),
        DataCommand::Validate(input) => inspect::validate(&input.files),
        DataCommand::Stats(input) => stats::stats(&input.files),
        DataCommand::Wdl(input) => inspect::fit_wdl_model(&input.files),
        DataCommand::Merge { input, output } => transform::merge(&input.files, &output.output),
        DataCommand::Shuffle {
            input,
            output,
            seed,
        } => transform::shuffle(&input.files, &output.output, *seed),
        DataCommand::Split {
            input,
            output,
            validation,
            percent,
            seed,
        } => transform::split(
            &input.files,
            [&output.output, validation],
            percent / 100.0,
            *seed,
        ),
        DataCommand::Rescale {
            input,
            output,
            percent,
        } => transform::rescale(&input.files, &output.output, *percent),
        DataCommand::Import { files, output } => import(files, &output.output),
        DataCommand::Export {
            input,
            output,
            options,
        } => export(&input.files, &output.output, options),
        DataCommand::Repair { file, output } => transform::repair(file, &output.output),
    }
}
