//! The game in progress.

use crate::board::{AnyPosition, DrawReason, KeyHistory, Outcome, Pockets, Variant};
use crate::types::Move;

/// A start position and the moves played from it.
#[derive(Clone, Debug)]
pub struct Game {
    position: AnyPosition,
    /// The earlier positions, each with the move played there; `None` for a pass.
    previous: Vec<(AnyPosition, Option<Move>)>,
    keys: KeyHistory,
}

impl Game {
    /// Creates a game. Positions before `start` do not count for repetition.
    pub fn new(start: impl Into<AnyPosition>) -> Game {
        Game {
            position: start.into(),
            previous: Vec::new(),
            keys: KeyHistory::default(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The variant; `None` for chess.
    pub fn variant(&self) -> Option<&'static Variant> {
        self.position.variant()
    }

    /// The moves played, the oldest first; `None` for a pass.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Option<Move>> + ExactSizeIterator {
        self.previous.iter().map(|&(_, m)| m)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.keys.push(self.position.key());
        self.previous.push((self.position, Some(m)));
        self.position = self.position.after(m);
    }

    /// Replaces the current position by one with other pieces in hand (bughouse).
    pub fn set_pockets(&mut self, pockets: Pockets) {
        self.position = self.position.with_pockets(pockets);
    }

    /// Passes: a null move, for analysis only. Returns false and changes nothing if the side to move is in
    /// check.
    pub fn pass(&mut self) -> bool {
        if self.position.in_check() {
            return false;
        }
        self.keys.push_null(self.position.key());
        self.previous.push((self.position, None));
        self.position = self.position.after_null();
        true
    }

    /// Undoes the last move or pass. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((position, m)) = self.previous.pop() else {
            return false;
        };
        match m {
            Some(_) => self.keys.pop(),
            None => self.keys.pop_null(),
        }
        self.position = position;
        true
    }

    /// The keys of the earlier positions.
    pub fn key_history(&self) -> &KeyHistory {
        &self.keys
    }

    /// The result, if the game has ended by rule.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.keys)
    }

    /// The draw by repetition or the fifty-move rule that a player may claim.
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        self.position.claimable_draw(&self.keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{DrawReason, Position};

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
        assert_eq!(*game.position(), Position::startpos().into());
        assert!(game.key_history().is_empty());
    }

    #[test]
    fn a_side_may_pass_unless_in_check() {
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
        assert_eq!(*game.position(), Position::startpos().into());
        assert!(game.key_history().is_empty());
    }
}
