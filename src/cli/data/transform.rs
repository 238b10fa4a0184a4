//! Commands that write a new file: merge, shuffle, split, rescale and repair.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::counts::GameCounts;
use crate::data::{DataError, GameIndex, GameWriter, PackedGame, recover};
use crate::files::{check_new, read_regular, write_new};

pub(super) fn merge(files: &[PathBuf], output: &Path) -> Result<Vec<String>, String> {
    let mut index = open_index(files)?;
    let duplicates = index.remove_duplicates();
    let all: Vec<usize> = (0..index.len()).collect();
    let written = write_selected(&mut index, &all, output)?;
    Ok(vec![
        written.file_line(output),
        format!("duplicates dropped: {duplicates} games"),
    ])
}

pub(super) fn shuffle(files: &[PathBuf], output: &Path, seed: u64) -> Result<Vec<String>, String> {
    let mut index = open_index(files)?;
    index.shuffle(seed);
    let all: Vec<usize> = (0..index.len()).collect();
    let written = write_selected(&mut index, &all, output)?;
    Ok(vec![written.file_line(output)])
}

/// Splits games between two files. The second one gets the fraction `share`, 0 to 1.
pub(super) fn split(
    files: &[PathBuf],
    outputs: [&PathBuf; 2],
    share: f64,
    seed: u64,
) -> Result<Vec<String>, String> {
    if !(0.0..=1.0).contains(&share) {
        return Err(format!(
            "{} is not a percentage from 0 to 100",
            100.0 * share
        ));
    }
    if outputs[0] == outputs[1] {
        return Err("--output and --validation must be different files".to_owned());
    }
    let mut index = open_index(files)?;
    let is_chosen = |&i: &usize| index.is_in_sample(i, share, seed);
    let (chosen, others): (Vec<_>, Vec<_>) = (0..index.len()).partition(is_chosen);
    // Not only after the first file is written.
    check_new(outputs[1]).map_err(|error| describe(outputs[1], &error))?;
    let mut lines = Vec::new();
    for (games, output) in [others, chosen].iter().zip(outputs) {
        let written = write_selected(&mut index, games, output)?;
        lines.push(written.file_line(output));
    }
    Ok(lines)
}

pub(super) fn rescale(
    files: &[PathBuf],
    output: &Path,
    percent: i32,
) -> Result<Vec<String>, String> {
    let mut index = open_index(files)?;
    let text: Vec<String> = index
        .text()
        .lines()
        .map(|line| format!("{line}; scores times {percent} %"))
        .collect();
    let written = write_games(output, &text.join("\n"), |write| {
        (0..index.len()).try_for_each(|i| write(&index.read_rescaled(i, percent)?))
    })?;
    Ok(vec![written.file_line(output)])
}

pub(super) fn repair(file: &Path, output: &Path) -> Result<Vec<String>, String> {
    let bytes =
        read_regular(file, u64::MAX).map_err(|error| format!("{}: {error}", file.display()))?;
    let recovery = recover(&bytes);
    if recovery.text.is_none() && recovery.games.is_empty() {
        return Err(DataError::NotPackedGames(file.to_owned()).to_string());
    }
    let text = recovery.text.as_deref().unwrap_or("");
    let written = write_games(output, text, |write| {
        recovery.games.iter().try_for_each(write)
    })?;
    Ok(vec![
        written.file_line(output),
        format!("dropped: {} of {} bytes", recovery.lost_bytes, bytes.len()),
    ])
}

fn open_index(files: &[PathBuf]) -> Result<GameIndex, String> {
    GameIndex::open(files).map_err(|error| error.to_string())
}

/// Writes the games at these indices, in this order.
fn write_selected(
    index: &mut GameIndex,
    games: &[usize],
    output: &Path,
) -> Result<GameCounts, String> {
    let text = index.text();
    write_games(output, &text, |write| {
        games.iter().try_for_each(|&i| write(&index.read(i)?))
    })
}

/// Writes a new file of games with this text in its header. `fill` passes each game to the function it is given. Games
/// are expensive, so an existing file is never overwritten.
pub(super) fn write_games<E: ToString>(
    path: &Path,
    text: &str,
    fill: impl FnOnce(&mut dyn FnMut(&PackedGame) -> Result<(), DataError>) -> Result<(), E>,
) -> Result<GameCounts, String> {
    let mut counts = GameCounts::default();
    let system = |error: io::Error| describe(path, &error);
    write_new(path, system, |output: &mut BufWriter<File>| {
        let writer = GameWriter::new(output, path, text);
        let mut writer = writer.map_err(|error| error.to_string())?;
        let filled = fill(&mut |game| {
            counts.add(game);
            writer.write(game)
        });
        filled.map_err(|error| error.to_string())
    })?;
    Ok(counts)
}

fn describe(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
