//! Arguments of `diglot data`.

use std::path::PathBuf;

use super::export::ExportOptions;

#[derive(clap::Args)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    pub(super) command: DataCommand,
}

#[derive(clap::Subcommand)]
pub(super) enum DataCommand {
    /// Count games and positions and verify the checksums
    Count(DataInput),
    /// Replay every game and report errors
    Validate(DataInput),
    /// Print statistics of the games
    Stats(DataInput),
    /// Fit the WDL model (UCI_ShowWDL) to the games: win rate by score and material
    #[command(alias = "chances")]
    Wdl(DataInput),
    /// Merge files and drop duplicate games
    Merge {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
    },
    /// Shuffle the games
    Shuffle {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// Random seed
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Split off games for validation; the choice depends only on the games and the seed
    Split {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// Write the validation games to FILE, which must not exist
        #[arg(long, value_name = "FILE")]
        validation: PathBuf,
        /// Percentage of the games that go to the validation file
        #[arg(long, value_name = "N", default_value_t = 1.0)]
        percent: f64,
        /// Random seed
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Multiply all scores, to merge games of networks with different score scales
    Rescale {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// New size of the scores in percent
        #[arg(long, value_name = "N")]
        #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
        percent: i32,
    },
    /// Import games from PGN with scores in the comments, as fastchess, cutechess-cli and OpenBench write them
    Import {
        /// Files in PGN; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: DataOutput,
    },
    /// Export games or positions for the trainer bullet
    Export {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        #[command(flatten)]
        options: ExportOptions,
    },
    /// Copy the intact games of a damaged file
    Repair {
        /// Damaged file
        file: PathBuf,
        #[command(flatten)]
        output: DataOutput,
    },
}

#[derive(clap::Args)]
pub(super) struct DataInput {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(clap::Args)]
pub(super) struct DataOutput {
    /// Write to FILE, which must not exist
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
