//! The variants as XBoard knows them: their names, and the definition of those whose rules it does not know.

use crate::board::{
    CastlingMode, DeadPosition, DrawReason, NamedGame, Outcome, VARIANTS, Variant, WinReason,
};

/// The part of a variant that XBoard does not know.
struct Definition {
    /// Name of the variant.
    name: &'static str,
    /// The variant of XBoard's from which the rules are taken; `None` if XBoard knows the variant itself.
    parent: Option<&'static str>,
    /// XBoard cannot check the claim of such a win.
    cannot_check: fn(Outcome) -> bool,
    /// Pieces with moves that XBoard does not know, in its form of Betza's notation.
    pieces: &'static [(&'static str, &'static str)],
}

/// A win by another rule than checkmate.
fn is_special_win(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Win { .. })
}

fn is_mate(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Checkmate { .. })
}

/// XBoard gives the bared side a move, in which it may bare the other king too.
fn is_bare_king(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Win {
            reason: WinReason::BareKing,
            ..
        }
    )
}

fn never(_: Outcome) -> bool {
    false
}

/// The variants that XBoard 4.9 does not know completely.
const DEFINITIONS: &[Definition] = &[
    Definition {
        name: "kingofthehill",
        parent: Some("fairy"),
        cannot_check: is_special_win,
        pieces: &[],
    },
    Definition {
        name: "antichess",
        parent: Some("giveaway"),
        cannot_check: never,
        pieces: &[],
    },
    Definition {
        name: "horde",
        parent: Some("fairy"),
        cannot_check: is_special_win,
        pieces: &[],
    },
    Definition {
        name: "racingkings",
        parent: Some("fairy"),
        cannot_check: is_special_win,
        pieces: &[],
    },
    Definition {
        name: "shatranj",
        parent: None,
        cannot_check: is_bare_king,
        pieces: &[],
    },
    // XBoard plays atomic chess as ICC does, where check and mate mean nothing.
    Definition {
        name: "atomic",
        parent: None,
        cannot_check: is_mate,
        pieces: &[],
    },
    Definition {
        name: "berolina",
        parent: None,
        cannot_check: never,
        pieces: &[("P&", "fmFfceWifmnA")],
    },
    Definition {
        name: "cylinder",
        parent: None,
        cannot_check: never,
        pieces: &[
            ("P&", "fmWfceoFifmnD"),
            ("N&", "oN"),
            ("B&", "oB"),
            ("R&", "oR"),
            ("Q&", "oQ"),
            ("K&", "oKisO2"),
        ],
    },
];

impl Definition {
    fn of(variant: &Variant) -> Option<&'static Definition> {
        DEFINITIONS.iter().find(|row| row.name == variant.name)
    }
}

/// The letters of the pieces in XBoard's order, White's and Black's.
const PIECES_OF_CHESS: &str = "PNBRQKpnbrqk";

/// The value of `feature variants`: chess, Chess960 and all variants.
pub(super) fn variant_names() -> String {
    let names = VARIANTS.iter().map(|variant| variant.name);
    let names: Vec<&str> = ["normal", "fischerandom"]
        .into_iter()
        .chain(names)
        .collect();
    names.join(",")
}

/// The lines that define the variant of a game for the GUI when it is selected; none where XBoard knows the rules.
pub(super) fn definition(game: NamedGame) -> Vec<String> {
    let (Some(variant), CastlingMode::Standard) = (game.variant, game.mode) else {
        return Vec::new();
    };
    let Some(definition) = Definition::of(variant) else {
        return Vec::new();
    };
    let fen = variant.start_fen;
    let setup = definition
        .parent
        .map(|parent| format!("setup ({PIECES_OF_CHESS}) 8x8+0_{parent} {fen}"));
    let pieces = definition.pieces.iter();
    let pieces = pieces.map(|(piece, moves)| format!("piece {piece} {moves}"));
    setup.into_iter().chain(pieces).collect()
}

/// Whether XBoard can check the claim of a win: in a match between programs it takes a claim that it cannot check as a
/// forfeit, unless it comes from the loser.
pub(super) fn can_check_win(variant: Option<&Variant>, outcome: Outcome) -> bool {
    let definition = variant.and_then(Definition::of);
    definition.is_none_or(|row| !(row.cannot_check)(outcome))
}

/// Whether XBoard accepts the claim of this result: it takes the claim of a draw by a rule of a variant that it does
/// not know as a forfeit. Such a draw is offered.
pub(super) fn may_claim(variant: Option<&Variant>, outcome: Outcome) -> bool {
    let has_dead_position = |variant: &Variant| {
        matches!(
            variant.dead_position,
            DeadPosition::Atomic | DeadPosition::Bishops | DeadPosition::Crazyhouse
        )
    };
    let is_unknown = |variant: &Variant| match outcome {
        Outcome::Draw(DrawReason::InsufficientMaterial) => has_dead_position(variant),
        Outcome::Draw(DrawReason::BothReachedGoal) => true,
        // Without check XBoard sees legal moves.
        Outcome::Draw(DrawReason::Stalemate) => variant.name == "atomic",
        _ => false,
    };
    !variant.is_some_and(is_unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plugin_file_of_xboard_names_all_variants() {
        let plugin = include_str!("../../../share/xboard/diglot.eng");
        let names = variant_names().replacen("normal", "chess", 1);
        assert_eq!(plugin.lines().nth(2), Some(names.as_str()));
    }
}
