//! The result of a game.

use crate::types::Color;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// 1-0
    WhiteWins,
    /// 0-1
    BlackWins,
    /// 1/2-1/2
    Draw,
}

impl GameResult {
    /// Reads a result as PGN writes it.
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(GameResult::Draw),
            _ => None,
        }
    }

    /// What the game counts for a move of this side.
    pub(super) fn points(self, side: Color) -> u64 {
        match (self, side) {
            (GameResult::Draw, _) => 1,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}
