//! The value of UCI_SetPositionValue.

use super::position::FEN_CASTLING;
use crate::board::{AnyPosition, Variant};
use crate::engine::Engine;
use crate::types::{Color, Score};

/// A change to the scores that the user assigns to positions.
#[derive(Clone, Debug, PartialEq)]
enum PositionValueCommand {
    /// `VALUE + FEN`: assigns a score, from the view of the side to move.
    Set(Box<AnyPosition>, Score),
    /// `clear + FEN`: removes the score of a position.
    Clear(Box<AnyPosition>),
    /// `clearall`: removes all scores.
    ClearAll,
}

const FORM: &str = "VALUE + FEN, clear + FEN or clearall";

/// Sets UCI_SetPositionValue. An empty text changes nothing. The error describes the expected form or
/// what is wrong with the FEN.
pub(crate) fn set_position_value(engine: &mut Engine, text: &str) -> Result<(), String> {
    let Some(value) = PositionValueCommand::parse(text, engine.variant())? else {
        return Ok(());
    };
    engine.assign_scores(|scores| match value {
        PositionValueCommand::Set(position, score) => scores.set(position.key(), score, None),
        PositionValueCommand::Clear(position) => scores.remove(position.key()),
        PositionValueCommand::ClearAll => scores.clear(),
    });
    Ok(())
}

impl PositionValueCommand {
    fn parse(
        text: &str,
        variant: Option<&'static Variant>,
    ) -> Result<Option<PositionValueCommand>, String> {
        match text.trim() {
            "" => return Ok(None),
            word if word.eq_ignore_ascii_case("clearall") => {
                return Ok(Some(PositionValueCommand::ClearAll));
            }
            _ => {}
        }
        let (value, fen) = text
            .split_once('+')
            // The value may have a plus sign of its own.
            .and_then(|(value, rest)| {
                if value.trim().is_empty() {
                    rest.split_once('+')
                } else {
                    Some((value, rest))
                }
            })
            .ok_or_else(|| FORM.to_owned())?;
        let result = AnyPosition::from_fen(variant, fen.trim(), FEN_CASTLING);
        let (position, _) = result.map_err(|error| error.to_string())?;
        if value.trim().eq_ignore_ascii_case("clear") {
            return Ok(Some(PositionValueCommand::Clear(Box::new(position))));
        }
        let number = value.trim().parse::<i32>();
        let centipawns = number.map_err(|_| FORM.to_owned())?;
        let white = Score::cp(centipawns);
        let score = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Ok(Some(PositionValueCommand::Set(Box::new(position), score)))
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    const WHITE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    const BLACK: &str = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1";

    fn parse(text: &str) -> Result<Option<PositionValueCommand>, String> {
        PositionValueCommand::parse(text, None)
    }

    fn score(text: &str) -> Score {
        match parse(text) {
            Ok(Some(PositionValueCommand::Set(_, score))) => score,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn values_are_from_the_view_of_white() {
        assert_eq!(score(&format!("37 + {WHITE}")), Score::cp(37));
        assert_eq!(score(&format!("37 + {BLACK}")), Score::cp(-37));
        assert_eq!(score(&format!("-5+{WHITE}")), Score::cp(-5));
        assert_eq!(score(&format!("+5 + {WHITE}")), Score::cp(5));
        assert_eq!(score(&format!("2000000000 + {WHITE}")), Score::MAX_EVAL);
    }

    #[test]
    fn clear_removes_values() {
        for text in [" clearall ", "ClearAll"] {
            assert_eq!(parse(text), Ok(Some(PositionValueCommand::ClearAll)));
        }
        assert_eq!(parse(""), Ok(None));
        for word in ["clear", "CLEAR"] {
            let cleared = parse(&format!("{word} + {WHITE}"));
            assert!(matches!(cleared, Ok(Some(PositionValueCommand::Clear(_)))));
        }
    }

    #[test]
    fn other_texts_are_rejected() {
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
        assert_eq!(parse("37"), Err(FORM.to_owned()));
    }
}
