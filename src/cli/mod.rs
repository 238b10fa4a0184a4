//! The command line: what the program does when it is started with words behind its name, and where
//! its log goes.

mod bench;
mod book;
mod data;
mod datagen;
mod evaluation;
mod genfens;
mod logging;
mod perft;
mod script;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod tune;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use log::LevelFilter;

use crate::protocol::{self, RunConfig, Source};
use crate::search::{PARAMETERS, Parameter};

#[derive(Parser)]
#[command(version, about)]
#[command(
    after_help = "Without a command Diglot reads from standard input; the first line picks the \
                        protocol, UCI or CECP (xboard). A person may type help. Commands of UCI may \
                        also be given here, in quotes: they are carried out, and the program ends."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Append everything that comes in and goes out to FILE
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,

    /// Begin with the options in FILE, where Save RunConfig (CECP) keeps them
    #[arg(long, global = true, value_name = "FILE")]
    settings: Option<PathBuf>,

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
    /// Look up a position in an opening book, or make a book from games
    Book(book::Arguments),
    /// Play games against itself, to train networks with
    Datagen(datagen::Arguments),
    /// Look at games made by datagen: count, validate, stats, merge, shuffle, split, repair
    Data(data::Arguments),
    /// Print N random openings, as OpenBench wants them for games against itself
    #[command(override_usage = "diglot genfens N [seed SEED] [book FILE|None] [dfrc]")]
    Genfens {
        /// N, then what is wanted; dfrc starts from random back ranks
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Do what lines of UCI say
    #[command(name = script::COMMAND, hide = true)]
    Script {
        #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
        lines: Vec<String>,
    },
    /// Print the numbers of the search as a table for tuning: name, type, value, least, greatest, step
    #[command(hide = true)]
    Parameters,
    /// Train a network from games
    #[cfg(feature = "train")]
    Train(Box<train::Arguments>),
    /// Tune the weights of the evaluation by games
    #[cfg(feature = "train")]
    Tune(tune::Arguments),
    /// Print what ChessPartner wants to know of the engine, for a file that ends in .cpeini
    Cpeini,
}

/// The program: reads the command line, does what it says and tells how it went.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(words(meant_for_us(std::env::args_os())));
    let done = logging::start(arguments.log_file.as_deref(), arguments.log_level)
        .and_then(|()| execute(arguments.command, arguments.settings));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Option<Command>, file: Option<PathBuf>) -> Result<(), String> {
    match command {
        None => converse(Source::Input { first: None }, file),
        Some(Command::Uci) => converse(Source::after("uci"), file),
        Some(Command::Xboard) => converse(Source::after("xboard"), file),
        Some(Command::Script { lines }) => run_script(&lines, file.as_ref()),
        Some(Command::Bench(arguments)) => {
            let lines = bench::run(&arguments).map_err(|error| error.to_string())?;
            print(&lines)
        }
        Some(Command::Genfens { words }) => genfens::run(words.iter().map(String::as_str)),
        Some(Command::Book(arguments)) => print(&book::run(&arguments)?),
        Some(Command::Data(arguments)) => print(&data::run(&arguments)?),
        Some(Command::Datagen(arguments)) => print(&datagen::run(&arguments)?),
        Some(Command::Perft(arguments)) => print(&perft::run(&arguments)?),
        Some(Command::Parameters) => print(&parameters()),
        #[cfg(feature = "train")]
        Some(Command::Train(arguments)) => print(&train::run(&arguments)?),
        #[cfg(feature = "train")]
        Some(Command::Tune(arguments)) => print(&tune::run(&arguments)?),
        Some(Command::Cpeini) => print(&protocol::cecp::cpeini()),
    }
}

fn converse(source: Source, settings_file: Option<PathBuf>) -> Result<(), String> {
    let settings = RunConfig {
        source,
        log_file: Some(logging::set_option_file),
        settings_file,
    };
    protocol::run(settings).map_err(|error| format!("cannot start: {error}"))
}

/// Does what lines say, one after the other.
fn run_script(lines: &[String], settings_file: Option<&PathBuf>) -> Result<(), String> {
    for part in lines.chunk_by(|a, b| !script::is_genfens(a) && !script::is_genfens(b)) {
        match part {
            [line] if script::is_genfens(line) => {
                genfens::run(line.split_ascii_whitespace().skip(1))?;
            }
            _ => converse(Source::Lines(part.to_vec()), settings_file.cloned())?,
        }
    }
    Ok(())
}

/// The command line as clap is to see it.
fn words(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let command = Arguments::command();
    script::recognize(arguments.map(normalize).collect(), |word| {
        word == "help" || command.find_subcommand(word).is_some()
    })
}

/// The words on the command line without what old chess programs were started with: `st 5`, or moves and
/// minutes as numbers. All that comes over the protocol, too.
fn meant_for_us(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    const COMMANDS: [&str; 8] = [
        "st", "sd", "level", "post", "nopost", "hard", "easy", "random",
    ];
    let is_for_others = |word: &OsString| {
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b':');
        word.to_str()
            .is_some_and(|word| COMMANDS.contains(&word) || !word.is_empty() && is_number(word))
    };
    let words: Vec<_> = words.collect();
    let kept = match words.get(1).is_some_and(is_for_others) {
        true => 1,
        false => words.len(),
    };
    words.into_iter().take(kept)
}

/// Some GUIs name the protocol on the command line, each in its own way.
fn normalize(word: OsString) -> OsString {
    match word.to_str() {
        Some("-uci" | "--uci") => "uci".into(),
        Some("-xboard" | "--xboard" | "-cecp" | "--cecp") => "xboard".into(),
        _ => word,
    }
}

/// The parameters of the search, a line each, in the form that OpenBench takes for SPSA; the last number
/// is the rate of learning.
fn parameters() -> Vec<String> {
    let line = |p: &Parameter| {
        let Parameter {
            name,
            default,
            min,
            max,
            step,
        } = p;
        format!("{name}, int, {default}, {min}, {max}, {step}, 0.002")
    };
    PARAMETERS.iter().map(line).collect()
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

    fn parse(line: &str) -> Result<Arguments, clap::Error> {
        let given = line.split(' ').map(OsString::from);
        Arguments::try_parse_from(words(meant_for_us(given)))
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
    fn what_old_programs_were_started_with_is_ignored() {
        for line in [
            "diglot st 5",
            "diglot 40 5",
            "diglot level 40 0:30 0",
            "diglot hard post",
        ] {
            let arguments = parse(line).unwrap();
            assert!(arguments.command.is_none(), "{line}");
        }
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
