//! Judging moves by the winning chances that they lose.

use serde::Serialize;

use crate::board::{AnyPosition, with_position};
use crate::eval::Wdl;
use crate::types::Score;

/// Loss of winning chances from which a move is an inaccuracy, a mistake, a blunder. docs/annotations.md has them in
/// centipawns of an even position.
const INACCURACY: f64 = 0.15;
const MISTAKE: f64 = 0.25;
const BLUNDER: f64 = 0.35;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Judgement {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    pub(super) const ALL: [Judgement; 3] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// The judgement of a move that loses winning chances, 0 to 1.
    pub(super) fn of_loss(loss: f64) -> Option<Judgement> {
        match loss {
            _ if loss >= BLUNDER => Some(Judgement::Blunder),
            _ if loss >= MISTAKE => Some(Judgement::Mistake),
            _ if loss >= INACCURACY => Some(Judgement::Inaccuracy),
            _ => None,
        }
    }

    /// Numeric annotation glyph (NAG).
    pub(super) fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    pub(super) fn symbol(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// Winning chances, 0 to 1, of the side whose score this is: the expected result by the WDL model, a draw counting half.
pub(super) fn winning_chances(score: Score, position: &AnyPosition) -> f64 {
    let wdl = with_position!(position, position => Wdl::of(score, position));
    (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0
}

/// Winning chances that a move in `position` loses: `best` is the score there, `after` the score of the same side after
/// the move. Both count with the material of `position`, so that an exchange does not change the chances.
pub(super) fn loss(position: &AnyPosition, best: Score, after: Score) -> f64 {
    let lost = winning_chances(best, position) - winning_chances(after, position);
    lost.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_judged_by_the_chances_that_it_loses() {
        let judge = |best, after| {
            let lost = loss(
                &AnyPosition::start_of(None),
                Score::cp(best),
                Score::cp(after),
            );
            Judgement::of_loss(lost)
        };
        assert_eq!(judge(20, 0), None);
        assert_eq!(judge(0, 20), None);
        assert_eq!(judge(0, -30), None);
        assert_eq!(judge(0, -45), Some(Judgement::Inaccuracy));
        assert_eq!(judge(0, -70), Some(Judgement::Mistake));
        assert_eq!(judge(0, -100), Some(Judgement::Blunder));
        // A won game is still won.
        assert_eq!(judge(1200, 600), None);
        assert_eq!(judge(-600, -1200), None);
        let mate = loss(
            &AnyPosition::start_of(None),
            Score::mate_in(3),
            Score::cp(0),
        );
        assert_eq!(Judgement::of_loss(mate), Some(Judgement::Blunder));
    }
}
