//! Test data: positions and games of random moves.

use std::path::{Path, PathBuf};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::sample::Sample;
use super::target::Target;
use crate::board::Position;
use crate::data::{GameRecord, LockedFile, StartPosition, Termination};
use crate::types::{Color, Move, Score};

/// The scores alone.
pub(super) const SCORE_TARGET: Target = Target {
    wdl: 0.0,
    scale: 400.0,
};

/// Positions of random games.
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

/// Positions of random games with random scores and results.
pub(super) fn samples(count: usize) -> Vec<Sample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut sample = |position: &Position| {
        let (score, half_points) = (random.random_range(-600..600), random.random_range(0..3));
        Sample::new(position, score, half_points)
    };
    positions(count).iter().filter_map(&mut sample).collect()
}

/// Positions of random games with a score of 0 and a draw.
pub(super) fn level_samples(count: usize) -> Vec<Sample> {
    let sample = |position: &Position| Sample::new(position, 0, 1);
    positions(count).iter().filter_map(sample).collect()
}

/// A game of random moves, the first two without a score. Score / 100 is the number of the game, which is below 300.
pub(super) fn game(number: u64, winner: Option<Color>) -> GameRecord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number);
    let mut position = Position::startpos();
    let mut next = || {
        let moves = position.legal_moves();
        let index = random.random_range(0..moves.len().max(1));
        let m = *moves.get(index)?;
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

/// Writes games to a file with the header text `toy`.
pub(crate) fn write_games(path: &Path, games: &[GameRecord]) {
    let file = LockedFile::open(path).unwrap();
    let mut writer = file.overwrite("toy").unwrap();
    for game in games {
        writer.write(&game.pack().unwrap()).unwrap();
    }
}

/// Writes files of 60 training games and of 20 validation games.
pub(crate) fn files(folder: &Path) -> [PathBuf; 2] {
    let winners = [None, Some(Color::White), Some(Color::Black)];
    let games: Vec<GameRecord> = (0..80)
        .map(|number| game(number, winners[number as usize % 3]))
        .collect();
    let [data, validation] = ["data", "validation"].map(|name| folder.join(name));
    write_games(&data, &games[..60]);
    write_games(&validation, &games[60..]);
    [data, validation]
}
