//! The start position of a game.

use thiserror::Error;

use super::game::PgnGame;
use super::tag::header;
use crate::board::{
    AnyPosition, CastlingMode, FenError, NamedGame, Position, excerpt, game_by_name, variant_name,
};

/// Error: a game has no start position that Diglot can play from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnStartError {
    /// The FEN of the start position is invalid.
    #[error("it begins with no position: {0}")]
    Position(String),
    /// The variant is unknown, or the program has no use for its games.
    #[error("its variant is {0}")]
    Variant(String),
}

impl PgnGame {
    /// Position of chess before the first move, by the headers `Variant`, `SetUp` and `FEN`. Games of variants are
    /// refused.
    pub fn start_position(&self) -> Result<Position, PgnStartError> {
        let game = game(&self.headers)?;
        match start_position(&self.headers)?.0 {
            AnyPosition::Standard(position) => Ok(position),
            AnyPosition::Fairy(_) => Err(unsupported(variant_name(game.variant))),
        }
    }
}

/// The start position that the headers of a game describe, and how castling is written in coordinates.
pub(crate) fn start_position(
    headers: &[(String, String)],
) -> Result<(AnyPosition, CastlingMode), PgnStartError> {
    let NamedGame { variant, mode } = game(headers)?;
    let position = match header(headers, "FEN") {
        Some(fen) if header(headers, "SetUp") != Some("0") => {
            let castling = match variant {
                None => mode,
                // Not every program tells by the tag that a variant starts as Chess960.
                Some(_) => CastlingMode::Chess960,
            };
            let position = AnyPosition::from_fen(variant, fen, castling);
            let invalid = |error: FenError| PgnStartError::Position(error.to_string());
            position.map_err(invalid)?.0
        }
        _ => AnyPosition::start_of(variant),
    };
    Ok((position, mode))
}

/// The game that the header `Variant` names.
fn game(headers: &[(String, String)]) -> Result<NamedGame, PgnStartError> {
    match header(headers, "Variant").map(str::trim) {
        None | Some("") => Ok(NamedGame::default()),
        Some(name) => game_by_name(name).ok_or_else(|| unsupported(name)),
    }
}

fn unsupported(variant: &str) -> PgnStartError {
    PgnStartError::Variant(excerpt(&variant.to_ascii_lowercase()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn start(variant: &str, fen: &str) -> Result<(String, CastlingMode), PgnStartError> {
        let mut headers = vec![("Variant".to_owned(), variant.to_owned())];
        if !fen.is_empty() {
            headers.push(("FEN".to_owned(), fen.to_owned()));
        }
        let (position, mode) = start_position(&headers)?;
        Ok((position.to_fen(Default::default()), mode))
    }

    #[test]
    fn variants_are_told_by_their_tag() {
        for (tag, fen, start_fen) in [
            (
                "Three-check",
                "",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            ),
            (
                "Racing Kings",
                "",
                "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            ),
            (
                "King of the Hill",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            ),
            (
                "Crazyhouse",
                "4k3/8/8/8/8/8/8/Q~3K3/NPp w - - 0 1",
                "4k3/8/8/8/8/8/8/Q~3K3[NPp] w - - 0 1",
            ),
            (
                "atomic",
                "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
                "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
            ),
        ] {
            let expected = (start_fen.to_owned(), CastlingMode::Standard);
            assert_eq!(start(tag, fen), Ok(expected), "{tag}");
        }
        let chess960 = start("Crazyhouse 960", "").map(|(_, mode)| mode);
        assert_eq!(chess960, Ok(CastlingMode::Chess960));
        let refused = start("Xiangqi", "").unwrap_err();
        assert_eq!(refused.to_string(), "its variant is xiangqi");
        let refused = start("crazyhouse", "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1").unwrap_err();
        assert!(refused.to_string().contains("not a pocket"), "{refused}");
    }

    #[test]
    fn chess_alone_is_wanted_elsewhere() {
        let game = |variant: &str| {
            let mut game = PgnGame::default();
            game.headers
                .push(("Variant".to_owned(), variant.to_owned()));
            game
        };
        assert!(game("From Position").start_position().is_ok());
        let refused = game("Atomic").start_position().unwrap_err();
        assert_eq!(refused, PgnStartError::Variant("atomic".to_owned()));
    }
}
