//! The game in progress.

use crate::board::{KeyHistory, Outcome, Position};
use crate::types::Move;

/// A position to start from and the moves made since.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The positions before, each with the move made there; `None` where the side to move passed.
    earlier: Vec<(Position, Option<Move>)>,
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

    /// The moves made, the oldest first; `None` where a side passed.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Option<Move>> + ExactSizeIterator {
        self.earlier.iter().map(|&(_, m)| m)
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        self.keys.push(self.position.key());
        self.earlier.push((self.position, Some(m)));
        self.position = self.position.after(m);
    }

    /// Gives the move to the other side, which no game allows but an analysis may want. Returns whether
    /// it could be done: not in check.
    pub fn pass(&mut self) -> bool {
        if self.position.in_check() {
            return false;
        }
        self.keys.push_null(self.position.key());
        self.earlier.push((self.position, None));
        self.position = self.position.after_null();
        true
    }

    /// Takes the last move back, or what was passed, with everything that depends on it. Returns
    /// whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((position, m)) = self.earlier.pop() else {
            return false;
        };
        match m {
            Some(_) => self.keys.pop(),
            None => self.keys.pop_null(),
        }
        self.position = position;
        true
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
        let last = game.moves().next_back().flatten().unwrap();
        assert!(game.undo());
        assert_eq!(game.outcome(), None);
        game.play(last);
        assert_eq!(game.outcome(), draw);
        while game.undo() {}
        assert_eq!(*game.position(), Position::startpos());
        assert!(game.key_history().is_empty());
    }

    #[test]
    fn who_is_not_in_check_may_pass() {
        let mut game = Game::new(Position::startpos());
        assert!(game.pass() && game.pass());
        assert_eq!(game.moves().collect::<Vec<_>>(), [None, None]);
        assert_eq!(game.position().key(), Position::startpos().key());
        for text in ["e2e4", "f7f6", "d1h5"] {
            game.play(game.position().parse_move(text).unwrap());
        }
        assert!(!game.pass());
        assert_eq!(game.moves().len(), 5);
        while game.undo() {}
        assert_eq!(*game.position(), Position::startpos());
        assert!(game.key_history().is_empty());
    }
}
