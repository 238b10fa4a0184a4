//! `diglot suite`: searches test suites and counts the solved positions.

mod lines;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use self::lines::position_line;
use self::table::SuiteTable;
use super::eval_file::EvalFileArg;
use super::output::{print, print_stderr};
use super::progress_bar::progress_bar;
use super::rules::RulesArgs;
use crate::board::NamedGame;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::files::{check_text, read_regular};
use crate::signals::interrupt_flag;
use crate::suite::{self, SuiteConfig, SuiteLimits, Summary, TestPosition, TestSuite};
use crate::types::MAX_PLY;

/// Size of the largest suite that is read, in bytes.
const MAX_SUITE_SIZE: u64 = 256 << 20;

/// Milliseconds per position without another limit.
const DEFAULT_MOVE_TIME: u64 = 1000;

#[derive(clap::Args)]
pub(super) struct SuiteArgs {
    /// Positions as EPD with the opcodes bm, am or dm; moves with points as in the Strategic Test Suite, mates as
    /// `bm #N`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Milliseconds per position [default without another limit: 1000]
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Search depth in plies
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64))]
    depth: Option<u32>,

    /// Nodes per position
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Number of search threads per position; results vary with more than one
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Number of positions searched in parallel; results by --nodes or --depth do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    jobs: usize,

    /// Size of the transposition table in MiB, one for each of the --jobs; cleared before each position
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    eval_file: EvalFileArg,

    /// Print a line for each position
    #[arg(short, long)]
    verbose: bool,

    /// Exit with status 1 if fewer than N positions are solved
    #[arg(long, value_name = "N")]
    min_solved: Option<usize>,

    #[command(flatten)]
    rules: RulesArgs,
}

impl SuiteArgs {
    fn config(&self) -> Result<SuiteConfig, String> {
        let network = self.eval_file.network();
        let has_limit = self.movetime.or(self.nodes).is_some() || self.depth.is_some();
        let move_time = self
            .movetime
            .or_else(|| (!has_limit).then_some(DEFAULT_MOVE_TIME));
        Ok(SuiteConfig {
            limits: SuiteLimits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: move_time.map(Duration::from_millis),
            },
            threads: self.threads,
            jobs: self.jobs,
            hash: self.hash,
            network: network.map_err(|error| error.to_string())?,
        })
    }
}

/// Searches the suites, prints the table, and fails if too few positions are solved.
pub(super) fn run(args: &SuiteArgs) -> Result<(), String> {
    let game = args.rules.game();
    let config = args.config()?;
    // All files are read before the first search: a wrong name should not show after an hour.
    let suites: Vec<(&Path, TestSuite)> = args
        .files
        .iter()
        .map(|path| Ok((path.as_path(), read(path, game)?)))
        .collect::<Result<_, String>>()?;
    let interrupted =
        interrupt_flag().map_err(|error| format!("cannot install signal handlers: {error}"))?;
    let mut table = SuiteTable::default();
    let mut is_complete = true;
    for (path, suite) in &suites {
        table.begin(&path.display().to_string(), suite);
        if !is_complete {
            continue;
        }
        let count = suite.positions.len();
        let mut number = 0;
        let bar = progress_bar(Some(count as u64));
        let mut observe = |test: &TestPosition, result: &suite::TestResult| {
            number += 1;
            table.add(test, result);
            if args.verbose {
                // A closed pipe is no error; others show when the table is printed.
                let line = position_line(number, count, test, result);
                let _ = bar.suspend(|| print(&[line]));
            }
            bar.set_position(number as u64);
        };
        let completed = suite::run(&suite.positions, &config, &interrupted, &mut observe);
        bar.finish_and_clear();
        is_complete = completed.map_err(|error| format!("cannot search: {error}"))?;
    }
    print(&table.lines())?;
    if !is_complete {
        return Err("interrupted: not all positions were searched".to_owned());
    }
    check_solved(table.total(), args.min_solved)
}

/// Reads a suite, naming the lines that cannot be read.
fn read(path: &Path, game: NamedGame) -> Result<TestSuite, String> {
    let bytes = read_regular(path, MAX_SUITE_SIZE).and_then(|bytes| {
        check_text(&bytes)?;
        Ok(bytes)
    });
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    let suite = TestSuite::parse(&bytes, game);
    for rejected in &suite.rejected {
        let (path, line) = (path.display(), rejected.line);
        print_stderr(&format!("{path}:{line}: {}", rejected.error));
    }
    if suite.positions.is_empty() {
        return Err(format!("{}: no position with a solution", path.display()));
    }
    Ok(suite)
}

fn check_solved(total: &Summary, min_solved: Option<usize>) -> Result<(), String> {
    match min_solved {
        Some(min) if total.solved < min => Err(format!(
            "solved {} positions, fewer than {min}",
            total.solved
        )),
        _ => Ok(()),
    }
}
