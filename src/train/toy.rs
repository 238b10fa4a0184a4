//! Positions of random games and folders that go away, for tests.

use std::fs;
use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::sample::Sample;
use crate::board::Position;

/// So many positions.
pub(super) fn positions(count: usize) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(11);
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
    let mut random = StdRng::seed_from_u64(12);
    let mut sample = |position: &Position| {
        let (score, half_points) = (random.random_range(-600..600), random.random_range(0..3));
        Sample::new(position, score, half_points)
    };
    positions(count).iter().filter_map(&mut sample).collect()
}

/// A folder that goes away with everything in it.
pub(super) struct Folder(pub PathBuf);

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
