//! Threats: attacks on enemy pieces that are worth more or insufficiently defended.

use super::hce_score::HceScore;
use super::pieces::Attacks;
use crate::board::Position;
use crate::types::{Color, PieceType};

/// The threats of `us`.
pub(super) fn score<S: HceScore>(
    position: &Position,
    us: Color,
    own: &Attacks<S>,
    enemy: &Attacks<S>,
) -> S {
    let weights = S::weights();
    let targets = |kind| position.pieces(!us, kind);
    let pawns = targets(PieceType::Pawn);
    let pieces = position.of_color(!us) & !pawns & !targets(PieceType::King);
    let by_pawn = own.by_type[PieceType::Pawn.index()] & pieces;
    let mut score = S::default();
    score.add_weight(weights.threat_by_pawn, by_pawn.count() as i32);

    let not_defended_by_pawn = !enemy.by_type[PieceType::Pawn.index()];
    let by_minor = own.by_type[PieceType::Knight.index()] | own.by_type[PieceType::Bishop.index()];
    for kind in PieceType::ALL {
        let mut attacked = targets(kind) & by_minor;
        if kind < PieceType::Rook {
            attacked &= not_defended_by_pawn;
        }
        let weight = weights.threat_by_minor[kind.index()];
        score.add_weight(weight, attacked.count() as i32);
    }
    let by_rook = own.by_type[PieceType::Rook.index()];
    let minors = targets(PieceType::Knight) | targets(PieceType::Bishop);
    let minors = by_rook & minors & not_defended_by_pawn;
    score.add_weight(weights.threat_by_rook, minors.count() as i32);
    let queens = by_rook & targets(PieceType::Queen);
    score.add_weight(weights.rook_attacks_queen, queens.count() as i32);
    let hanging = (pawns | pieces) & own.all & !enemy.all;
    score.add_weight(weights.hanging, hanging.count() as i32);
    score
}
