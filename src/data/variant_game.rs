//! Games of the variants with scores, as text: one game a line.
//!
//! A line is `RESULT FEN; MOVE SCORE MOVE SCORE …`: the result for White (`1`, `0` or `1/2`), the position after the
//! random opening, and each move in coordinate notation with its score for the side to move, as
//! [`Score::raw`](crate::types::Score::raw). Lines that start with `#` are comments.

use std::fmt::Write;

use thiserror::Error;

use crate::board::{CastlingMode, Fairy, FenStyle, Position, Variant};
use crate::types::{Color, Move};

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantGameError {
    /// Parts of the line are missing.
    #[error("it is not of the form RESULT FEN; MOVE SCORE …")]
    Form,
    /// The result is none of `1`, `0` and `1/2`.
    #[error("its result is invalid")]
    Result,
    /// The start position is invalid in this variant.
    #[error("its start position is invalid: {0}")]
    Start(String),
    /// A move is illegal.
    #[error("its move {0} is illegal")]
    Move(String),
    /// A score is not a number.
    #[error("its score {0} is not a number")]
    Score(String),
}

/// A game of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantGame {
    /// The position after the random opening.
    pub start: Position<Fairy>,
    /// The moves, each with its score for the side to move, as [`Score::raw`](crate::types::Score::raw).
    pub moves: Vec<(Move, i32)>,
    /// The side that won; `None` for a draw.
    pub winner: Option<Color>,
}

impl VariantGame {
    /// The line of the game, without a line feed.
    pub fn to_line(&self) -> String {
        let result = match self.winner {
            Some(Color::White) => "1",
            Some(Color::Black) => "0",
            None => "1/2",
        };
        let mut line = format!("{result} {};", self.start.to_fen(FenStyle::XFen));
        let mut position = self.start;
        for &(m, score) in &self.moves {
            // Writing to a String never fails.
            let _ = write!(line, " {} {score}", position.to_coordinate(m, true));
            position = position.after(m);
        }
        line
    }

    /// Parses the line of a game.
    pub fn from_line(
        variant: &'static Variant,
        line: &str,
    ) -> Result<VariantGame, VariantGameError> {
        let (head, rest) = line.split_once(';').ok_or(VariantGameError::Form)?;
        let (result, fen) = head.split_once(' ').ok_or(VariantGameError::Form)?;
        let winner = match result {
            "1" => Some(Color::White),
            "0" => Some(Color::Black),
            "1/2" => None,
            _ => return Err(VariantGameError::Result),
        };
        let (start, _) = Position::of_variant(variant, fen, CastlingMode::Chess960)
            .map_err(|error| VariantGameError::Start(error.to_string()))?;
        let mut position = start;
        let mut moves = Vec::new();
        let mut words = rest.split_ascii_whitespace();
        while let Some(text) = words.next() {
            let m = position.parse_coordinate(text);
            let m = m.map_err(|_| VariantGameError::Move(text.to_owned()))?;
            let score = words.next().ok_or(VariantGameError::Form)?;
            let raw = score.parse();
            moves.push((
                m,
                raw.map_err(|_| VariantGameError::Score(score.to_owned()))?,
            ));
            position = position.after(m);
        }
        Ok(VariantGame {
            start,
            moves,
            winner,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::variant;

    const LINE: &str = "1 rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR[] w KQkq - 0 3; \
                        e4d5 35 d8d5 -20 P@e4 -7";

    #[test]
    fn games_are_read_as_they_are_written() {
        let crazyhouse = variant("crazyhouse").unwrap();
        let game = VariantGame::from_line(crazyhouse, LINE).unwrap();
        assert_eq!(game.winner, Some(Color::White));
        assert_eq!(game.moves.len(), 3);
        assert_eq!(game.to_line(), LINE);
    }

    #[test]
    fn broken_lines_are_refused_with_a_reason() {
        let crazyhouse = variant("crazyhouse").unwrap();
        for (from, to, reason) in [
            (";", ",", "it is not of the form RESULT FEN; MOVE SCORE …"),
            ("1 ", "2 ", "its result is invalid"),
            ("e4d5", "e4e5", "its move e4e5 is illegal"),
            ("-20", "even", "its score even is not a number"),
        ] {
            let line = LINE.replacen(from, to, 1);
            let error = VariantGame::from_line(crazyhouse, &line).unwrap_err();
            assert_eq!(error.to_string(), reason);
        }
        let line = LINE.replace("8/3pp3", "9/3pp3");
        let error = VariantGame::from_line(crazyhouse, &line).unwrap_err();
        assert!(matches!(error, VariantGameError::Start(_)));
    }
}
