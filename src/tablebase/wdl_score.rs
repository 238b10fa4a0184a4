//! Win, draw and loss scores of the tables.

/// How a position just after a capture or a pawn move ends with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
pub enum WdlScore {
    /// Lost.
    Loss = -2,
    /// Lost but for the fifty-move rule.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won but for the fifty-move rule.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl WdlScore {
    /// The distance to zeroing where the next move makes it.
    pub const fn dtz_before_zeroing(self) -> i32 {
        match self {
            WdlScore::Loss => -1,
            WdlScore::BlessedLoss => -101,
            WdlScore::Draw => 0,
            WdlScore::CursedWin => 101,
            WdlScore::Win => 1,
        }
    }

    /// The same for the other side.
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
