//! The outcome of a game: checkmate and stalemate, insufficient material, repetition and the fifty-move rule, in this
//! order.

use super::ending::{DrawReason, Outcome};
use super::key_history::KeyHistory;
use super::position::Position;
use super::rules::Rules;

impl<R: Rules> Position<R> {
    /// Outcome of the game if it ends in this position; `history` holds the earlier positions. Checkmate
    /// takes precedence over the fifty-move rule.
    pub fn outcome(&self, history: &KeyHistory) -> Option<Outcome> {
        if let Some(outcome) = self.end_by_rule() {
            return Some(outcome);
        }
        if !self.has_legal_move() {
            return Some(self.end_without_moves());
        }
        if self.has_insufficient_material() {
            return Some(Outcome::Draw(DrawReason::InsufficientMaterial));
        }
        self.claimable_draw(history).map(Outcome::Draw)
    }

    /// The draw that a player may claim in this position, by repetition or the fifty-move rule, whatever the material;
    /// `history` holds the earlier positions. The position may still be checkmate.
    pub fn claimable_draw(&self, history: &KeyHistory) -> Option<DrawReason> {
        if history.occurrences(self) >= 2 {
            Some(DrawReason::Repetition)
        } else {
            self.is_fifty_move_draw().then_some(DrawReason::FiftyMoves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;
    use crate::types::Color;

    fn outcome(fen: &str) -> Option<Outcome> {
        position(fen).outcome(&KeyHistory::default())
    }

    #[test]
    fn insufficient_material() {
        for (pieces, dead) in [
            ("4k3/8/8/8/8/8/8/4K3", true),
            ("4k3/8/8/8/8/8/8/4KN2", true),
            ("4k3/8/8/8/8/8/8/4KB2", true),
            ("2b1k3/8/8/8/8/8/8/4KB2", true),
            ("2b1k3/8/8/8/8/8/B1B5/4KB2", true),
            ("4k1b1/8/8/8/8/8/8/4K1B1", false),
            ("5bk1/8/8/8/8/8/8/4KB2", false),
            ("4k3/8/8/8/8/8/8/4KNN1", false),
            ("4kn2/8/8/8/8/8/8/4KB2", false),
            ("4kn2/8/8/8/8/8/8/4KN2", false),
            ("4k3/7p/8/8/8/8/8/4K3", false),
            ("4k3/8/8/8/8/8/8/4K2R", false),
        ] {
            let position = position(&format!("{pieces} w - - 0 1"));
            assert_eq!(position.has_insufficient_material(), dead, "{pieces}");
        }
    }

    #[test]
    fn mate_on_the_hundredth_ply_wins() {
        let before = position("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
        let mated = before.after(before.parse_move("a1a8").unwrap());
        assert_eq!(
            mated.outcome(&KeyHistory::default()),
            Some(Outcome::Checkmate {
                winner: Color::White
            })
        );
        let other = before.after(before.parse_move("a1a7").unwrap());
        assert_eq!(
            other.outcome(&KeyHistory::default()),
            Some(Outcome::Draw(DrawReason::FiftyMoves))
        );
    }

    #[test]
    fn stalemate_is_a_draw() {
        assert_eq!(
            outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            Some(Outcome::Draw(DrawReason::Stalemate))
        );
    }

    fn play(start: &str, moves: &str) -> (Position, KeyHistory) {
        let mut position = position(start);
        let mut history = KeyHistory::default();
        for text in moves.split(' ') {
            history.push(position.key());
            position = position.after(position.parse_move(text).unwrap());
        }
        (position, history)
    }

    #[test]
    fn threefold_repetition_is_a_draw() {
        let start = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
        let cycle = "a1b1 a8b8 b1a1 b8a8";
        let (position, history) = play(start, cycle);
        assert_eq!(position.outcome(&history), None);
        let (position, history) = play(start, &[cycle; 2].join(" "));
        assert_eq!(
            position.outcome(&history),
            Some(Outcome::Draw(DrawReason::Repetition))
        );
    }

    #[test]
    fn lost_castling_rights_prevent_repetition() {
        let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let cycle = "a1b1 a8b8 b1a1 b8a8";
        let (position, history) = play(start, &[cycle; 2].join(" "));
        assert_eq!(position.outcome(&history), None);
        let (position, history) = play(start, &[cycle; 3].join(" "));
        assert!(position.outcome(&history).is_some());
    }

    #[test]
    fn only_a_legal_en_passant_capture_prevents_repetition() {
        // After e2e4 no black pawn can capture, so the position is the one that comes back later.
        let cycle = "e8e7 e1e2 e7e8 e2e1";
        let moves = ["e2e4", cycle, cycle].join(" ");
        let (position, history) = play("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &moves);
        assert!(position.outcome(&history).is_some());
        let (position, history) = play("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &moves);
        assert_eq!(position.outcome(&history), None);
    }
}
