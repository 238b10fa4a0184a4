//! Coordinate notation: `e2e4`, `e7e8q`.

use super::move_error::MoveError;
use crate::board::position::Position;
use crate::types::{Move, PieceType, Square};

impl Position {
    /// Parses a legal move in coordinate notation: `e2e4`, `e7e8q` (also `e7e8=Q`, `E2-E4`, `g1xf3`). Castling is
    /// king takes own rook (`e1h1`), or the king's movement (`e1g1`) unless that is also a normal king move.
    pub fn parse_coordinate(&self, text: &str) -> Result<Move, MoveError> {
        let (from, to, promotion) = split_coordinate(text).ok_or(MoveError::NotAMove)?;
        self.legal_move(from, to, promotion)
            .ok_or(MoveError::Illegal)
    }

    /// The legal move between two squares with the given promotion. If there is none, `to` may also be the
    /// king's target square of a castling move.
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
    // A capital B before lower-case letters is a bishop, not the b-file: B1c3.
    let is_bishop = text.starts_with('B') && text.contains(|c: char| c.is_ascii_lowercase());
    if !text.is_ascii() || text.len() < 4 || is_bishop {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let (from, rest) = text.split_at(2);
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, promotion) = rest.split_at_checked(2)?;
    let promotion = match promotion.strip_prefix('=').unwrap_or(promotion) {
        "" => None,
        letter => Some(parse_promotion(letter)?),
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
}

/// Piece type of a promotion suffix, in either case.
pub(super) fn parse_promotion(text: &str) -> Option<PieceType> {
    let mut letters = text.chars();
    let piece = PieceType::from_letter(letters.next()?)?;
    (letters.next().is_none() && PieceType::PROMOTIONS.contains(&piece)).then_some(piece)
}
