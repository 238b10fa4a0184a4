//! Moves as people and programs write them, read in a given position.

use thiserror::Error;

use super::position::Position;
use crate::types::{Move, PieceType, Square};

/// Why a text is no move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("not a move")]
    NotAMove,
    /// The text is a move, but not here.
    #[error("illegal move")]
    Illegal,
    /// The text fits several moves.
    #[error("ambiguous move")]
    Ambiguous,
}

impl Position {
    /// Reads a legal move in coordinate notation or SAN.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match self.parse_coordinate(text) {
            Err(MoveError::NotAMove) => self.parse_san(text),
            result => result,
        }
    }

    /// Reads a legal move in coordinate notation: `e2e4`, `e7e8q` (also `e7e8=Q`, `E2-E4`).
    /// Castling may be written as the king's movement where no other king move is meant (`e1g1`), or
    /// as king takes own rook (`e1h1`).
    pub fn parse_coordinate(&self, text: &str) -> Result<Move, MoveError> {
        let (from, to, promotion) = split_coordinate(text).ok_or(MoveError::NotAMove)?;
        self.legal_move(from, to, promotion)
            .ok_or(MoveError::Illegal)
    }

    /// The legal move between two squares, with this promotion. Where no such move takes the king there
    /// `to` may also be the king's square after castling.
    pub fn legal_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let moves = self.legal_moves();
        let exact = moves
            .iter()
            .find(|m| m.from() == from && m.to() == to && m.promotion() == promotion);
        let castling = || {
            moves.iter().find(|m| {
                m.is_castling()
                    && m.from() == from
                    && m.castling_king_target() == to
                    && promotion.is_none()
            })
        };
        exact.or_else(castling).copied()
    }
}

fn split_coordinate(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    // A capital B before small letters is a bishop, not the b-file: B1c3.
    let is_bishop = text.starts_with('B') && text.contains(|c: char| c.is_ascii_lowercase());
    if !text.is_ascii() || text.len() < 4 || is_bishop {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let (from, rest) = text.split_at(2);
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (to, promotion) = rest.split_at_checked(2)?;
    let promotion = match promotion.strip_prefix('=').unwrap_or(promotion) {
        "" => None,
        letter => Some(parse_promotion(letter)?),
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
}

/// The piece of a promotion suffix, in either case.
pub(super) fn parse_promotion(text: &str) -> Option<PieceType> {
    let mut letters = text.chars();
    let piece = PieceType::from_letter(letters.next()?)?;
    (letters.next().is_none() && PieceType::PROMOTIONS.contains(&piece)).then_some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Chess960).unwrap().0
    }

    #[test]
    fn castling_in_all_spellings() {
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
    fn a_king_step_is_no_castling() {
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
    fn a_capital_b_is_a_bishop() {
        let position = position("4k3/8/8/B7/8/8/8/BN2K3 w - - 0 1");
        let from = |text| position.parse_move(text).unwrap().from().to_string();
        assert_eq!(from("B1c3"), "a1");
        assert_eq!(from("b1c3"), "b1");
        assert_eq!(from("B1C3"), "b1");
    }

    #[test]
    fn nonsense_is_refused() {
        let position = Position::startpos();
        for text in [
            "", "e", "e2", "xyzzy", "e2e9", "éé", "0000", "@@@@", "e2e4qq",
        ] {
            assert!(position.parse_move(text).is_err(), "{text}");
        }
        assert_eq!(position.parse_move("e2e5"), Err(MoveError::Illegal));
    }
}
