//! Files of games on the command line: counting, checking, and making others of them.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use crate::data::{
    DataError, GameError, GameIndex, GameReader, GameWriter, PackedGame, ResultCounts,
    SCORE_BOUNDS, Statistics, Termination, recover,
};
use crate::eval::{WdlFitter, WdlModel};
use crate::files::write_whole;

/// Look at games made by datagen, and sort them.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count games and positions; checksums are verified
    Count(Input),
    /// Replay every game and say what is wrong
    Validate(Input),
    /// Show what the games are like
    Stats(Input),
    /// Fit the WDL model (UCI_ShowWDL) to the games: win rate by score and material
    #[command(alias = "chances")]
    Wdl(Input),
    /// Put the games of several files into one, each once
    Merge {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
    },
    /// Put games into a random order
    Shuffle {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
        /// Other seeds make other orders
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Split off games for validation; which these are depends on nothing but the games and the seed
    Split {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
        /// Where the games for validation go
        #[arg(long, value_name = "FILE")]
        validation: PathBuf,
        /// How many of a hundred games
        #[arg(long, value_name = "N", default_value_t = 1.0)]
        percent: f64,
        /// Other seeds choose other games
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Multiply the scores: of generations whose scores have another size, before they are put together
    Rescale {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
        /// How large a score of 100 shall be
        #[arg(long, value_name = "N")]
        #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
        percent: i32,
    },
    /// Take from a damaged file what is whole
    Repair {
        /// The damaged file
        file: PathBuf,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(clap::Args)]
struct Input {
    /// The games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct Output {
    /// Where the games go; there must be no such file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Does what is asked for; gives back what is to be printed.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    match &arguments.command {
        Command::Count(input) => count(&input.files),
        Command::Validate(input) => validate(&input.files),
        Command::Stats(input) => stats(&input.files),
        Command::Wdl(input) => wdl(&input.files),
        Command::Merge { input, output } => merge(&input.files, &output.output),
        Command::Shuffle {
            input,
            output,
            seed,
        } => shuffle(&input.files, &output.output, *seed),
        Command::Split {
            input,
            output,
            validation,
            percent,
            seed,
        } => split(
            &input.files,
            [&output.output, validation],
            percent / 100.0,
            *seed,
        ),
        Command::Rescale {
            input,
            output,
            percent,
        } => rescale(&input.files, &output.output, *percent),
        Command::Repair { file, output } => repair(file, &output.output),
    }
}

fn text(error: DataError) -> String {
    error.to_string()
}

/// Games, and positions with a score.
#[derive(Clone, Copy, Default)]
struct Counts {
    games: u64,
    positions: u64,
}

impl Counts {
    fn add(&mut self, game: &PackedGame) {
        self.games += 1;
        self.positions += game.positions() as u64;
    }

    fn line(&self, name: &str) -> String {
        format!("{name}: {} games, {} positions", self.games, self.positions)
    }
}

/// Goes through all games, and tells which one the visitor finds fault with; a line for each file, and one for all.
fn go_through(
    files: &[PathBuf],
    mut visit: impl FnMut(&PackedGame) -> Result<(), GameError>,
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let mut total = Counts::default();
    for path in files {
        let mut counts = Counts::default();
        for game in GameReader::open(path).map_err(text)? {
            let game = game.map_err(text)?;
            counts.add(&game);
            total.add(&game);
            visit(&game)
                .map_err(|error| format!("{}: game {}: {error}", path.display(), counts.games))?;
        }
        lines.push(counts.line(&path.display().to_string()));
    }
    lines.push(total.line("total"));
    Ok(lines)
}

fn count(files: &[PathBuf]) -> Result<Vec<String>, String> {
    go_through(files, |_| Ok(()))
}

fn validate(files: &[PathBuf]) -> Result<Vec<String>, String> {
    go_through(files, PackedGame::check)
}

fn wdl(files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut fitter = WdlFitter::default();
    go_through(files, |game| {
        for ply in game.replay() {
            let ply = ply?;
            if let Some(score) = ply.score {
                fitter.add(&ply.position, score, game.winner());
            }
        }
        Ok(())
    })?;
    let fitted = fitter.fit(WdlModel::CURRENT);
    let line = |name: &str, model: &WdlModel| {
        let WdlModel { centre, width } = model;
        let log_loss = fitter.log_loss(model);
        format!("{name}: centre {centre:.1?}, width {width:.1?}, log loss {log_loss:.5}")
    };
    Ok(vec![
        format!("positions: {}", fitter.positions()),
        line("present", &WdlModel::CURRENT),
        line("fitted", &fitted),
    ])
}

fn merge(files: &[PathBuf], output: &Path) -> Result<Vec<String>, String> {
    let mut index = GameIndex::open(files).map_err(text)?;
    let repeated = index.remove_duplicates();
    let all: Vec<usize> = (0..index.len()).collect();
    let written = write(&mut index, &all, output)?;
    Ok(vec![
        written.line(&output.display().to_string()),
        format!("left out as repeated: {repeated} games"),
    ])
}

fn shuffle(files: &[PathBuf], output: &Path, seed: u64) -> Result<Vec<String>, String> {
    let mut index = GameIndex::open(files).map_err(text)?;
    index.shuffle(seed);
    let all: Vec<usize> = (0..index.len()).collect();
    let written = write(&mut index, &all, output)?;
    Ok(vec![written.line(&output.display().to_string())])
}

/// Splits games between two files, of which the second one gets a share of 0 to 1.
fn split(
    files: &[PathBuf],
    outputs: [&PathBuf; 2],
    share: f64,
    seed: u64,
) -> Result<Vec<String>, String> {
    if !(0.0..=1.0).contains(&share) {
        return Err(format!("{} is no percentage", 100.0 * share));
    }
    if outputs[0] == outputs[1] {
        return Err("the games for validation need a file of their own".to_owned());
    }
    let mut index = GameIndex::open(files).map_err(text)?;
    let is_chosen = |&i: &usize| index.is_in_share(i, share, seed);
    let (chosen, others): (Vec<_>, Vec<_>) = (0..index.len()).partition(is_chosen);
    refuse_existing(outputs[1])?;
    let mut lines = Vec::new();
    for (games, output) in [others, chosen].iter().zip(outputs) {
        let written = write(&mut index, games, output)?;
        lines.push(written.line(&output.display().to_string()));
    }
    Ok(lines)
}

fn rescale(files: &[PathBuf], output: &Path, percent: i32) -> Result<Vec<String>, String> {
    let mut index = GameIndex::open(files).map_err(text)?;
    let text = index.text();
    let head: Vec<String> = text
        .lines()
        .map(|line| format!("{line}; scores times {percent} %"))
        .collect();
    let mut counts = Counts::default();
    write_games(output, &head.join("\n"), |writer| {
        for i in 0..index.len() {
            let game = index.read_rescaled(i, percent)?;
            counts.add(&game);
            writer.write(&game)?;
        }
        Ok(())
    })?;
    Ok(vec![counts.line(&output.display().to_string())])
}

fn repair(file: &Path, output: &Path) -> Result<Vec<String>, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let recovery = recover(&bytes);
    if recovery.text.is_none() && recovery.games.is_empty() {
        return Err(DataError::Foreign(file.to_owned()).to_string());
    }
    let mut counts = Counts::default();
    write_games(output, recovery.text.as_deref().unwrap_or(""), |writer| {
        for game in &recovery.games {
            counts.add(game);
            writer.write(game)?;
        }
        Ok(())
    })?;
    Ok(vec![
        counts.line(&output.display().to_string()),
        format!("left out: {} of {} bytes", recovery.lost_bytes, bytes.len()),
    ])
}

/// Writes some of the games, in this order.
fn write(index: &mut GameIndex, games: &[usize], output: &Path) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let text = index.text();
    write_games(output, &text, |writer| {
        for &i in games {
            let game = index.read(i)?;
            counts.add(&game);
            writer.write(&game)?;
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Games take long to play: none are overwritten.
fn refuse_existing(path: &Path) -> Result<(), String> {
    match path.exists() {
        true => Err(format!("{} exists already", path.display())),
        false => Ok(()),
    }
}

/// Writes a file of games as a whole, with this head.
fn write_games(
    path: &Path,
    head: &str,
    fill: impl FnOnce(&mut GameWriter<&mut BufWriter<File>>) -> Result<(), DataError>,
) -> Result<(), String> {
    refuse_existing(path)?;
    let system = |error: std::io::Error| format!("{}: {error}", path.display());
    write_whole(path, system, |output| {
        let mut writer = GameWriter::new(output, path, head).map_err(text)?;
        fill(&mut writer).map_err(text)
    })
}

fn stats(files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut statistics = Statistics::default();
    go_through(files, |game| statistics.add(game))?;
    Ok(describe(&statistics))
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn describe(statistics: &Statistics) -> Vec<String> {
    let games = statistics.games;
    let (total, positions) = (games.total(), statistics.positions());
    let mean = statistics.plies as f64 / total.max(1) as f64;
    let bytes = statistics.bytes as f64 / statistics.plies.max(1) as f64;
    let share = |name: &str, part, whole| format!("{name}: {part} ({:.1}%)", percent(part, whole));
    let mut lines = vec![
        format!("games: {total}"),
        share(
            "not from the start position",
            statistics.other_starts,
            total,
        ),
        share(
            "first position as in an earlier game",
            statistics.duplicate_starts,
            total,
        ),
        share("won by White", games.wins, total),
        share("drawn", games.draws, total),
        share("won by Black", games.losses, total),
    ];
    for (termination, &count) in Termination::ALL.iter().zip(&statistics.terminations) {
        lines.push(share(
            &format!("ended by {}", name(*termination)),
            count,
            total,
        ));
    }
    lines.extend([
        format!(
            "plies: {} ({mean:.1} a game, at most {})",
            statistics.plies, statistics.longest
        ),
        format!("bytes: {} ({bytes:.3} a ply)", statistics.bytes),
        format!("positions with a score: {positions}"),
        share("in check", statistics.checks, positions),
        share(
            "with a capture or promotion played",
            statistics.tactical,
            positions,
        ),
        share("with a mate seen", statistics.mates, positions),
        "score of the side to move: positions, then its wins, draws and losses".to_owned(),
    ]);
    let mut from = String::new();
    for (class, split) in statistics.scores.iter().enumerate() {
        let bound = SCORE_BOUNDS.get(class);
        let to = bound.map_or(String::new(), |bound| (bound - 1).to_string());
        lines.push(score_line(
            &format!("{from:>5} to {to:>5}"),
            split,
            positions,
        ));
        from = bound.map_or(String::new(), i32::to_string);
    }
    lines.push("pieces on the board: positions".to_owned());
    for (piece_count, &count) in statistics.pieces.iter().enumerate() {
        if count > 0 {
            lines.push(format!(
                "{piece_count:>5}: {count:>10} {:5.1}%",
                percent(count, positions)
            ));
        }
    }
    lines
}

fn score_line(class: &str, split: &ResultCounts, positions: u64) -> String {
    let total = split.total();
    format!(
        "{class}: {total:>10} {:5.1}%  {:5.1}% {:5.1}% {:5.1}%",
        percent(total, positions),
        percent(split.wins, total),
        percent(split.draws, total),
        percent(split.losses, total)
    )
}

fn name(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate => "mate",
        Termination::Stalemate => "stalemate",
        Termination::Repetition => "repetition",
        Termination::FiftyMoves => "the fifty-move rule",
        Termination::InsufficientMaterial => "want of material",
        Termination::WinAdjudicated => "adjudication as won",
        Termination::DrawAdjudicated => "adjudication as drawn",
        Termination::TooLong => "length",
    }
}
