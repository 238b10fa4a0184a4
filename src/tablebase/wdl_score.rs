//! Win, draw and loss scores of the tables.

/// WDL (win, draw, loss) score for the side to move with best play, if the fifty-move count is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
pub enum WdlScore {
    /// Loss.
    Loss = -2,
    /// Blessed loss: a loss saved by the fifty-move rule.
    BlessedLoss = -1,
    /// Draw.
    Draw = 0,
    /// Cursed win: a win spoilt by the fifty-move rule.
    CursedWin = 1,
    /// Win.
    Win = 2,
}

impl WdlScore {
    /// DTZ if the best move is a zeroing move (capture or pawn move) with this score.
    pub const fn dtz_before_zeroing(self) -> i32 {
        match self {
            WdlScore::Loss => -1,
            WdlScore::BlessedLoss => -101,
            WdlScore::Draw => 0,
            WdlScore::CursedWin => 101,
            WdlScore::Win => 1,
        }
    }

    /// The score from the point of view of the other side.
    #[must_use]
    pub const fn flipped(self) -> WdlScore {
        match self {
            WdlScore::Loss => WdlScore::Win,
            WdlScore::BlessedLoss => WdlScore::CursedWin,
            WdlScore::Draw => WdlScore::Draw,
            WdlScore::CursedWin => WdlScore::BlessedLoss,
            WdlScore::Win => WdlScore::Loss,
        }
    }
}
