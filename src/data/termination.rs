//! Reasons why games end.

use crate::board::{DrawReason, Outcome};
use crate::types::Color;

/// Why a game ended. The discriminants are those of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Termination {
    /// Checkmate.
    Checkmate = 0,
    /// Stalemate.
    Stalemate = 1,
    /// Threefold repetition.
    Repetition = 2,
    /// Fifty-move rule.
    FiftyMoves = 3,
    /// Insufficient material.
    InsufficientMaterial = 4,
    /// Adjudicated as won by the scores.
    WinAdjudicated = 5,
    /// Adjudicated as drawn by the scores.
    DrawAdjudicated = 6,
    /// Drawn because the game reached the maximum length.
    TooLong = 7,
}

impl Termination {
    /// All terminations in the order of their discriminants.
    pub const ALL: [Termination; 8] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::Repetition,
        Termination::FiftyMoves,
        Termination::InsufficientMaterial,
        Termination::WinAdjudicated,
        Termination::DrawAdjudicated,
        Termination::TooLong,
    ];

    /// The termination and the winner of an outcome by the rules.
    pub fn from_outcome(outcome: Outcome) -> (Termination, Option<Color>) {
        match outcome {
            // Packed games are games of chess, which know no other win.
            Outcome::Checkmate { winner } | Outcome::Win { winner, .. } => {
                (Termination::Checkmate, Some(winner))
            }
            Outcome::Draw(reason) => {
                let termination = match reason {
                    DrawReason::Stalemate => Termination::Stalemate,
                    DrawReason::Repetition => Termination::Repetition,
                    DrawReason::FiftyMoves => Termination::FiftyMoves,
                    DrawReason::InsufficientMaterial | DrawReason::BothReachedGoal => {
                        Termination::InsufficientMaterial
                    }
                };
                (termination, None)
            }
        }
    }

    /// Whether the rules of chess ended the game.
    pub const fn is_by_rules(self) -> bool {
        !matches!(
            self,
            Termination::WinAdjudicated | Termination::DrawAdjudicated | Termination::TooLong
        )
    }

    /// Whether such a game has a winner.
    pub const fn is_decisive(self) -> bool {
        matches!(self, Termination::Checkmate | Termination::WinAdjudicated)
    }
}
