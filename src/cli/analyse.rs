//! `diglot analyse`: annotates games and positions.

use std::io::{ErrorKind, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use super::eval_file::EvalFileArg;
use super::output::{print, print_stderr};
use super::progress_bar::ProgressDisplay;
use super::rules::RulesArgs;
use super::value::{input_file, output_file};
use crate::analysis::{
    self, AnalysisConfig, AnalysisError, AnalysisEvent, AnalysisOutputs, AnalysisSummary,
    SearchLimit,
};
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::signals::interrupt_flag;
use crate::types::{MAX_MOVES, MAX_PLY};

/// How often progress is printed if standard error is not a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(super) struct AnalyseArgs {
    /// Games in PGN, or positions in EPD or FEN, one per line
    #[arg(required = true, value_name = "FILE", value_parser = input_file())]
    files: Vec<PathBuf>,

    #[command(flatten)]
    limit: LimitArgs,

    /// Number of threads, each analysing whole games; the annotations do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64))]
    threads: usize,

    /// Search the K best lines of each position, for --json
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_MOVES as u64))]
    multipv: usize,

    /// Size of each thread's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,

    #[command(flatten)]
    eval_file: EvalFileArg,

    /// The rules of positions in EPD or FEN; games tell theirs by the tag Variant
    #[command(flatten)]
    rules: RulesArgs,

    /// Write the annotated games or positions to FILE, or to standard output if it is - [default: -, unless --json or
    /// --html is given]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write JSON lines to FILE, one object per game
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    json: Option<PathBuf>,

    /// Write a web page to FILE
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    html: Option<PathBuf>,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct LimitArgs {
    /// Search each position for N nodes [default: 100000]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search each position to depth D
    #[arg(long, value_name = "D")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..MAX_PLY as i64))]
    depth: Option<u32>,

    /// Search each position for T milliseconds; the annotations vary from run to run
    #[arg(long, value_name = "T")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl LimitArgs {
    const DEFAULT_NODES: u64 = 100_000;

    fn limit(&self) -> SearchLimit {
        match (self.depth, self.movetime) {
            (Some(depth), _) => SearchLimit::Depth(depth),
            (None, Some(time)) => SearchLimit::MoveTime(Duration::from_millis(time)),
            (None, None) => SearchLimit::Nodes(self.nodes.unwrap_or(LimitArgs::DEFAULT_NODES)),
        }
    }
}

/// Annotates until all games are written or a signal interrupts, and prints the summary.
pub(super) fn run(args: &AnalyseArgs) -> Result<(), String> {
    let interrupted =
        interrupt_flag().map_err(|error| format!("cannot install signal handlers: {error}"))?;
    let network = args.eval_file.network();
    let config = AnalysisConfig {
        limit: args.limit.limit(),
        multi_pv: args.multipv,
        game: args.rules.game(),
        threads: args.threads,
        hash: args.hash,
        network: network.map_err(|error| error.to_string())?,
    };
    let text = args.output.clone().filter(|path| path != Path::new("-"));
    let has_file = text.is_some() || args.json.is_some() || args.html.is_some();
    let has_stream = !has_file || text != args.output;
    if has_stream && has_file {
        // A continued run could not write again what standard output has lost.
        return Err("-o - cannot be combined with --json or --html; name a file".to_owned());
    }
    let mut stdout = stdout();
    let outputs = AnalysisOutputs {
        text,
        json: args.json.clone(),
        html: args.html.clone(),
        stream: has_stream.then_some(&mut stdout),
    };
    let mut display = ProgressDisplay::new(Some(0), PRINT_INTERVAL);
    let result = analysis::run(&config, &args.files, outputs, &interrupted, &mut |event| {
        show(&mut display, event);
    });
    display.finish();
    let summary = match result {
        // The reader has seen enough.
        Err(AnalysisError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
        result => result.map_err(|error| error.to_string())?,
    };
    if summary.is_interrupted {
        let done = format!("interrupted after {} games", summary.games);
        return Err(match has_file {
            true => format!("{done}; the same command continues"),
            false => done,
        });
    }
    let lines = vec![
        format!("games: {}", summary.games),
        format!("not analysed: {}", summary.skipped),
    ];
    if has_stream {
        print_stderr(&lines.join("\n"));
        return Ok(());
    }
    print(&lines)
}

/// Shows an event.
fn show(display: &mut ProgressDisplay, event: AnalysisEvent) {
    match event {
        AnalysisEvent::Resumed(games) => display.print(&format!("continuing after {games} games")),
        AnalysisEvent::Skipped(message) => display.print(&message),
        AnalysisEvent::Progress(summary) => show_progress(display, &summary),
    }
}

fn show_progress(display: &mut ProgressDisplay, summary: &AnalysisSummary) {
    if display.bar.length() != Some(summary.total_bytes) {
        display.bar.set_length(summary.total_bytes);
        display.start_at(summary.bytes);
    }
    let message = format!("{} games", summary.games);
    let percent = 100 * summary.bytes / summary.total_bytes.max(1);
    display.update(summary.bytes, &message, &format!("{percent}%, {message}"));
}
