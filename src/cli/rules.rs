//! The arguments that select chess, Chess960 or a variant.

use crate::board::{CastlingMode, NamedGame, VARIANT_NAMES, game_by_name};

#[derive(clap::Args)]
pub(super) struct RulesArgs {
    /// Chess variant: crazyhouse, atomic, …
    #[arg(long, value_name = "NAME", value_parser = parse_game)]
    pub(super) variant: Option<NamedGame>,

    /// Use Chess960 rules: KQkq means the outermost rooks, castling is king takes rook
    #[arg(long)]
    pub(super) chess960: bool,
}

impl RulesArgs {
    /// The game that the arguments select.
    pub(super) fn game(&self) -> NamedGame {
        let mut game = self.variant.unwrap_or_default();
        if self.chess960 {
            game.mode = CastlingMode::Chess960;
        }
        game
    }
}

fn parse_game(name: &str) -> Result<NamedGame, String> {
    game_by_name(name).ok_or_else(|| format!("not one of {}", VARIANT_NAMES.join(", ")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn both_arguments_select_chess960() {
        let game = |variant: &str, chess960| {
            let variant = Some(parse_game(variant).unwrap());
            RulesArgs { variant, chess960 }.game()
        };
        assert_eq!(game("chess", false), NamedGame::default());
        assert_eq!(game("chess", true), game("chess960", false));
        assert_eq!(game("Atomic", true), game("atomic960", false));
        assert!(parse_game("xiangqi").unwrap_err().contains("crazyhouse"));
    }
}
