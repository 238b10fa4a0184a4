//! The weights of the evaluation of each variant.

use crate::board::Variant;
use crate::eval::tapered::Tapered;
use crate::eval::weight_table::weight_table;

weight_table! {
    /// The weight of each term of a variant, as a value in centipawns or as an index. Lists by piece type begin with the
    /// pawn; pairs and halves of lists count for the side that is not on move first, and then for the side to move.
    FairyWeights,
    /// Right to move.
    tempo,
    /// Material by piece type.
    material: 6,
    /// Rank of a piece as its side sees it: 8 ranks for each piece type.
    ranks: 48,
    /// Distance of a piece's file from the edge: 4 for each piece type.
    files: 24,
    /// Bishops on squares of both colours.
    bishop_pair,
    /// Piece in hand by type.
    pocket: 6,
    /// Mobility: for each square that a piece can enter and the other side does not attack, by piece type.
    mobility: 6,
    /// For each square that a piece can enter and the other side attacks, by piece type.
    contested: 6,
    /// Passed pawn by rank.
    passed: 8,
    /// Connected pawn, in a phalanx or defended by a pawn, by rank.
    connected: 8,
    /// Isolated pawn.
    isolated,
    /// Doubled pawn: an own pawn is ahead on the same file.
    doubled,
    /// Blocked pawn.
    blocked,
    /// Hanging piece of the other side: attacked and undefended, by its type.
    hanging: 12,
    /// Defended piece of the other side that a piece of less value attacks, by its type.
    attacked_by_lesser: 12,
    /// Other piece of the other side that is attacked, by its type.
    attacked: 12,
    /// There is a capture.
    can_capture: 2,
    /// Pawn shelter: pawns one and two ranks before the king.
    shelter: 2,
    /// Pawn storm: enemy pawns near the king.
    storm,
    /// Files at the king without own pawns.
    open_file_near_king,
    /// Attack units of the other side on the squares at the king.
    king_attack,
    /// Attack units times attackers.
    king_danger,
    /// Squares at the king that only the king defends and the other side attacks.
    weak_ring,
    /// Squares to which the king can move safely, at most 4.
    king_escapes,
    /// Squares where a piece of the other side can give check and is not attacked, by its type.
    safe_checks: 6,
    /// Squares where a piece of the other side can give check, by the checks that it still has to give.
    check_danger: 4,
    /// Squares on which the other side can drop a piece with check, by its type.
    drop_checks: 6,
    /// Holes, undefended empty squares at the king, with a piece of this type in the other side's hand.
    drop_holes: 6,
    /// Holes that the other side attacks, with a piece of this type in its hand.
    drop_attacked_holes: 6,
    /// Pieces in the other side's hand times its attack units on the king.
    hand_attack,
    /// Pieces in the other side's hand times holes.
    hand_holes,
    /// Checks that the side still has to give.
    checks_left: 4,
    /// Steps of the king to its goal over safe squares; 8 for a goal out of reach.
    goal_path: 18,
    /// Steps of the king to its goal.
    goal_steps: 9,
    /// Squares of the goal that the side attacks.
    goal_guard,
    /// Captures that explode the king of the other side.
    explodes_king: 2,
    /// Pieces of the other side beside its king.
    beside_enemy_king,
    /// The kings stand beside each other.
    kings_touch: 2,
    /// Material that the best explosion wins, for each half pawn.
    explosion: 2,
}

/// The evaluation of a variant.
pub(super) struct Row {
    /// Name of the variant.
    name: &'static str,
    /// The pieces and the king move as in chess, and material decides as much: the network evaluates, and only the terms
    /// that chess does not have are added.
    pub(super) uses_network: bool,
    pub(super) weights: FairyWeights<Tapered>,
}

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// Declares the row of a variant with the weights in the file of that name, or of the variant `of`.
macro_rules! row {
    ($name:literal, $uses_network:literal) => {
        row!($name, $uses_network, of $name)
    };
    ($name:literal, $uses_network:literal, of $weights:literal) => {
        Row {
            name: $name,
            uses_network: $uses_network,
            weights: include!(concat!("weights/", $weights, ".rs")),
        }
    };
}

static ROWS: [Row; 19] = [
    row!("chess", false),
    row!("nocastle", true, of "chess"),
    row!("wildcastle", true, of "chess"),
    row!("3check", true),
    row!("kingofthehill", true),
    row!("crazyhouse", false),
    row!("bughouse", false, of "crazyhouse"),
    row!("antichess", false),
    row!("giveaway", false, of "antichess"),
    row!("suicide", false, of "antichess"),
    row!("losers", false),
    row!("atomic", false),
    row!("horde", false),
    row!("racingkings", false),
    row!("knightmate", false),
    row!("shatranj", false),
    row!("berolina", false),
    row!("cylinder", false, of "chess"),
    row!("twokings", false),
];

/// The evaluation of a variant; that of chess if it has none of its own.
pub(super) fn row_of(variant: &Variant) -> &'static Row {
    let own = ROWS.iter().find(|row| row.name == variant.name);
    own.unwrap_or(&ROWS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::VARIANTS;

    #[test]
    fn every_variant_has_a_row() {
        for variant in &VARIANTS {
            assert_eq!(row_of(variant).name, variant.name);
        }
        assert_eq!(ROWS.len(), VARIANTS.len() + 1);
    }
}
