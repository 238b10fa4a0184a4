//! The terms of the evaluation and their total.

use super::hce_score::HceScore;
use super::king_safety;
use super::passed_pawns;
use super::pieces::Attacks;
use super::threats;
use crate::board::Position;
use crate::eval::tapered::Tapered;
use crate::types::{Bitboard, Color};

/// Bonus for the side to move in centipawns.
pub(super) const TEMPO: i32 = 12;

/// The terms of an evaluation from White's view.
#[derive(Clone, Copy)]
pub(super) struct Terms<S> {
    pub(super) material_and_squares: S,
    pub(super) pawn_structure: S,
    pub(super) pieces: S,
    pub(super) passed_pawns: S,
    pub(super) threats: S,
    pub(super) king_safety: S,
}

impl<S: HceScore> Terms<S> {
    /// Computes the terms that are neither incremental (`material_and_squares`) nor in the pawn hash table
    /// (`pawn_structure` and the passed pawns).
    pub(super) fn new(
        position: &Position,
        material_and_squares: S,
        pawn_structure: S,
        passed: Bitboard,
    ) -> Terms<S> {
        let white = Attacks::<S>::new(position, Color::White);
        let black = Attacks::<S>::new(position, Color::Black);
        Terms {
            material_and_squares,
            pawn_structure,
            passed_pawns: passed_pawns::score(position, passed, Color::White, &white, &black)
                - passed_pawns::score(position, passed, Color::Black, &black, &white),
            threats: threats::score(position, Color::White, &white, &black)
                - threats::score(position, Color::Black, &black, &white),
            king_safety: king_safety::score(position, Color::White, &white, &black)
                - king_safety::score(position, Color::Black, &black, &white),
            pieces: white.piece_score - black.piece_score,
        }
    }

    pub(super) fn total(self) -> S {
        self.material_and_squares
            + self.pawn_structure
            + self.pieces
            + self.passed_pawns
            + self.threats
            + self.king_safety
    }
}

/// The side with the better endgame.
pub(super) fn stronger_side(total: Tapered) -> Color {
    if total.endgame() >= 0 {
        Color::White
    } else {
        Color::Black
    }
}
