//! `diglot book`: prints the entries of an opening book, or makes a book from games.

use std::fs;
use std::path::{Path, PathBuf};

use super::output::print_stderr;
use super::pgn;
use crate::board::{CastlingMode, Setup};
use crate::book::{Book, BookBuilder, BookEntry, polyglot_key, write_entries};
use crate::files::{check_writable, write_whole};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: Option<BookCommand>,

    /// Book in PolyGlot format
    #[arg(required = true)]
    file: Option<PathBuf>,

    /// Position as FEN, in quotes or not [default: the start position]
    fen: Vec<String>,

    /// Use Chess960 rules: KQkq means the outermost rooks, castling is king takes rook
    #[arg(long)]
    chess960: bool,
}

#[derive(clap::Subcommand)]
enum BookCommand {
    /// Make a book from games
    Make(BookMakeArgs),
}

#[derive(clap::Args)]
struct BookMakeArgs {
    /// Games in PGN; - is standard input
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Write the book to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Use the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_ply: usize,

    /// Keep only moves played in at least N games
    #[arg(long, value_name = "N", default_value_t = 3)]
    min_games: u32,
}

/// Runs the command and returns the lines to print.
pub(super) fn run(args: &BookArgs) -> Result<Vec<String>, String> {
    match (&args.command, &args.file) {
        (Some(BookCommand::Make(make)), _) => make.run(),
        (None, Some(file)) => show(file, &args.fen.join(" "), args.chess960),
        (None, None) => Err("missing book file".to_owned()),
    }
}

/// Lists the entries of a position in the order of the file.
fn show(file: &Path, fen: &str, chess960: bool) -> Result<Vec<String>, String> {
    let mode = if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    let setup = match fen {
        "" => Setup::startpos(),
        _ => Setup::from_fen(fen).map_err(|error| error.to_string())?.0,
    };
    let (position, _) = setup.validate(mode).map_err(|error| error.to_string())?;
    // PolyGlot's key has an en passant file even if the capturing pawn is pinned; only the setup keeps it.
    let key = polyglot_key(&position, setup.en_passant_target());
    let book = Book::open(file).map_err(|error| error.to_string())?;
    book.check_order().map_err(|error| error.to_string())?;
    let entries = book.entries(key).map_err(|error| error.to_string())?;
    let mut lines = vec![
        format!("key: {key:016x}"),
        format!("entries: {}", entries.len()),
    ];
    let is_legal = |entry: &&BookEntry| entry.legal_move(&position).is_some();
    let legal = entries.iter().filter(is_legal);
    let sum: u32 = legal.map(|entry| u32::from(entry.weight)).sum();
    lines.extend(
        entries
            .iter()
            .map(|entry| match entry.legal_move(&position) {
                Some(m) => {
                    let percent = 100.0 * f64::from(entry.weight) / f64::from(sum.max(1));
                    let (text, san) = (m.to_coordinate(chess960), position.to_san(m));
                    let (weight, learn) = (entry.weight, entry.learn);
                    format!("{text:<5} {san:<7} {percent:5.1}%  weight {weight}  learn {learn}")
                }
                None => format!(
                    "(illegal here: {:#06x}, weight {})",
                    entry.code, entry.weight
                ),
            }),
    );
    Ok(lines)
}

impl BookMakeArgs {
    /// Rejects an output that cannot be written, or that is one of the inputs, before the games are read.
    fn check_output(&self) -> Result<(), String> {
        let output = self.output.display();
        check_writable(&self.output).map_err(|error| format!("{output}: {error}"))?;
        let Ok(written) = fs::canonicalize(&self.output) else {
            // It does not exist yet.
            return Ok(());
        };
        let is_output = |path: &PathBuf| fs::canonicalize(path).is_ok_and(|path| path == written);
        if self.games.iter().any(is_output) {
            return Err(format!("{output}: input and output are the same file"));
        }
        Ok(())
    }

    fn run(&self) -> Result<Vec<String>, String> {
        self.check_output()?;
        let mut builder = BookBuilder::new(self.max_ply);
        let mut added = 0;
        let mut skipped = 0;
        for path in &self.games {
            for game in pgn::open(path)? {
                let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
                match builder.add(&game) {
                    Ok(()) => added += 1,
                    Err(error) => {
                        skipped += 1;
                        print_stderr(&format!("{}: {error}; skipped", pgn::describe(path, &game)));
                    }
                }
            }
        }
        let entries = builder.entries(self.min_games);
        if entries.is_empty() {
            let output = self.output.display();
            return Err(format!(
                "no move was played in {} games or more (games: {added}, skipped: {skipped}): {output} is not written",
                self.min_games
            ));
        }
        // Replaces the file atomically: another process may be reading the old book.
        write_whole(
            &self.output,
            |error| error,
            |output| write_entries(&entries, output),
        )
        .map_err(|error| format!("{}: {error}", self.output.display()))?;
        let positions = entries.chunk_by(|a, b| a.key == b.key).count();
        Ok(vec![
            format!("games: {added}"),
            format!("skipped: {skipped}"),
            format!("positions: {positions}"),
            format!("entries: {}", entries.len()),
        ])
    }
}
