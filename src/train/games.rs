//! Reads training samples from files of games.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::error::TrainError;
use super::sample::Sample;
use super::shuffle::{Epoch, Epochs};
use crate::data::{DataError, GameReader, PackedGame, PositionFilter, TdLambda};
use crate::types::Color;

/// Games, plies and positions read in the first epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ReadCounts {
    pub games: u64,
    pub plies: u64,
    /// Positions that passed the filter.
    pub positions: u64,
    /// Epochs started.
    pub epochs: u64,
}

/// Counts that the reading thread updates.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedReadCounts(Arc<Mutex<ReadCounts>>);

impl SharedReadCounts {
    pub(super) fn get(&self) -> ReadCounts {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update(&self, update: impl FnOnce(&mut ReadCounts)) {
        update(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Returns epochs through the games of some files, without those of the file `validation`: a network must not learn
/// what validates it. Each game comes from a random file, weighted by the bytes left in it, so that files of several
/// generations are interleaved.
pub(super) fn epochs(
    files: &[PathBuf],
    validation: &Path,
    td_lambda: TdLambda,
    seed: u64,
    counts: SharedReadCounts,
) -> Result<Epochs, TrainError> {
    let files = files.to_vec();
    let subset = Subset::Without(digests(validation)?.into());
    Ok(Box::new(move |number| {
        let counts = (number == 0).then(|| counts.clone());
        let reader = SampleReader::open(&files, td_lambda, seed ^ number << 32, counts)?;
        let subset = subset.clone();
        Ok(Box::new(SampleReader { subset, ..reader }) as Epoch)
    }))
}

/// Digests of the games of a file.
fn digests(file: &Path) -> Result<HashSet<u64>, TrainError> {
    Ok(GameReader::open(file)?
        .map(|game| Ok(game?.digest()))
        .collect::<Result<_, DataError>>()?)
}

/// Reads all samples of a file in order, with unblended scores.
pub(super) fn read_all(file: &PathBuf) -> Result<Vec<Sample>, TrainError> {
    SampleReader::open(std::slice::from_ref(file), TdLambda::OFF, 0, None)?.collect()
}

/// Reads the samples of a subset of the games, with unblended scores.
pub(super) fn read_subset(
    files: &[PathBuf],
    subset: Subset,
) -> Result<impl Iterator<Item = Result<Sample, TrainError>>, TrainError> {
    let reader = SampleReader::open(files, TdLambda::OFF, 0, None)?;
    Ok(SampleReader { subset, ..reader })
}

/// Fraction of the games in [`Subset::Validation`].
const VALIDATION_SHARE: f64 = 0.1;

/// Which games are read. The same game is in the same subset in any file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subset {
    All,
    /// The games with other digests.
    Without(Arc<HashSet<u64>>),
    /// A tenth of the games, chosen by the seed.
    Validation(u64),
    /// The other nine tenths.
    Training(u64),
}

impl Subset {
    fn contains(&self, game: &PackedGame) -> bool {
        match self {
            Subset::All => true,
            Subset::Without(digests) => !digests.contains(&game.digest()),
            Subset::Validation(seed) => game.is_in_sample(VALIDATION_SHARE, *seed),
            Subset::Training(seed) => !game.is_in_sample(VALIDATION_SHARE, *seed),
        }
    }
}

/// An open file of games.
struct GameFile {
    reader: GameReader<BufReader<File>>,
    path: PathBuf,
    length: u64,
}

impl GameFile {
    fn open(path: &PathBuf) -> Result<GameFile, TrainError> {
        let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
        Ok(GameFile {
            reader: GameReader::open(path)?,
            path: path.clone(),
            length,
        })
    }

    /// Bytes left; at least 1, so that the end of the file is read.
    fn bytes_left(&self) -> u64 {
        self.length.saturating_sub(self.reader.offset()).max(1)
    }

    /// Appends the samples of the next game if it is in the subset. Returns `false` at the end of the file.
    fn read(
        &mut self,
        subset: &Subset,
        td_lambda: TdLambda,
        samples: &mut Vec<Sample>,
        counts: Option<&SharedReadCounts>,
    ) -> Result<bool, TrainError> {
        let (offset, index) = (self.reader.offset(), self.reader.games_read() + 1);
        let Some(game) = self.reader.next() else {
            return Ok(false);
        };
        let game = game?;
        if !subset.contains(&game) {
            return Ok(true);
        }
        let before = samples.len();
        let positions = PositionFilter::TRAINING.positions(&game, &td_lambda);
        let positions = positions.map_err(|reason| DataError::Damaged {
            path: self.path.clone(),
            index,
            offset,
            reason: reason.into(),
        })?;
        for (position, score) in positions {
            let half_points = half_points(&game, position.side_to_move());
            samples.extend(Sample::new(&position, score.raw() as i16, half_points));
        }
        if let Some(counts) = counts {
            counts.update(|counts| {
                counts.games += 1;
                counts.plies += game.plies() as u64;
                counts.positions += (samples.len() - before) as u64;
            });
        }
        Ok(true)
    }
}

fn half_points(game: &PackedGame, side: Color) -> u8 {
    match game.winner() {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

/// The samples of some files in one epoch.
struct SampleReader {
    files: Vec<GameFile>,
    subset: Subset,
    td_lambda: TdLambda,
    random: Xoshiro256PlusPlus,
    /// Samples of the last game read.
    samples: vec::IntoIter<Sample>,
    counts: Option<SharedReadCounts>,
}

impl SampleReader {
    fn open(
        files: &[PathBuf],
        td_lambda: TdLambda,
        seed: u64,
        counts: Option<SharedReadCounts>,
    ) -> Result<SampleReader, TrainError> {
        let files: Result<Vec<GameFile>, TrainError> = files.iter().map(GameFile::open).collect();
        Ok(SampleReader {
            files: files?,
            subset: Subset::All,
            td_lambda,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            samples: Vec::new().into_iter(),
            counts,
        })
    }

    /// Reads a game from a random file. Returns `false` if all files are at their end.
    fn read(&mut self) -> Result<bool, TrainError> {
        let total: u64 = self.files.iter().map(GameFile::bytes_left).sum();
        if total == 0 {
            return Ok(false);
        }
        let mut offset = self.random.random_range(0..total);
        let mut i = 0;
        while offset >= self.files[i].bytes_left() {
            offset -= self.files[i].bytes_left();
            i += 1;
        }
        let mut samples = Vec::with_capacity(256);
        let (file, counts) = (&mut self.files[i], self.counts.as_ref());
        if !file.read(&self.subset, self.td_lambda, &mut samples, counts)? {
            self.files.swap_remove(i);
        }
        self.samples = samples.into_iter();
        Ok(true)
    }
}

impl Iterator for SampleReader {
    type Item = Result<Sample, TrainError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.samples.next() {
                return Some(Ok(sample));
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.files.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::board::Position;
    use crate::data::GameRecord;
    use crate::train::test_data::{game, write_games};

    /// The numbers of the games (see [`game`]) that samples come from.
    fn game_numbers(samples: impl Iterator<Item = Result<Sample, TrainError>>) -> Vec<i32> {
        let number = |sample: Result<Sample, TrainError>| sample.unwrap().score() as i32 / 100;
        let mut numbers: Vec<i32> = samples.map(number).collect();
        numbers.dedup();
        numbers
    }

    #[test]
    fn filtered_positions_come_with_score_and_result() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.games");
        let game = game(2, Some(Color::Black));
        write_games(&path, std::slice::from_ref(&game));
        let samples = read_all(&path).unwrap();
        let mut position = Position::startpos();
        let mut expected = Vec::new();
        for (ply, m) in game
            .opening
            .iter()
            .chain(game.moves.iter().map(|(m, _)| m))
            .enumerate()
        {
            if ply >= 16 && m.is_quiet() && !position.in_check() {
                let half_points = if position.side_to_move() == Color::Black {
                    2
                } else {
                    0
                };
                let score = game.moves[ply - 2].1.raw() as i16;
                expected.extend(Sample::new(&position, score, half_points));
            }
            position = position.after(*m);
        }
        assert!(expected.len() > 10);
        assert_eq!(samples, expected);
    }

    #[test]
    fn files_are_interleaved_and_each_game_is_read_once() {
        let folder = TempDir::new().unwrap();
        let paths = ["a.games", "b.games"].map(|name| folder.path().join(name));
        let games: Vec<GameRecord> = (0..40).map(|number| game(number, None)).collect();
        write_games(&paths[0], &games[..30]);
        write_games(&paths[1], &games[30..]);
        let validation = folder.path().join("validation.games");
        write_games(&validation, &[game(40, None)]);
        let counts = SharedReadCounts::default();
        let mut epochs = epochs(&paths, &validation, TdLambda::OFF, 5, counts.clone()).unwrap();
        let mut read_epoch = |number| -> Vec<i32> { game_numbers(epochs(number).unwrap()) };
        let first = read_epoch(0);
        let mut sorted = first.clone();
        sorted.sort_unstable();
        // One or two games may end before the first position that passes the filter.
        assert!(
            sorted.len() > 35 && sorted.is_sorted_by(|a, b| a < b),
            "{first:?}"
        );
        assert!(first[..20].iter().any(|&game| game >= 30), "{first:?}");
        assert_eq!(read_epoch(0), first);
        assert_ne!(read_epoch(1), first);
        assert_eq!(counts.get().games, 80);
    }

    #[test]
    fn epochs_leave_out_the_validation_games() {
        let folder = TempDir::new().unwrap();
        let [path, validation] = ["a", "b"].map(|name| folder.path().join(name));
        let games: Vec<GameRecord> = (0..20).map(|number| game(number, None)).collect();
        write_games(&path, &games);
        write_games(&validation, &games[5..15]);
        let paths = [path];
        let mut epochs = epochs(
            &paths,
            &validation,
            TdLambda::OFF,
            5,
            SharedReadCounts::default(),
        )
        .unwrap();
        for number in 0..2 {
            let games = game_numbers(epochs(number).unwrap());
            assert!(games.len() > 7, "{games:?}");
            assert!(
                !games.iter().any(|game| (5..15).contains(game)),
                "{games:?}"
            );
        }
    }

    #[test]
    fn the_subsets_partition_the_games() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.games");
        let games: Vec<GameRecord> = (0..200).map(|number| game(number, None)).collect();
        write_games(&path, &games);
        let numbers = |subset| -> Vec<i32> {
            game_numbers(read_subset(std::slice::from_ref(&path), subset).unwrap())
        };
        let (validation, training) = (numbers(Subset::Validation(3)), numbers(Subset::Training(3)));
        assert!((8..40).contains(&validation.len()), "{validation:?}");
        let mut together = [validation.clone(), training].concat();
        together.sort_unstable();
        assert_eq!(together, numbers(Subset::All));
        assert_ne!(numbers(Subset::Validation(4)), validation);
    }

    #[test]
    fn errors_name_the_damaged_file() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("cut.games");
        write_games(&path, &[game(1, None), game(2, None)]);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let error = read_all(&path).unwrap_err().to_string();
        assert!(error.contains("cut.games"), "{error}");
    }
}
