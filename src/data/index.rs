//! Where games begin in files, to read them in any order.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::game::{PackedGame, is_in_share};
use super::game_file::{DataError, GameReader};
use crate::board::mix_bits;

/// A game in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    file: u32,
    /// Counted from 1, for errors.
    number: u32,
    offset: u64,
    /// Tells games apart; the same for the same game in two files.
    digest: u64,
}

/// The games of some files.
#[derive(Debug)]
pub struct GameIndex {
    files: Vec<GameReader<File>>,
    places: Vec<Place>,
    texts: Vec<String>,
}

impl GameIndex {
    /// Reads files through once. A file with damage is refused.
    pub fn open(paths: &[PathBuf]) -> Result<GameIndex, DataError> {
        let mut index = GameIndex {
            files: Vec::new(),
            places: Vec::new(),
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
            self.places.push(Place {
                file: self.files.len() as u32,
                number: reader.games_read() as u32,
                offset,
                digest: game?.digest(),
            });
        }
        self.files.push(reader.unbuffered());
        Ok(())
    }

    /// What the files say of themselves, each line once.
    pub fn text(&self) -> String {
        self.texts.join("\n")
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Leaves out games that have been there before; how many.
    pub fn remove_duplicates(&mut self) -> usize {
        let mut seen = HashSet::new();
        let before = self.len();
        self.places.retain(|place| seen.insert(place.digest));
        before - self.len()
    }

    /// Puts the games into an order that depends on nothing but themselves and the seed.
    pub fn shuffle(&mut self, seed: u64) {
        let key = |place: &Place| (mix_bits(place.digest ^ mix_bits(seed)), place.digest);
        self.places.sort_by_key(key);
    }

    /// Whether the game at `index` is among a share of all games, 0 to 1, that is drawn by the seed. It depends on
    /// the game alone: with more games in the files it stays where it was.
    pub fn is_in_share(&self, index: usize, share: f64, seed: u64) -> bool {
        is_in_share(self.places[index].digest, share, seed)
    }

    /// Reads the game at `index`.
    pub fn read(&mut self, index: usize) -> Result<PackedGame, DataError> {
        let place = self.places[index];
        let reader = &mut self.files[place.file as usize];
        reader.read_at(place.offset, u64::from(place.number))
    }

    /// Reads the game at `index` with its scores multiplied (see [`PackedGame::rescaled`]).
    pub fn read_rescaled(&mut self, index: usize, percent: i32) -> Result<PackedGame, DataError> {
        let game = self.read(index)?;
        let place = self.places[index];
        game.rescaled(percent).map_err(|reason| DataError::Damaged {
            path: self.files[place.file as usize].path().to_owned(),
            index: place.number.into(),
            offset: place.offset,
            reason: reason.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_file::tests::file;
    use super::super::samples::games;
    use super::*;

    /// An index of two files with these games; the first one is in both.
    fn index(name: &str, games: &[PackedGame]) -> GameIndex {
        let folder = std::env::temp_dir();
        let path = |i| folder.join(format!("diglot-index-{name}-{}-{i}", std::process::id()));
        let half = games.len() / 2;
        let second = [&games[half..], &games[..1]].concat();
        std::fs::write(path(0), file("one\nboth", &games[..half])).unwrap();
        std::fs::write(path(1), file("both\ntwo", &second)).unwrap();
        let index = GameIndex::open(&[path(0), path(1)]).unwrap();
        std::fs::remove_file(path(0)).unwrap();
        std::fs::remove_file(path(1)).unwrap();
        index
    }

    fn all(index: &mut GameIndex) -> Vec<PackedGame> {
        (0..index.len()).map(|i| index.read(i).unwrap()).collect()
    }

    #[test]
    fn games_are_read_from_all_files_and_repeated_ones_dropped() {
        let games = games(31);
        let mut index = index("read", &games);
        assert_eq!(index.text(), "one\nboth\ntwo");
        assert_eq!((index.len(), index.is_empty()), (32, false));
        assert_eq!(all(&mut index)[31], games[0]);
        assert_eq!(index.remove_duplicates(), 1);
        assert_eq!(all(&mut index), games);
    }

    #[test]
    fn shuffles_are_those_of_the_seed() {
        let games = games(30);
        let mut index = index("shuffle", &games);
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
    fn a_share_is_one_of_the_games_not_of_their_order() {
        let games = games(400);
        let mut index = index("share", &games);
        let mut share = |seed| {
            index.shuffle(seed);
            let chosen: Vec<_> = (0..index.len())
                .filter(|&i| index.is_in_share(i, 0.1, 5))
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
