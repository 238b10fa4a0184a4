//! The command line: what the program does when it is started with words behind its name, and where
//! its log goes.

mod bench;
mod logging;
mod perft;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::LevelFilter;

use crate::protocol;

#[derive(Parser)]
#[command(version, about)]
#[command(
    after_help = "Without a command Diglot reads from standard input; the first line picks the \
                        protocol, UCI or CECP (xboard). A person may type help."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Append everything that comes in and goes out to FILE
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,

    /// What to log: off, error, warn, info, debug or trace [default: info with --log-file, else off]
    #[arg(long, global = true, value_name = "LEVEL")]
    log_level: Option<LevelFilter>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI, as if the first line had been uci
    Uci,
    /// Speak CECP, as if the first line had been xboard
    #[command(alias = "cecp")]
    Xboard,
    /// Search a fixed set of positions; the last line tells nodes and nodes per second
    Bench(bench::Arguments),
    /// Count the positions that DEPTH plies lead to
    Perft(perft::Arguments),
}

/// The program: reads the command line, does what it says and tells how it went.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(std::env::args_os().map(normalize));
    let done = logging::start(arguments.log_file.as_deref(), arguments.log_level)
        .and_then(|()| execute(arguments.command));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Option<Command>) -> Result<(), String> {
    let converse = |first_line: Option<&str>| {
        let settings = protocol::Settings {
            first_line: first_line.map(str::to_owned),
        };
        protocol::run(settings).map_err(|error| format!("cannot start: {error}"))
    };
    match command {
        None => converse(None),
        Some(Command::Uci) => converse(Some("uci")),
        Some(Command::Xboard) => converse(Some("xboard")),
        Some(Command::Bench(arguments)) => print(&bench::run(&arguments)),
        Some(Command::Perft(arguments)) => print(&perft::run(&arguments)?),
    }
}

/// Some GUIs name the protocol on the command line, each in its own way.
fn normalize(word: OsString) -> OsString {
    match word.to_str() {
        Some("-uci" | "--uci") => "uci".into(),
        Some("-xboard" | "--xboard" | "-cecp" | "--cecp") => "xboard".into(),
        _ => word,
    }
}

/// Prints lines. That nobody reads them is no error.
fn print(lines: &[String]) -> Result<(), String> {
    let text = lines.join("\n") + "\n";
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write: {error}"))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error; that nobody reads it is no reason to stop.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Arguments, clap::Error> {
        let words = line.split(' ').map(OsString::from).map(normalize);
        Arguments::try_parse_from(words)
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn protocol_words_start_a_session_however_they_are_spelt() {
        for word in ["uci", "-uci", "--uci"] {
            let command = parse(&format!("diglot {word}")).unwrap().command;
            assert!(matches!(command, Some(Command::Uci)), "{word}");
        }
        for word in ["xboard", "-xboard", "--xboard", "cecp"] {
            let command = parse(&format!("diglot {word}")).unwrap().command;
            assert!(matches!(command, Some(Command::Xboard)), "{word}");
        }
        assert!(parse("diglot").unwrap().command.is_none());
    }

    #[test]
    fn misspelt_words_are_errors() {
        for line in [
            "diglot benhc",
            "diglot --log",
            "diglot bench x",
            "diglot bench 0",
            "diglot perft",
        ] {
            assert_eq!(
                parse(line).err().map(|error| error.exit_code()),
                Some(2),
                "{line}"
            );
        }
    }

    #[test]
    fn log_options_stand_anywhere() {
        let arguments = parse("diglot perft 3 --log-file a.log --log-level debug").unwrap();
        assert_eq!(arguments.log_file, Some(PathBuf::from("a.log")));
        assert_eq!(arguments.log_level, Some(LevelFilter::Debug));
    }
}
