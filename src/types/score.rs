//! Search scores.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Maximum search ply, quiescence search included.
pub const MAX_PLY: usize = 240;

/// The score that UCI, which has no form for tablebase results, shows for a tablebase win, in centipawns. It decreases
/// by one for each ply until the win.
pub(crate) const TABLEBASE_CENTIPAWNS: i32 = 20_000;

/// Length of a mate in moves of the winning side, from its length in plies.
pub(crate) const fn mate_moves(plies: i32) -> i32 {
    (plies + 1) / 2
}

/// A score from the point of view of the side to move: centipawns, or a mate or tablebase result with a
/// distance in plies. [`Score::kind`] tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// Decoded form of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Evaluation in hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in this number of plies.
    Mate(i32),
    /// The side to move is mated in this number of plies; 0 if it is checkmated.
    Mated(i32),
    /// The side to move reaches a won tablebase position in this number of plies.
    TablebaseWin(i32),
    /// The side to move reaches a lost tablebase position in this number of plies.
    TablebaseLoss(i32),
}

impl Score {
    const MATE: i32 = 32_000;
    const MATE_BOUND: i32 = Score::MATE - MAX_PLY as i32;
    const TABLEBASE: i32 = Score::MATE_BOUND - 1;
    const TABLEBASE_BOUND: i32 = Score::TABLEBASE - MAX_PLY as i32;

    /// Draw score.
    pub const DRAW: Score = Score(0);
    /// Greater than any other score.
    pub const INFINITE: Score = Score(Score::MATE + 1);
    /// Less than any other score.
    pub const NEG_INFINITE: Score = Score(-Score::MATE - 1);
    /// Highest centipawn score, just below the tablebase wins.
    pub const MAX_EVAL: Score = Score(Score::TABLEBASE_BOUND - 1);

    /// Score in centipawns, clamped to `±MAX_EVAL`.
    #[inline]
    pub const fn cp(centipawns: i32) -> Score {
        let limit = Score::MAX_EVAL.0;
        Score(if centipawns > limit {
            limit
        } else if centipawns < -limit {
            -limit
        } else {
            centipawns
        })
    }

    /// The side to move mates in `plies`.
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Score::MATE - plies as i32)
    }

    /// The side to move is mated in `plies`.
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Score::MATE)
    }

    /// The side to move reaches a won tablebase position in `plies`.
    #[inline]
    pub const fn tablebase_win_in(plies: usize) -> Score {
        Score(Score::TABLEBASE - plies as i32)
    }

    /// Decodes the score.
    pub const fn kind(self) -> ScoreKind {
        match self.0 {
            Score::MATE_BOUND.. => ScoreKind::Mate(Score::MATE - self.0),
            Score::TABLEBASE_BOUND.. => ScoreKind::TablebaseWin(Score::TABLEBASE - self.0),
            s if s <= -Score::MATE_BOUND => ScoreKind::Mated(Score::MATE + s),
            s if s <= -Score::TABLEBASE_BOUND => ScoreKind::TablebaseLoss(Score::TABLEBASE + s),
            s => ScoreKind::Centipawns(s),
        }
    }

    /// Returns whether the score is a mate or tablebase result for either side.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Score::TABLEBASE_BOUND
    }

    /// Returns whether the score is a mate or tablebase win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::TABLEBASE_BOUND
    }

    /// Returns whether the score is a mate or tablebase loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::TABLEBASE_BOUND
    }

    /// Mean of two scores.
    #[inline]
    pub const fn midpoint(self, other: Score) -> Score {
        Score((self.0 + other.0) / 2)
    }

    /// Raw value: centipawns unless [`Score::is_decisive`].
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Score for the transposition table: mate and tablebase distances count from the node at `ply`
    /// instead of the root. Fits in 16 bits.
    #[inline]
    pub const fn to_tt(self, ply: usize) -> i16 {
        let shift = if self.is_win() {
            ply as i32
        } else if self.is_loss() {
            -(ply as i32)
        } else {
            0
        };
        (self.0 + shift) as i16
    }

    /// The inverse of [`Score::to_tt`].
    #[inline]
    pub const fn from_tt(stored: i16, ply: usize) -> Score {
        let score = Score(stored as i32);
        let shift = if score.is_win() {
            -(ply as i32)
        } else if score.is_loss() {
            ply as i32
        } else {
            0
        };
        Score(score.0 + shift)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl SubAssign<i32> for Score {
    #[inline]
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.kind(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_kinds_do_not_overlap() {
        assert_eq!(Score::mate_in(3).kind(), ScoreKind::Mate(3));
        assert_eq!(Score::mated_in(0).kind(), ScoreKind::Mated(0));
        assert_eq!(
            Score::mate_in(MAX_PLY).kind(),
            ScoreKind::Mate(MAX_PLY as i32)
        );
        assert_eq!(
            Score::tablebase_win_in(7).kind(),
            ScoreKind::TablebaseWin(7)
        );
        assert_eq!(
            (-Score::tablebase_win_in(MAX_PLY)).kind(),
            ScoreKind::TablebaseLoss(MAX_PLY as i32)
        );
        assert_eq!(Score::cp(1_000_000), Score::MAX_EVAL);
        assert!(!Score::cp(-1_000_000).is_decisive());
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mate_in(MAX_PLY) > Score::tablebase_win_in(0));
    }

    #[test]
    fn tt_score_counts_distances_from_the_node() {
        for score in [Score::mate_in(9), Score::mated_in(9), Score::cp(-37)] {
            let stored = score.to_tt(4);
            assert_eq!(Score::from_tt(stored, 4), score);
        }
        assert_eq!(
            Score::from_tt(Score::mate_in(9).to_tt(4), 2).kind(),
            ScoreKind::Mate(7)
        );
    }
}
