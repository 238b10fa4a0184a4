//! `diglot data import`: packed games from PGN.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::transform::write_games;
use crate::cli::output::print_stderr;
use crate::cli::pgn;
use crate::data::{PackedGame, import_pgn};
use crate::files::check_writable;

/// Counts of the games that were not imported as a whole.
#[derive(Default)]
struct ImportCounts {
    /// Games that were skipped, by reason.
    skipped: BTreeMap<&'static str, u64>,
    shortened: u64,
    dropped_plies: u64,
}

/// Writes the games of PGN files that have scores to a new file. Names each other game on standard error.
pub(super) fn import(files: &[PathBuf], output: &Path) -> Result<Vec<String>, String> {
    check_writable(output).map_err(|error| format!("{}: {error}", output.display()))?;
    let names: Vec<String> = files
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let head = format!("imported from PGN: {}", names.join(", "));
    let mut counts = ImportCounts::default();
    let written = write_games(output, &head, |write| {
        let mut number = 0;
        for path in files {
            read_file(path, &mut number, &mut counts, |game| {
                write(game).map_err(|error| error.to_string())
            })?;
        }
        match number {
            0 => Err(format!(
                "no game can be imported: {} is not written",
                output.display()
            )),
            _ => Ok(()),
        }
    })?;
    let skipped: u64 = counts.skipped.values().sum();
    let mut lines = vec![
        written.file_line(output),
        format!("skipped: {skipped} games"),
    ];
    let reasons = counts.skipped.iter();
    lines.extend(reasons.map(|(reason, count)| format!("skipped, {reason}: {count} games")));
    lines.push(format!(
        "shortened at a move without a score: {} games, by {} plies",
        counts.shortened, counts.dropped_plies
    ));
    Ok(lines)
}

/// Passes the games of a file to `write`, numbered from `number` on.
fn read_file(
    path: &Path,
    number: &mut u64,
    counts: &mut ImportCounts,
    mut write: impl FnMut(&PackedGame) -> Result<(), String>,
) -> Result<(), String> {
    for game in pgn::open(path)? {
        let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
        match import_pgn(&game, *number) {
            Ok(import) => {
                write(&import.game)?;
                *number += 1;
                counts.shortened += u64::from(import.dropped_plies > 0);
                counts.dropped_plies += import.dropped_plies as u64;
            }
            Err(error) => {
                *counts.skipped.entry(error.category()).or_default() += 1;
                let name = pgn::describe(path, &game);
                print_stderr(&format!("{name}: {error}; skipped"));
            }
        }
    }
    Ok(())
}
