//! Counting the games and positions that a command reads or writes.

use std::path::Path;

use crate::data::PackedGame;

#[derive(Clone, Copy, Default)]
pub(super) struct GameCounts {
    pub games: u64,
    /// Scored positions.
    positions: u64,
}

impl GameCounts {
    pub(super) fn add(&mut self, game: &PackedGame) {
        self.games += 1;
        self.positions += game.positions() as u64;
    }

    pub(super) fn line(&self, name: &str) -> String {
        format!("{name}: {} games, {} positions", self.games, self.positions)
    }

    pub(super) fn file_line(&self, path: &Path) -> String {
        self.line(&path.display().to_string())
    }
}
