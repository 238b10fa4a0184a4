//! The start position of a game.

use thiserror::Error;

use super::game::PgnGame;
use super::tag::header;
use crate::board::{CastlingMode, FenError, Position, excerpt};

/// Error: a game has no start position that Diglot can play from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnStartError {
    /// The FEN of the start position is invalid.
    #[error("it begins with no position: {0}")]
    Position(String),
    /// The variant is not supported.
    #[error("its variant is {0}")]
    Variant(String),
}

impl PgnGame {
    /// Position before the first move, by the headers `Variant`, `SetUp` and `FEN`.
    pub fn start_position(&self) -> Result<Position, PgnStartError> {
        start_position(&self.headers).map(|(position, _)| position)
    }
}

/// The start position that the headers of a game describe, and how its castling rights are read.
pub(crate) fn start_position(
    headers: &[(String, String)],
) -> Result<(Position, CastlingMode), PgnStartError> {
    let variant = header(headers, "Variant")
        .unwrap_or("")
        .to_ascii_lowercase();
    let mode = match variant.as_str() {
        "" | "standard" | "chess" | "normal" | "from position" => CastlingMode::Standard,
        "chess960" | "chess 960" | "fischerandom" | "fischer random" => CastlingMode::Chess960,
        _ => return Err(PgnStartError::Variant(excerpt(&variant))),
    };
    let position = match header(headers, "FEN") {
        Some(fen) if header(headers, "SetUp") != Some("0") => {
            let position = Position::from_fen(fen, mode);
            let invalid = |error: FenError| PgnStartError::Position(error.to_string());
            position.map_err(invalid)?.0
        }
        _ => Position::startpos(),
    };
    Ok((position, mode))
}
