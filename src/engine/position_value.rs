//! The text of `UCI_SetPositionValue`.

use crate::board::{CastlingMode, Position};
use crate::types::{Color, Score};

/// What the user wants to be believed of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PositionValue {
    /// `VALUE + FEN`: the score, from the view of the side to move.
    Set(Box<Position>, Score),
    /// `clear + FEN`
    Clear(Box<Position>),
    /// `clearall`
    ClearAll,
}

impl PositionValue {
    /// What is to be written, for people who have written something else.
    pub(super) const FORM: &str = "VALUE + FEN, clear + FEN or clearall";

    /// Reads the text; an empty one, the value at start, wants nothing. The error says what is wrong.
    pub(super) fn parse(text: &str, mode: CastlingMode) -> Result<Option<PositionValue>, String> {
        match text.trim() {
            "" => return Ok(None),
            "clearall" => return Ok(Some(PositionValue::ClearAll)),
            _ => {}
        }
        let (value, fen) = text
            .split_once('+')
            // A value may have a sign of its own.
            .and_then(|parts| match parts.0.trim().is_empty() {
                true => parts.1.split_once('+'),
                false => Some(parts),
            })
            .ok_or_else(|| PositionValue::FORM.to_owned())?;
        let (position, _) = Position::from_fen(fen.trim(), mode).map_err(|e| e.to_string())?;
        if value.trim() == "clear" {
            return Ok(Some(PositionValue::Clear(Box::new(position))));
        }
        let number = value.trim().parse::<i32>();
        let centipawns = number.map_err(|_| PositionValue::FORM.to_owned())?;
        let white = Score::cp(centipawns);
        let score = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Ok(Some(PositionValue::Set(Box::new(position), score)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    const BLACK: &str = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1";

    fn parse(text: &str) -> Result<Option<PositionValue>, String> {
        PositionValue::parse(text, CastlingMode::Standard)
    }

    fn score(text: &str) -> Score {
        match parse(text) {
            Ok(Some(PositionValue::Set(_, score))) => score,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn values_are_those_of_white() {
        assert_eq!(score(&format!("37 + {WHITE}")), Score::cp(37));
        assert_eq!(score(&format!("37 + {BLACK}")), Score::cp(-37));
        assert_eq!(score(&format!("-5+{WHITE}")), Score::cp(-5));
        assert_eq!(score(&format!("+5 + {WHITE}")), Score::cp(5));
        assert_eq!(score(&format!("2000000000 + {WHITE}")), Score::MAX_ESTIMATE);
    }

    #[test]
    fn values_are_taken_back() {
        assert_eq!(parse(" clearall "), Ok(Some(PositionValue::ClearAll)));
        assert_eq!(parse(""), Ok(None));
        let cleared = parse(&format!("clear + {WHITE}"));
        assert!(matches!(cleared, Ok(Some(PositionValue::Clear(_)))));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "37",
            "37 +",
            "clear",
            "clear +",
            "many + 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "37 + 4k3/8/8/8/8/8/8/R3 w - - 0 1",
            "37 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "+",
            "++",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("37"), Err(PositionValue::FORM.to_owned()));
    }
}
