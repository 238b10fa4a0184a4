//! The positions of games in files, without those that nothing is to be learnt from.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::TrainError;
use super::lookahead::Lookahead;
use super::sample::Sample;
use super::shuffle::{Pass, Passes};
use crate::data::{DataError, GameReader, PackedGame, ReplayedPly};
use crate::types::Color;

/// How much was read in the first pass through the data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub games: u64,
    pub plies: u64,
    pub positions: u64,
    /// Passes begun.
    pub passes: u64,
}

/// Counts that the reader adds to.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedCounts(Arc<Mutex<Counts>>);

impl SharedCounts {
    pub(super) fn get(&self) -> Counts {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Passes through all games of some files. Each game comes from a random one of them, by what is left in
/// each: files of several generations are read side by side.
pub(super) fn passes(
    files: &[PathBuf],
    lookahead: Lookahead,
    seed: u64,
    counts: SharedCounts,
) -> Passes {
    let files = files.to_vec();
    Box::new(move |number| {
        let counts = (number == 0).then(|| counts.clone());
        Ok(Box::new(Games::open(&files, lookahead, seed ^ number << 32, counts)?) as Pass)
    })
}

/// All positions of a file, in its order, with the scores as they are.
pub(super) fn read_all(file: &PathBuf) -> Result<Vec<Sample>, TrainError> {
    Games::open(std::slice::from_ref(file), Lookahead::NONE, 0, None)?.collect()
}

/// All positions of a part of the games, with the scores as they are.
pub(super) fn read_part(
    files: &[PathBuf],
    part: Part,
) -> Result<impl Iterator<Item = Result<Sample, TrainError>>, TrainError> {
    let games = Games::open(files, Lookahead::NONE, 0, None)?;
    Ok(Games { part, ..games })
}

/// Which games are read. The parts share no game, whatever files it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// A tenth, drawn by the seed.
    Tenth(u64),
    /// The other nine tenths.
    Others(u64),
}

impl Part {
    fn has(self, game: &PackedGame) -> bool {
        match self {
            Part::All => true,
            Part::Tenth(seed) => game.is_in_share(0.1, seed),
            Part::Others(seed) => !game.is_in_share(0.1, seed),
        }
    }
}

/// A file that is being read.
struct Source {
    reader: GameReader<BufReader<File>>,
    path: PathBuf,
    length: u64,
}

impl Source {
    fn open(path: &PathBuf) -> Result<Source, TrainError> {
        let length = fs::metadata(path).map_or(0, |data| data.len());
        Ok(Source {
            reader: GameReader::open(path)?,
            path: path.clone(),
            length,
        })
    }

    /// The bytes left; at least 1, so that the end of a file is found.
    fn left(&self) -> u64 {
        self.length.saturating_sub(self.reader.offset()).max(1)
    }

    /// Adds the wanted positions of the next game, if it is in this part; whether there was one.
    fn read(
        &mut self,
        part: Part,
        lookahead: Lookahead,
        samples: &mut Vec<Sample>,
        counts: Option<&SharedCounts>,
    ) -> Result<bool, TrainError> {
        let (offset, index) = (self.reader.offset(), self.reader.games_read() + 1);
        let Some(game) = self.reader.next() else {
            return Ok(false);
        };
        let game = game?;
        if !part.has(&game) {
            return Ok(true);
        }
        let before = samples.len();
        let plies: Result<Vec<ReplayedPly>, _> = game.replay().collect();
        let plies = plies.map_err(|reason| DataError::Damaged {
            path: self.path.clone(),
            index,
            offset,
            reason: reason.into(),
        })?;
        for (ply, score) in plies.iter().zip(lookahead.scores(&plies)) {
            let Some((own, score)) = ply.score.zip(score) else {
                continue;
            };
            if Sample::is_wanted(&ply.position, ply.m, own, ply.number) {
                let half_points = half_points(&game, ply.position.side_to_move());
                samples.extend(Sample::new(&ply.position, score.raw() as i16, half_points));
            }
        }
        if let Some(counts) = counts {
            counts.change(|counts| {
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

/// The positions of some files in one pass.
struct Games {
    sources: Vec<Source>,
    part: Part,
    lookahead: Lookahead,
    random: Xoshiro256PlusPlus,
    /// Of the last game read.
    samples: vec::IntoIter<Sample>,
    counts: Option<SharedCounts>,
}

impl Games {
    fn open(
        files: &[PathBuf],
        lookahead: Lookahead,
        seed: u64,
        counts: Option<SharedCounts>,
    ) -> Result<Games, TrainError> {
        let sources: Result<Vec<Source>, TrainError> = files.iter().map(Source::open).collect();
        Ok(Games {
            sources: sources?,
            part: Part::All,
            lookahead,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            samples: Vec::new().into_iter(),
            counts,
        })
    }

    /// Reads a game from one of the files; whether there was any left.
    fn read(&mut self) -> Result<bool, TrainError> {
        let left: u64 = self.sources.iter().map(Source::left).sum();
        if left == 0 {
            return Ok(false);
        }
        let mut chosen = self.random.random_range(0..left);
        let mut i = 0;
        while chosen >= self.sources[i].left() {
            chosen -= self.sources[i].left();
            i += 1;
        }
        let mut samples = Vec::with_capacity(256);
        let (source, counts) = (&mut self.sources[i], self.counts.as_ref());
        if !source.read(self.part, self.lookahead, &mut samples, counts)? {
            self.sources.swap_remove(i);
        }
        self.samples = samples.into_iter();
        Ok(true)
    }
}

impl Iterator for Games {
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
                    self.sources.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::data::GameRecord;
    use crate::train::toy::{Folder, game, write_games};

    #[test]
    fn wanted_positions_come_with_score_and_result() {
        let folder = Folder::new("games");
        let path = folder.0.join("a.games");
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
    fn files_are_read_side_by_side_and_each_game_once() {
        let folder = Folder::new("files");
        let paths = ["a.games", "b.games"].map(|name| folder.0.join(name));
        let games: Vec<GameRecord> = (0..40).map(|number| game(number, None)).collect();
        write_games(&paths[0], &games[..30]);
        write_games(&paths[1], &games[30..]);
        let counts = SharedCounts::default();
        let mut passes = passes(&paths, Lookahead::NONE, 5, counts.clone());
        let mut pass = |number| -> Vec<i32> {
            let samples = passes(number).unwrap().map(Result::unwrap);
            let mut games: Vec<i32> = samples.map(|sample| sample.score() as i32 / 100).collect();
            games.dedup();
            games
        };
        let first = pass(0);
        let mut sorted = first.clone();
        sorted.sort_unstable();
        // A game or two may be over before anything is wanted.
        assert!(
            sorted.len() > 35 && sorted.is_sorted_by(|a, b| a < b),
            "{first:?}"
        );
        assert!(first[..20].iter().any(|&game| game >= 30), "{first:?}");
        assert_eq!(pass(0), first);
        assert_ne!(pass(1), first);
        assert_eq!(counts.get().games, 80);
    }

    #[test]
    fn parts_share_no_game_and_are_all_together() {
        let folder = Folder::new("parts");
        let path = folder.0.join("a.games");
        let games: Vec<GameRecord> = (0..200).map(|number| game(number, None)).collect();
        write_games(&path, &games);
        let numbers = |part| -> Vec<i32> {
            let samples = read_part(std::slice::from_ref(&path), part).unwrap();
            let number = |sample: Result<Sample, TrainError>| sample.unwrap().score() as i32 / 100;
            let mut numbers: Vec<i32> = samples.map(number).collect();
            numbers.dedup();
            numbers
        };
        let (tenth, others) = (numbers(Part::Tenth(3)), numbers(Part::Others(3)));
        assert!((8..40).contains(&tenth.len()), "{tenth:?}");
        let mut together = [tenth.clone(), others].concat();
        together.sort_unstable();
        assert_eq!(together, numbers(Part::All));
        assert_ne!(numbers(Part::Tenth(4)), tenth);
    }

    #[test]
    fn damaged_files_are_named() {
        let folder = Folder::new("damaged");
        let path = folder.0.join("cut.games");
        write_games(&path, &[game(1, None), game(2, None)]);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let error = read_all(&path).unwrap_err().to_string();
        assert!(error.contains("cut.games"), "{error}");
    }
}
