//! Parsing a move in either notation.

use super::move_error::MoveError;
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::types::Move;

impl<R: Rules> Position<R> {
    /// Parses a legal move in coordinate notation or SAN.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match self.parse_coordinate(text) {
            Err(MoveError::NotAMove) => self.parse_san(text),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::types::PieceType;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Chess960).unwrap().0
    }

    #[test]
    fn castling_is_accepted_in_all_spellings() {
        let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let short = standard.parse_move("e1h1").unwrap();
        assert!(short.is_castling());
        for text in ["e1g1", "O-O", "0-0", "o-o", "O-O+"] {
            assert_eq!(standard.parse_move(text), Ok(short), "{text}");
        }
        let long = standard.parse_move("e1a1").unwrap();
        for text in ["e1c1", "O-O-O", "0-0-0"] {
            assert_eq!(standard.parse_move(text), Ok(long), "{text}");
        }
    }

    #[test]
    fn king_move_takes_precedence_over_castling() {
        // King f1, rook h1: f1g1 is the king's step, f1h1 castles.
        let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert!(!position.parse_move("f1g1").unwrap().is_castling());
        assert!(position.parse_move("f1h1").unwrap().is_castling());
        assert!(position.parse_move("O-O").unwrap().is_castling());
    }

    #[test]
    fn promotion_needs_its_suffix() {
        let position = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(position.parse_move("a7a8"), Err(MoveError::Illegal));
        for text in ["a7a8q", "a7a8Q", "a7a8=q", "a8=Q", "a8Q", "A7-A8Q"] {
            let m = position.parse_move(text).unwrap();
            assert_eq!(m.promotion(), Some(PieceType::Queen), "{text}");
        }
        assert_eq!(position.parse_move("a7a8k"), Err(MoveError::NotAMove));
    }

    #[test]
    fn capital_b_is_a_bishop() {
        let position = position("4k3/8/8/B7/8/8/8/BN2K3 w - - 0 1");
        let from = |text| position.parse_move(text).unwrap().from().to_string();
        assert_eq!(from("B1c3"), "a1");
        assert_eq!(from("b1c3"), "b1");
        assert_eq!(from("B1C3"), "b1");
    }

    #[test]
    fn captures_may_be_marked_in_coordinates() {
        let position = position("4k3/8/8/3p4/4P3/5p2/8/4K1N1 w - - 0 1");
        for (text, plain) in [("e4xd5", "e4d5"), ("g1xf3", "g1f3"), ("Ng1xf3", "g1f3")] {
            assert_eq!(position.parse_move(text), position.parse_move(plain));
            assert!(position.parse_move(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn invalid_moves_are_rejected() {
        let position = Position::startpos();
        for text in [
            "", "e", "e2", "xyzzy", "e2e9", "éé", "0000", "@@@@", "e2e4qq",
        ] {
            assert!(position.parse_move(text).is_err(), "{text}");
        }
        assert_eq!(position.parse_move("e2e5"), Err(MoveError::Illegal));
    }
}
