//! Sets up the game of a `position` command.

use super::parse::PositionArgs;
use crate::board::{AnyPosition, CastlingMode, SetupWarning, Variant, excerpt};
use crate::engine::Game;

/// Reads the castling letters of a FEN as X-FEN and Shredder-FEN in every mode: UCI_Chess960 only selects
/// the notation of moves, so a FEN means the same before and after the option is set.
pub(super) const FEN_CASTLING: CastlingMode = CastlingMode::Chess960;

/// Sets up a game of a variant, or of chess, and plays its moves, with messages about what was ignored. Moves end before the first
/// one that cannot be played. An error means that there is no position at all.
pub(super) fn read_game(
    command: &PositionArgs,
    variant: Option<&'static Variant>,
) -> Result<(Game, Vec<String>), String> {
    let (start, warnings) = match command.fen {
        None => (AnyPosition::start_of(variant), Vec::new()),
        Some("") => return Err("neither startpos nor a FEN given".to_owned()),
        Some(fen) => {
            AnyPosition::from_fen(variant, fen, FEN_CASTLING).map_err(|error| error.to_string())?
        }
    };
    let mut messages = Vec::new();
    if !warnings.is_empty() {
        let warnings: Vec<_> = warnings.iter().map(SetupWarning::to_string).collect();
        messages.push(warnings.join("; "));
    }
    let mut game = Game::new(start);
    for (i, text) in command.moves.iter().enumerate() {
        match game.position().parse_move(text) {
            Ok(m) => game.play(m),
            Err(error) => {
                let (number, text) = (i + 1, excerpt(text));
                messages.push(format!(
                    "{error}: {text:?}, number {number} of the line; it and all later moves are ignored"
                ));
                break;
            }
        }
    }
    Ok((game, messages))
}
