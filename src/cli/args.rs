//! The clap command tree, and what happens to the words of the command line before clap sees them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::{CommandFactory, Parser, Subcommand};
use log::LevelFilter;

use super::analyse::AnalyseArgs;
use super::bench::BenchArgs;
use super::book::BookArgs;
use super::data::DataArgs;
use super::datagen::DatagenArgs;
use super::eval::EvalArgs;
use super::generate::GenerateArgs;
use super::net::NetArgs;
use super::perft::PerftArgs;
use super::plot::PlotArgs;
use super::script;
use super::speedtest::SpeedtestArgs;
use super::suite::SuiteArgs;
#[cfg(feature = "train")]
use super::train::TrainArgs;
#[cfg(feature = "train")]
use super::tune::TuneArgs;
use crate::engine::version_lines;
use crate::eval;

/// The place of the first option of all commands in help texts: after those of the command.
const GLOBAL: usize = 900;

#[derive(Parser)]
#[command(version, long_version = long_version(), about)]
#[command(
    after_help = "Without a command Diglot reads standard input; the first line selects the protocol, \
                  UCI or CECP (xboard). Type help for help. UCI commands may also be given as \
                  arguments, in quotes: Diglot executes them and exits."
)]
pub(super) struct CliArgs {
    #[command(subcommand)]
    pub command: Option<CliCommand>,

    /// Append all input and output to FILE
    #[arg(long, global = true, value_name = "FILE", display_order = GLOBAL)]
    pub log_file: Option<PathBuf>,

    /// Load options from FILE at start and save them there (CECP: Save Settings) [default for CECP:
    /// diglot/settings.txt in the user's configuration folder]
    #[arg(long, global = true, value_name = "FILE", display_order = GLOBAL + 1)]
    pub settings: Option<PathBuf>,

    /// Neither load nor save options, for example in matches
    #[arg(long, global = true, conflicts_with = "settings", display_order = GLOBAL + 2)]
    pub no_settings: bool,

    /// Set the log level: off, error, warn, info, debug or trace [default: info with --log-file, else off]
    #[arg(long, global = true, value_name = "LEVEL", display_order = GLOBAL + 3)]
    pub log_level: Option<LevelFilter>,
}

#[derive(Subcommand)]
pub(super) enum CliCommand {
    /// Speak UCI, as if the first line were uci
    Uci,
    /// Speak CECP, as if the first line were xboard
    #[command(alias = "cecp")]
    Xboard,
    /// Run the benchmark: search a fixed set of positions; the last line is nodes and nodes per second
    Bench(BenchArgs),
    /// Measure nodes per second as in games, to compare machines
    Speedtest(SpeedtestArgs),
    /// Annotate games or positions: scores, mistakes and better lines
    Analyse(AnalyseArgs),
    /// Count the leaf nodes of the move tree to DEPTH plies
    Perft(PerftArgs),
    /// Show the evaluation of a position term by term: pieces, output buckets, terms of the HCE
    Eval(EvalArgs),
    /// Print a position's entries in an opening book, or make a book from games
    Book(BookArgs),
    /// Search test suites (EPD) and count the solved positions
    Suite(Box<SuiteArgs>),
    /// Generate training data by self-play
    Datagen(DatagenArgs),
    /// Inspect and transform files of games made by datagen; import games from PGN, export them to other formats
    Data(DataArgs),
    /// Convert networks of other trainers
    Net(NetArgs),
    /// Draw logs of training, SPSA and matches as SVG
    Plot(PlotArgs),
    /// Print N random openings in OpenBench's format for data generation
    #[command(override_usage = "diglot genfens N [seed SEED] [book FILE|None] [dfrc]")]
    Genfens {
        /// Number of openings and options; dfrc draws the back ranks of both sides at random
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Execute UCI commands
    #[command(name = script::COMMAND, hide = true)]
    Script {
        #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
        lines: Vec<String>,
    },
    /// Print the search parameters for SPSA tuning: name, type, value, minimum, maximum, step, learning rate
    #[command(hide = true)]
    Parameters,
    /// Train a network from packed games
    #[cfg(feature = "train")]
    Train(Box<TrainArgs>),
    /// Tune the weights of the hand-crafted evaluation (HCE), or of the evaluation of a variant, from self-play games
    #[cfg(feature = "train")]
    Tune(TuneArgs),
    /// Print the options for a ChessPartner .cpeini file
    Cpeini,
    /// Write manual pages and shell completions to a folder
    #[command(hide = true)]
    Generate(GenerateArgs),
}

/// The answer to `--version`: what bug reports should name.
fn long_version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| version_lines(eval::default_network().as_ref()).join("\n"))
}

impl CliArgs {
    /// Parses the arguments of this process; exits on an error and for `--help`.
    pub(super) fn from_process() -> CliArgs {
        CliArgs::parse_from(preprocess(std::env::args_os()))
    }
}

/// Rewrites the command line into what clap expects.
fn preprocess(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let arguments = drop_legacy_arguments(arguments.map(normalize_protocol));
    let command = CliArgs::command();
    script::mark_lines(arguments.collect(), |word| {
        word == "help" || command.find_subcommand(word).is_some()
    })
}

/// Drops arguments that old chess programs were started with, after options and the name of a protocol: `st 5`, or moves
/// and minutes as numbers. The protocol repeats them all.
fn drop_legacy_arguments(
    arguments: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    const LEGACY_COMMANDS: [&str; 8] = [
        "st", "sd", "level", "post", "nopost", "hard", "easy", "random",
    ];
    let is_legacy = |word: &OsString| {
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b':');
        word.to_str().is_some_and(|word| {
            LEGACY_COMMANDS.contains(&word) || !word.is_empty() && is_number(word)
        })
    };
    let arguments: Vec<_> = arguments.collect();
    let mut start = 1 + script::count_options(arguments.get(1..).unwrap_or_default());
    if arguments.get(start).is_some_and(is_protocol) {
        start += 1;
    }
    let kept = if arguments.get(start).is_some_and(is_legacy) {
        start
    } else {
        arguments.len()
    };
    arguments.into_iter().take(kept)
}

/// Whether a normalised word selects a protocol.
fn is_protocol(word: &OsString) -> bool {
    word == "uci" || word == "xboard" || word == "cecp"
}

/// Maps the protocol flags that some GUIs pass to the subcommands.
fn normalize_protocol(word: OsString) -> OsString {
    match word.to_str() {
        Some("-uci" | "--uci") => "uci".into(),
        Some("-xboard" | "--xboard" | "-cecp" | "--cecp") => "xboard".into(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<CliArgs, clap::Error> {
        let arguments = line.split(' ').map(OsString::from);
        CliArgs::try_parse_from(preprocess(arguments))
    }

    #[test]
    fn the_command_tree_passes_claps_own_checks() {
        CliArgs::command().debug_assert();
    }

    #[test]
    fn all_spellings_of_a_protocol_start_its_session() {
        for word in ["uci", "-uci", "--uci"] {
            let command = parse(&format!("diglot {word}")).unwrap().command;
            assert!(matches!(command, Some(CliCommand::Uci)), "{word}");
        }
        for word in ["xboard", "-xboard", "--xboard", "cecp"] {
            let command = parse(&format!("diglot {word}")).unwrap().command;
            assert!(matches!(command, Some(CliCommand::Xboard)), "{word}");
        }
        assert!(parse("diglot").unwrap().command.is_none());
    }

    #[test]
    fn legacy_arguments_are_ignored() {
        for line in [
            "diglot st 5",
            "diglot 40 5",
            "diglot level 40 0:30 0",
            "diglot hard post",
            "diglot --no-settings 30",
            "diglot --log-level off st 5",
        ] {
            let args = parse(line).unwrap();
            assert!(args.command.is_none(), "{line}");
        }
        for line in ["diglot xboard 30", "diglot --no-settings -xboard 40 5"] {
            let command = parse(line).unwrap().command;
            assert!(matches!(command, Some(CliCommand::Xboard)), "{line}");
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
    fn log_options_may_follow_the_command() {
        let args = parse("diglot perft 3 --log-file a.log --log-level debug").unwrap();
        assert_eq!(args.log_file, Some(PathBuf::from("a.log")));
        assert_eq!(args.log_level, Some(LevelFilter::Debug));
    }
}
