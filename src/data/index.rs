//! An index of the games in files, to read them in any order.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::game::{PackedGame, is_in_sample};
use super::game_file::{DataError, GameReader};
use crate::board::mix_bits;

/// Location of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameLocation {
    file: u32,
    /// Number of the game in its file from 1, for errors.
    number: u32,
    offset: u64,
    /// Hash that identifies the game, also across files.
    digest: u64,
}

/// The games of several files.
#[derive(Debug)]
pub struct GameIndex {
    files: Vec<GameReader<File>>,
    locations: Vec<GameLocation>,
    texts: Vec<String>,
}

impl GameIndex {
    /// Reads all files once. Fails on a damaged file.
    pub fn open(paths: &[PathBuf]) -> Result<GameIndex, DataError> {
        let mut index = GameIndex {
            files: Vec::new(),
            locations: Vec::new(),
            texts: Vec::new(),
        };
        for path in paths {
            index.add(path)?;
        }
        Ok(index)
    }

    fn add(&mut self, path: &Path) -> Result<(), DataError> {
        let mut reader = GameReader::open(path)?;
        for line in reader.text().lines() {
            if !self.texts.iter().any(|text| text == line) {
                self.texts.push(line.to_owned());
            }
        }
        loop {
            let offset = reader.offset();
            let Some(game) = reader.next() else {
                break;
            };
            self.locations.push(GameLocation {
                file: self.files.len() as u32,
                number: reader.games_read() as u32,
                offset,
                digest: game?.digest(),
            });
        }
        self.files.push(reader.unbuffered());
        Ok(())
    }

    /// The descriptions of the files without repeated lines.
    pub fn text(&self) -> String {
        self.texts.join("\n")
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.locations.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty()
    }

    /// Removes duplicates and returns how many.
    pub fn remove_duplicates(&mut self) -> usize {
        let mut seen = HashSet::new();
        let before = self.len();
        self.locations
            .retain(|location| seen.insert(location.digest));
        before - self.len()
    }

    /// Shuffles the games; the order depends only on the games and the seed.
    pub fn shuffle(&mut self, seed: u64) {
        let key =
            |location: &GameLocation| (mix_bits(location.digest ^ mix_bits(seed)), location.digest);
        self.locations.sort_by_key(key);
    }

    /// Whether the game at `index` is in a sample, a fraction of all games from 0 to 1 selected by the seed. The result
    /// depends only on the game and the seed, so that adding games moves none between sample and rest.
    pub fn is_in_sample(&self, index: usize, fraction: f64, seed: u64) -> bool {
        is_in_sample(self.locations[index].digest, fraction, seed)
    }

    /// Reads the game at `index`.
    pub fn read(&mut self, index: usize) -> Result<PackedGame, DataError> {
        let location = self.locations[index];
        let reader = &mut self.files[location.file as usize];
        reader.read_at(location.offset, u64::from(location.number))
    }

    /// Reads the game at `index` with its scores multiplied (see [`PackedGame::rescaled`]).
    pub fn read_rescaled(&mut self, index: usize, percent: i32) -> Result<PackedGame, DataError> {
        let game = self.read(index)?;
        let location = self.locations[index];
        game.rescaled(percent).map_err(|reason| DataError::Damaged {
            path: self.files[location.file as usize].path().to_owned(),
            index: location.number.into(),
            offset: location.offset,
            reason: reason.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, games};
    use super::*;

    /// An index of two files with these games; the first one is in both.
    fn index(games: &[PackedGame]) -> GameIndex {
        let folder = tempfile::tempdir().unwrap();
        let path = |i: u8| folder.path().join(i.to_string());
        let half = games.len() / 2;
        let second = [&games[half..], &games[..1]].concat();
        std::fs::write(path(0), file("one\nboth", &games[..half])).unwrap();
        std::fs::write(path(1), file("both\ntwo", &second)).unwrap();
        GameIndex::open(&[path(0), path(1)]).unwrap()
    }

    fn all(index: &mut GameIndex) -> Vec<PackedGame> {
        (0..index.len()).map(|i| index.read(i).unwrap()).collect()
    }

    #[test]
    fn games_are_read_from_all_files_and_duplicates_removed() {
        let games = games(31);
        let mut index = index(&games);
        assert_eq!(index.text(), "one\nboth\ntwo");
        assert_eq!((index.len(), index.is_empty()), (32, false));
        assert_eq!(all(&mut index)[31], games[0]);
        assert_eq!(index.remove_duplicates(), 1);
        assert_eq!(all(&mut index), games);
    }

    #[test]
    fn shuffles_depend_on_the_seed_alone() {
        let games = games(30);
        let mut index = index(&games);
        index.remove_duplicates();
        let mut shuffled = |seed| {
            index.shuffle(seed);
            all(&mut index)
        };
        let first = shuffled(1);
        assert_ne!(first, games);
        assert_ne!(shuffled(2), first);
        assert_eq!(shuffled(1), first);
        let mut sorted = first;
        sorted.sort_by_key(PackedGame::number);
        assert_eq!(sorted, games);
    }

    #[test]
    fn samples_do_not_depend_on_the_order_of_games() {
        let games = games(400);
        let mut index = index(&games);
        let mut share = |seed| {
            index.shuffle(seed);
            let chosen: Vec<_> = (0..index.len())
                .filter(|&i| index.is_in_sample(i, 0.1, 5))
                .collect();
            let mut numbers: Vec<u64> = chosen
                .into_iter()
                .map(|i| index.read(i).unwrap().number())
                .collect();
            numbers.sort_unstable();
            numbers
        };
        let numbers = share(1);
        assert_eq!(share(2), numbers);
        assert!((20..60).contains(&numbers.len()), "{numbers:?}");
    }
}
