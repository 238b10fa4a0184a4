//! Ends of a game: checkmate, draws, and the wins of the variants.

use std::fmt;

use crate::types::{Color, Score};

/// Plies without capture or pawn move after which the game is drawn (fifty-move rule).
pub(crate) const FIFTY_MOVES: u16 = 100;

/// Reason of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// Fifty-move rule.
    FiftyMoves,
    /// Insufficient material: no sequence of moves leads to mate.
    InsufficientMaterial,
    /// Both kings have reached the goal (racing kings).
    BothReachedGoal,
}

/// Reason of a win in a variant, other than checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The winner has given the last check that it needed (three-check).
    Checks,
    /// The king of the winner is in the centre (king of the hill).
    KingInCenter,
    /// The king of the winner has reached the last rank first (racing kings).
    KingOnLastRank,
    /// The king of the loser has exploded (atomic).
    KingExploded,
    /// The loser has lost all pieces (horde).
    AllCaptured,
    /// The loser has only its king (shatranj).
    BareKing,
    /// The winner has given away all pieces, or all but the king (antichess, losers).
    NothingLeft,
    /// The winner or the loser is stalemated, depending on the variant.
    Stalemate,
    /// The winner is checkmated (losers).
    Checkmated,
}

/// Result of a game that has ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Checkmate.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// A win by a rule of a variant.
    Win {
        /// The side that wins.
        winner: Color,
        /// How it wins.
        reason: WinReason,
    },
    /// Draw.
    Draw(DrawReason),
}

impl Outcome {
    /// Whether the game ends without a claim: by checkmate, stalemate, insufficient material or a rule of a variant.
    pub fn needs_no_claim(self) -> bool {
        !matches!(
            self,
            Outcome::Draw(DrawReason::Repetition | DrawReason::FiftyMoves)
        )
    }

    /// The side that wins; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } | Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The score of a game that ends so `ply` plies after the root, from the view of `side`.
    pub fn score(self, side: Color, ply: usize) -> Score {
        match self.winner() {
            Some(winner) if winner == side => Score::mate_in(ply),
            Some(_) => Score::mated_in(ply),
            None => Score::DRAW,
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WinReason::Checks => "last check",
            WinReason::KingInCenter => "king in the center",
            WinReason::KingOnLastRank => "king on the last rank",
            WinReason::KingExploded => "king exploded",
            WinReason::AllCaptured => "all pieces captured",
            WinReason::BareKing => "bare king",
            WinReason::NothingLeft => "no pieces left",
            WinReason::Stalemate => "stalemate",
            WinReason::Checkmated => "checkmated",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::FiftyMoves => "fifty-move rule",
            DrawReason::InsufficientMaterial => "insufficient material",
            DrawReason::BothReachedGoal => "both kings on the last rank",
        })
    }
}

/// `White wins: checkmate`, `draw: stalemate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} wins: checkmate"),
            Outcome::Win { winner, reason } => write!(f, "{winner} wins: {reason}"),
            Outcome::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}
