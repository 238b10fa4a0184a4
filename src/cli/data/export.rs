//! `diglot data export`: training data for other trainers.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use bulletformat::{BulletFormat, ChessBoard};

use crate::cli::value::fraction;
use crate::data::{
    GameReader, PackedGame, PackedGameError, PositionFilter, TdLambda, bullet_positions,
    viriformat_game,
};
use crate::files::write_new;

const FILTER: PositionFilter = PositionFilter::TRAINING;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ExportFormat {
    /// Positions, 32 bytes each
    Bulletformat,
    /// Whole games, 4 bytes a move
    Viriformat,
}

#[derive(clap::Args)]
pub(super) struct ExportOptions {
    /// Format of the output
    #[arg(long, value_enum)]
    format: ExportFormat,

    /// Bulletformat: leave out the first N plies of each game [default: 16, as diglot train]
    #[arg(long, value_name = "N")]
    first_ply: Option<usize>,

    /// Bulletformat: leave out positions with scores beyond N centipawns, and always mates and tablebase results
    /// [default: 20000, as diglot train]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(i32).range(0..))]
    max_score: Option<i32>,

    /// Bulletformat: leave out positions with a halfmove clock above N plies [default: 40, as diglot train]
    #[arg(long, value_name = "N")]
    max_halfmove_clock: Option<u16>,

    /// Bulletformat, with --td-lambda: leave out positions whose win rate changes by more than X when it is blended, 0
    /// to 1 [default: 0.1, as diglot train]
    #[arg(long, value_name = "X", value_parser = fraction)]
    max_blend_difference: Option<f64>,

    /// Bulletformat: keep positions with the side to move in check
    #[arg(long)]
    checks: bool,

    /// Bulletformat: keep positions in which a capture or promotion was played
    #[arg(long)]
    captures: bool,

    /// TD(lambda): weight of the later scores of the game in a position's score, 0 to 1; diglot train blends with 0.5
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = fraction)]
    td_lambda: f64,

    /// Width in centipawns of the sigmoid that maps scores to win rates, for --td-lambda
    #[arg(long, value_name = "N", default_value_t = 220)]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=2000))]
    scale: u32,
}

impl ExportOptions {
    fn filter(&self) -> PositionFilter {
        PositionFilter {
            first_ply: self.first_ply.unwrap_or(FILTER.first_ply),
            max_score: self.max_score.unwrap_or(FILTER.max_score),
            max_halfmove_clock: self.max_halfmove_clock.unwrap_or(FILTER.max_halfmove_clock),
            max_blend_difference: self
                .max_blend_difference
                .unwrap_or(FILTER.max_blend_difference),
            checks: self.checks,
            captures: self.captures,
        }
    }

    fn td_lambda(&self) -> TdLambda {
        TdLambda {
            lambda: self.td_lambda,
            scale: f64::from(self.scale),
        }
    }

    /// Rejects filters that viriformat games cannot be subject to.
    fn check(&self) -> Result<(), String> {
        let has_filter = self.first_ply.is_some()
            || self.max_score.is_some()
            || self.max_halfmove_clock.is_some()
            || self.max_blend_difference.is_some()
            || self.checks
            || self.captures;
        if self.format == ExportFormat::Viriformat && has_filter {
            return Err(
                "viriformat holds whole games, which bullet filters when it reads them: \
                        --first-ply, --max-score, --max-halfmove-clock, --max-blend-difference, --checks and --captures \
                        are for bulletformat"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// An exported game: its bytes and the number of its positions.
    fn encode(&self, game: &PackedGame) -> Result<(Vec<u8>, usize), PackedGameError> {
        let td_lambda = self.td_lambda();
        match self.format {
            ExportFormat::Bulletformat => {
                let records = bullet_positions(game, &self.filter(), &td_lambda)?;
                let bytes = ChessBoard::as_bytes_slice(&records).to_vec();
                Ok((bytes, records.len()))
            }
            ExportFormat::Viriformat => {
                let bytes = viriformat_game(game, &td_lambda)?;
                Ok(bytes.map_or((Vec::new(), 0), |bytes| (bytes, game.positions())))
            }
        }
    }
}

#[derive(Default)]
struct ExportCounts {
    games: u64,
    positions: u64,
    kept: u64,
}

/// Writes the games of some files to a new file in another format.
pub(super) fn export(
    files: &[PathBuf],
    output: &Path,
    options: &ExportOptions,
) -> Result<Vec<String>, String> {
    options.check()?;
    let mut counts = ExportCounts::default();
    let system = |error: std::io::Error| format!("{}: {error}", output.display());
    write_new(output, system, |writer: &mut BufWriter<File>| {
        for path in files {
            let games = GameReader::open(path).map_err(|error| error.to_string())?;
            for game in games {
                let game = game.map_err(|error| error.to_string())?;
                counts.games += 1;
                counts.positions += game.positions() as u64;
                let (bytes, positions) = options.encode(&game).map_err(|error| {
                    format!("{}: game {}: {error}", path.display(), game.number())
                })?;
                counts.kept += positions as u64;
                writer.write_all(&bytes).map_err(system)?;
            }
        }
        Ok(())
    })?;
    Ok(vec![
        format!(
            "read: {} games, {} positions",
            counts.games, counts.positions
        ),
        format!("{}: {} positions", output.display(), counts.kept),
    ])
}
