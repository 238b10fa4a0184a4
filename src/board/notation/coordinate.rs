//! Coordinate notation: `e2e4`, `e7e8q`.

use super::move_error::MoveError;
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::types::{Move, PieceType, Square};

impl<R: Rules> Position<R> {
    /// Parses a legal move in coordinate notation: `e2e4`, `e7e8q` (also `e7e8=Q`, `E2-E4`, `g1xf3`), `N@f3`. Castling
    /// is king takes own rook (`e1h1`), or the king's movement (`e1g1`) unless that is also a normal king move.
    pub fn parse_coordinate(&self, text: &str) -> Result<Move, MoveError> {
        if text.contains('@') {
            return self.parse_drop(text);
        }
        let (from, to, letter) = split_coordinate(text).ok_or(MoveError::NotAMove)?;
        let promotion = match letter {
            None => None,
            Some(letter) => Some(self.promotion_of(letter).ok_or(MoveError::NotAMove)?),
        };
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
        let exact = moves.iter().find(|m| {
            m.from() == from && m.to() == to && m.promotion() == promotion && !m.is_drop()
        });
        let castling = || {
            moves.iter().find(|m| {
                m.is_castling()
                    && m.from() == from
                    && self.castling_king_target(**m) == to
                    && promotion.is_none()
            })
        };
        exact.or_else(castling).copied()
    }

    /// Parses a legal drop: `N@f3`, or `@e4` for a pawn.
    pub(super) fn parse_drop(&self, text: &str) -> Result<Move, MoveError> {
        let (letter, to) = text.split_once('@').ok_or(MoveError::NotAMove)?;
        let piece_type = match letter {
            "" => Some(PieceType::Pawn),
            _ => single_letter(letter).and_then(|letter| self.piece_type_of_letter(letter)),
        };
        let to = Square::parse(&to.to_ascii_lowercase());
        let (piece_type, to) = piece_type.zip(to).ok_or(MoveError::NotAMove)?;
        let m = Move::drop(piece_type, to);
        let is_legal = self.legal_moves().contains(&m);
        is_legal.then_some(m).ok_or(MoveError::Illegal)
    }

    /// Piece type of the letter of a promotion, in either case.
    pub(super) fn promotion_of(&self, letter: char) -> Option<PieceType> {
        let piece = self.piece_type_of_letter(letter)?;
        self.promotions().contains(&piece).then_some(piece)
    }

    /// Coordinate notation of a move as used by both protocols: `e2e4`, `e7e8q`, `N@f3`. Castling is written as the
    /// king's movement (`e1g1`), or as king takes rook (`e1h1`) if `chess960` is set.
    pub fn to_coordinate(&self, m: Move, chess960: bool) -> String {
        if let Some(piece) = m.dropped() {
            return format!("{}@{}", self.letter(piece), m.to());
        }
        let to = if m.is_castling() && !chess960 {
            self.castling_king_target(m)
        } else {
            m.to()
        };
        let mut text = format!("{}{}", m.from(), to);
        if let Some(piece) = m.promotion() {
            text.push(self.letter(piece).to_ascii_lowercase());
        }
        text
    }
}

/// The only character of a text.
pub(super) fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Origin, target and the letter of a promotion.
fn split_coordinate(text: &str) -> Option<(Square, Square, Option<char>)> {
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
        letter => Some(single_letter(letter)?),
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
}
