//! Positions of random games and folders that go away, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::sample::Sample;
use crate::board::Position;
use crate::data::{GameRecord, LockedFile, StartPosition, Termination};
use crate::types::{Color, Move, Score};

/// So many positions.
pub(super) fn positions(count: usize) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut position = Position::startpos();
    let mut positions = Vec::new();
    while positions.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.occupied().count() < 4 {
            position = Position::startpos();
            continue;
        }
        position = position.after(moves[random.random_range(0..moves.len())]);
        positions.push(position);
    }
    positions
}

/// So many positions with random scores and results.
pub(super) fn samples(count: usize) -> Vec<Sample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut sample = |position: &Position| {
        let (score, half_points) = (random.random_range(-600..600), random.random_range(0..3));
        Sample::new(position, score, half_points)
    };
    positions(count).iter().filter_map(&mut sample).collect()
}

/// A game of random moves of which the first two have no score. The scores tell its number, which is below 300.
pub(in crate::train) fn game(number: u64, winner: Option<Color>) -> GameRecord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number);
    let mut position = Position::startpos();
    let mut next = || {
        let moves = position.legal_moves();
        let chosen = random.random_range(0..moves.len().max(1));
        let m = *moves.get(chosen)?;
        position = position.after(m);
        Some(m)
    };
    let opening: Vec<Move> = [next(), next()].into_iter().flatten().collect();
    let scored = |i| Some((next()?, Score::cp(number as i32 * 100 + i)));
    let moves = (0..50).map_while(scored).collect();
    GameRecord {
        number,
        start: StartPosition::Standard,
        opening,
        moves,
        winner,
        termination: match winner {
            Some(_) => Termination::WinAdjudicated,
            None => Termination::TooLong,
        },
    }
}

/// Writes games to a file that says `toy` of itself.
pub(crate) fn write_games(path: &Path, games: &[GameRecord]) {
    let file = LockedFile::open(path).unwrap();
    let mut writer = file.overwrite("toy").unwrap();
    for game in games {
        writer.write(&game.pack().unwrap()).unwrap();
    }
}

/// Files of 60 and of 20 such games in a folder: to train on, and to judge by.
pub(crate) fn files(folder: &Folder) -> [PathBuf; 2] {
    let winners = [None, Some(Color::White), Some(Color::Black)];
    let games: Vec<GameRecord> = (0..80)
        .map(|number| game(number, winners[number as usize % 3]))
        .collect();
    let [data, validation] = ["data", "validation"].map(|name| folder.0.join(name));
    write_games(&data, &games[..60]);
    write_games(&validation, &games[60..]);
    [data, validation]
}

/// A folder that goes away with everything in it.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let name = format!("diglot-train-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
