//! Runs the command that the command line names.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::{CliArgs, CliCommand};
use super::output::{print, print_stderr};
use super::{
    analyse, bench, book, data, datagen, eval, generate, genfens, logging, net, parameters, perft,
    plot, script, speedtest, suite,
};
#[cfg(feature = "train")]
use super::{train, tune};
use crate::protocol::{self, InputSource, RunConfig, SettingsFile};
use crate::types::pext;

/// The main function: parses the command line, runs the command and reports an error.
pub fn main() -> ExitCode {
    pext::select();
    let args = CliArgs::from_process();
    let result = logging::start(args.log_file.as_deref(), args.log_level).and_then(|()| {
        execute(
            args.command,
            settings_file(args.settings, args.no_settings).as_ref(),
        )
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            print_stderr(&format!("error: {message}"));
            ExitCode::FAILURE
        }
    }
}

/// The settings file that the command line selects.
fn settings_file(named: Option<PathBuf>, none: bool) -> Option<SettingsFile> {
    if none {
        return None;
    }
    named
        .map(SettingsFile::Named)
        .or_else(SettingsFile::in_configuration_folder)
}

fn execute(
    command: Option<CliCommand>,
    settings_file: Option<&SettingsFile>,
) -> Result<(), String> {
    let Some(command) = command else {
        return run_session(InputSource::Stdin { first: None }, settings_file);
    };
    match command {
        CliCommand::Uci => run_session(InputSource::stdin_after("uci"), settings_file),
        CliCommand::Xboard => run_session(InputSource::stdin_after("xboard"), settings_file),
        CliCommand::Script { lines } => run_script(&lines, settings_file),
        CliCommand::Genfens { words } => genfens::run(words.iter().map(String::as_str)),
        CliCommand::Bench(args) => print(&bench::run(&args)?),
        CliCommand::Speedtest(args) => print(&speedtest::run(&args)?),
        CliCommand::Analyse(args) => analyse::run(&args),
        CliCommand::Perft(args) => print(&perft::run(&args)?),
        CliCommand::Eval(args) => print(&eval::run(&args)?),
        CliCommand::Book(args) => print(&book::run(&args)?),
        CliCommand::Suite(args) => suite::run(&args),
        CliCommand::Datagen(args) => print(&datagen::run(&args)?),
        CliCommand::Data(args) => print(&data::run(&args)?),
        CliCommand::Net(args) => print(&net::run(&args)?),
        CliCommand::Plot(args) => print(&plot::run(&args)?),
        CliCommand::Parameters => print(&parameters::run()),
        #[cfg(feature = "train")]
        CliCommand::Train(args) => print(&train::run(&args)?),
        #[cfg(feature = "train")]
        CliCommand::Tune(args) => print(&tune::run(&args)?),
        CliCommand::Cpeini => print(&protocol::cecp::cpeini()),
        CliCommand::Generate(args) => generate::run(&args, CliArgs::command()),
    }
}

/// Runs a protocol session to its end.
fn run_session(source: InputSource, settings_file: Option<&SettingsFile>) -> Result<(), String> {
    let config = RunConfig {
        source,
        log_file: Some(logging::set_option_file),
        settings_file: settings_file.cloned(),
    };
    protocol::run(config).map_err(|error| format!("cannot start: {error}"))
}

/// Executes lines in order: `genfens` here, runs of other lines in a session each.
fn run_script(lines: &[String], settings_file: Option<&SettingsFile>) -> Result<(), String> {
    for part in lines.chunk_by(|a, b| !script::is_genfens(a) && !script::is_genfens(b)) {
        match part {
            [line] if script::is_genfens(line) => {
                genfens::run(line.split_ascii_whitespace().skip(1))?;
            }
            _ => run_session(InputSource::Lines(part.to_vec()), settings_file)?,
        }
    }
    Ok(())
}
