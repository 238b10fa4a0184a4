//! The game in progress.

use crate::board::{KeyHistory, Outcome, Position};
use crate::types::Move;

/// A position to start from and the moves made since.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    earlier: Vec<(Position, Move)>,
    keys: KeyHistory,
}

impl Game {
    /// A game that starts here: nothing before counts for repetition.
    pub fn new(start: Position) -> Game {
        Game {
            position: start,
            earlier: Vec::new(),
            keys: KeyHistory::default(),
        }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made, the oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.earlier.iter().map(|&(_, m)| m)
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        self.keys.push(self.position.key());
        self.earlier.push((self.position, m));
        self.position = self.position.after(m);
    }

    /// Takes the last move back, with everything that depends on it.
    pub fn undo(&mut self) -> Option<Move> {
        let (position, m) = self.earlier.pop()?;
        self.keys.pop();
        self.position = position;
        Some(m)
    }

    /// The keys of the positions before the one on the board.
    pub fn key_history(&self) -> &KeyHistory {
        &self.keys
    }

    /// The result, if the game has ended by rule.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::DrawReason;

    #[test]
    fn undo_restores_the_history() {
        let mut game = Game::new(Position::startpos());
        for text in [
            "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8",
        ] {
            assert_eq!(game.outcome(), None);
            game.play(game.position().parse_move(text).unwrap());
        }
        let draw = Some(Outcome::Draw(DrawReason::Repetition));
        assert_eq!(game.outcome(), draw);
        let last = game.undo().unwrap();
        assert_eq!(game.outcome(), None);
        game.play(last);
        assert_eq!(game.outcome(), draw);
        while game.undo().is_some() {}
        assert_eq!(*game.position(), Position::startpos());
        assert!(game.key_history().is_empty());
    }
}
