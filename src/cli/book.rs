//! Opening books on the command line: what one has for a position, and making one from games.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::tell;
use crate::board::{CastlingMode, Setup};
use crate::book::{Book, BookBuilder, BookEntry, PgnGame, PgnReader, polyglot_key, write_entries};
use crate::files::write_whole;

/// Look into a book, or make one.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// The book, in the format of Polyglot
    #[arg(required = true)]
    file: Option<PathBuf>,

    /// The position, in quotes or not [default: the start position]
    fen: Vec<String>,

    /// KQkq means the outermost rooks, and castling is written as king takes rook
    #[arg(long)]
    chess960: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Make a book from games
    Make(Make),
}

/// What to make a book from, and how.
#[derive(clap::Args)]
struct Make {
    /// The games, in PGN
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the book goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// How many plies of each game count
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_ply: usize,

    /// In how many games a move must have been made
    #[arg(long, value_name = "N", default_value_t = 3)]
    min_games: u32,
}

/// Does what is asked for; gives back what is to be printed.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    match (&arguments.command, &arguments.file) {
        (Some(Command::Make(make)), _) => make.run(),
        (None, Some(file)) => show(file, &arguments.fen.join(" "), arguments.chess960),
        (None, None) => Err("no book named".to_owned()),
    }
}

/// All that a book has for a position, in the order of the file.
fn show(file: &Path, fen: &str, chess960: bool) -> Result<Vec<String>, String> {
    let mode = match chess960 {
        true => CastlingMode::Chess960,
        false => CastlingMode::Standard,
    };
    let setup = match fen {
        "" => Setup::startpos(),
        _ => Setup::from_fen(fen).map_err(|error| error.to_string())?.0,
    };
    let (position, _) = setup.validate(mode).map_err(|error| error.to_string())?;
    // Only the set-up knows of a pawn that could capture if it were not pinned.
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

impl Make {
    fn run(&self) -> Result<Vec<String>, String> {
        let mut maker = BookBuilder::new(self.max_ply);
        let mut taken = 0;
        let mut refused = 0;
        for path in &self.games {
            let file = fs::metadata(path)
                .and_then(|data| match data.is_dir() {
                    true => Err(std::io::ErrorKind::IsADirectory.into()),
                    false => File::open(path),
                })
                .map_err(|error| format!("{}: {error}", path.display()))?;
            for game in PgnReader::new(BufReader::with_capacity(1 << 16, file)) {
                let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
                match maker.add(&game) {
                    Ok(()) => taken += 1,
                    Err(error) => {
                        refused += 1;
                        tell(&format!("{}: {error}; skipped", name(path, &game)));
                    }
                }
            }
        }
        let entries = maker.entries(self.min_games);
        // Somebody may be reading the book that is there.
        write_whole(
            &self.output,
            |error| error,
            |output| write_entries(&entries, output),
        )
        .map_err(|error| format!("{}: {error}", self.output.display()))?;
        let positions = entries.chunk_by(|a, b| a.key == b.key).count();
        Ok(vec![
            format!("games: {taken}"),
            format!("skipped: {refused}"),
            format!("positions: {positions}"),
            format!("entries: {}", entries.len()),
        ])
    }
}

/// Which game is meant, for people.
fn name(path: &Path, game: &PgnGame) -> String {
    let mut name = format!(
        "{}: game {} (line {}",
        path.display(),
        game.number,
        game.line
    );
    if let (Some(white), Some(black)) = (game.header("White"), game.header("Black")) {
        name.push_str(&format!(", {white} - {black}"));
    }
    name.push(')');
    // Headers are anybody's text.
    name.replace(char::is_control, " ")
}
