//! The names of chess and of the variants, as protocols, servers and the tag `Variant` of PGN write them.

use super::table::VARIANTS;
use super::variant::Variant;
use crate::board::castling::CastlingMode;

/// The name of chess in `UCI_Variant`.
const CHESS_NAME: &str = "chess";

/// The names of chess and of all variants, as `UCI_Variant` lists them.
pub const VARIANT_NAMES: [&str; VARIANTS.len() + 1] = {
    let mut names = [CHESS_NAME; VARIANTS.len() + 1];
    let mut index = 0;
    while index < VARIANTS.len() {
        names[index + 1] = VARIANTS[index].name;
        index += 1;
    }
    names
};

/// Names of chess, normalized.
const CHESS_NAMES: &[&str] = &[CHESS_NAME, "standard", "normal", "fromposition"];

/// Names of Chess960 beside `chess960`, normalized.
const CHESS960_NAMES: &[&str] = &["fischerandom", "fischerrandom", "frc", "wildfr"];

/// A game that a name stands for; chess from its start position by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedGame {
    /// The variant; `None` for chess.
    pub variant: Option<&'static Variant>,
    /// Whether games start from the positions of Chess960, and how the castling letters of a FEN are read.
    pub mode: CastlingMode,
}

/// The game that a name stands for. Case, spaces and punctuation do not matter (`King of the Hill`, `three-check`), nor
/// does a final `chess`; a final `960` means the start positions of Chess960 (`Crazyhouse 960`).
pub fn game_by_name(name: &str) -> Option<NamedGame> {
    let name = normalized(name);
    if CHESS960_NAMES.contains(&without_chess(&name)) {
        return Some(NamedGame {
            variant: None,
            mode: CastlingMode::Chess960,
        });
    }
    let (name, mode) = match name.strip_suffix("960") {
        Some(name) => (name, CastlingMode::Chess960),
        None => (name.as_str(), CastlingMode::Standard),
    };
    let variant = if CHESS_NAMES.contains(&name) {
        None
    } else {
        let variant = VARIANTS
            .iter()
            .find(|variant| variant.is_named(name) || variant.is_named(without_chess(name)));
        Some(variant?)
    };
    Some(NamedGame { variant, mode })
}

/// The variant that a name stands for, whatever its start positions are.
pub fn variant(name: &str) -> Option<&'static Variant> {
    game_by_name(name)?.variant
}

/// The name of a variant, or of chess, in `UCI_Variant`.
pub fn variant_name(variant: Option<&Variant>) -> &'static str {
    variant.map_or(CHESS_NAME, |variant| variant.name)
}

/// A name in lower case, with nothing but letters and digits.
fn normalized(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

fn without_chess(name: &str) -> &str {
    name.strip_suffix("chess").unwrap_or(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn found(name: &str) -> Option<(&'static str, CastlingMode)> {
        let game = game_by_name(name)?;
        Some((variant_name(game.variant), game.mode))
    }

    #[test]
    fn every_variant_is_found_by_its_names() {
        for (name, variant) in VARIANT_NAMES[1..].iter().zip(&VARIANTS) {
            let names = std::iter::once(name).chain(variant.aliases);
            for name in names {
                assert_eq!(found(name), Some((variant.name, CastlingMode::Standard)));
                assert_eq!(normalized(name), *name, "aliases are normalized");
            }
        }
        let mut all: Vec<&str> = VARIANTS
            .iter()
            .flat_map(|row| row.aliases)
            .copied()
            .collect();
        all.extend(VARIANT_NAMES);
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }

    #[test]
    fn names_of_servers_and_pgn_tags_are_read() {
        for (name, expected) in [
            ("chess", "chess"),
            ("Standard", "chess"),
            ("normal", "chess"),
            ("From Position", "chess"),
            ("Three-check", "3check"),
            ("threeCheck", "3check"),
            ("three-check", "3check"),
            ("King of the Hill", "kingofthehill"),
            ("king-of-the-hill", "kingofthehill"),
            ("kingOfTheHill", "kingofthehill"),
            ("Racing Kings", "racingkings"),
            ("ANTICHESS", "antichess"),
            ("Anti chess", "antichess"),
            ("Give away chess", "giveaway"),
            ("Suicide chess", "suicide"),
            ("Atomic chess", "atomic"),
            ("Crazyhouse", "crazyhouse"),
        ] {
            assert_eq!(
                found(name),
                Some((expected, CastlingMode::Standard)),
                "{name}"
            );
        }
        for name in ["", "xiangqi", "chess 8", "crazy", "960"] {
            assert_eq!(found(name), None, "{name}");
        }
    }

    #[test]
    fn names_tell_chess960_start_positions() {
        for (name, expected) in [
            ("chess960", "chess"),
            ("Chess 960", "chess"),
            ("fischerandom", "chess"),
            ("Fischer Random Chess", "chess"),
            ("wild/fr", "chess"),
            ("FRC", "chess"),
            ("Crazyhouse 960", "crazyhouse"),
            ("atomic960", "atomic"),
        ] {
            assert_eq!(
                found(name),
                Some((expected, CastlingMode::Chess960)),
                "{name}"
            );
        }
        assert_eq!(variant("Crazyhouse960").unwrap().name, "crazyhouse");
    }
}
