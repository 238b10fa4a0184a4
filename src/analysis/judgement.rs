//! Judging moves by the winning chances that they lose.

use serde::Serialize;

use super::score::WhiteScore;
use crate::board::{AnyPosition, with_position};
use crate::eval::Wdl;
use crate::types::{Color, Score, TABLEBASE_CENTIPAWNS};

/// Loss of winning chances from which a move is an inaccuracy, a mistake, a blunder. docs/annotations.md has them in
/// centipawns of an even position.
const INACCURACY: f64 = 0.15;
const MISTAKE: f64 = 0.25;
const BLUNDER: f64 = 0.35;

/// Centipawns for one side beyond which giving a mate away, or allowing one, is only a mistake, and only an inaccuracy.
const MATE_MISTAKE: i32 = 700;
const MATE_INACCURACY: i32 = 999;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

    /// The judgement of a move that gives a mate away or allows one, by the rule of lichess: a blunder, unless the side with
    /// the mate wins easily without it. `before` is the score of the best move, `after` that of the same side after the move.
    pub(super) fn of_mate(before: Score, after: Score) -> Option<Judgement> {
        let [before, after] = [before, after].map(|score| WhiteScore::new(score, Color::White));
        let is_lost = before.is_mate_of(Color::White) && !after.is_mate_of(Color::White);
        let is_allowed = !before.is_mate_of(Color::Black) && after.is_mate_of(Color::Black);
        let without_mate = match (is_lost, is_allowed) {
            (true, true) => 0,
            (true, false) => after.clamped(TABLEBASE_CENTIPAWNS),
            (false, true) => -before.clamped(TABLEBASE_CENTIPAWNS),
            (false, false) => return None,
        };
        Some(match without_mate {
            _ if without_mate > MATE_INACCURACY => Judgement::Inaccuracy,
            _ if without_mate > MATE_MISTAKE => Judgement::Mistake,
            _ => Judgement::Blunder,
        })
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
    use crate::types::displayed_centipawns;

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

    #[test]
    fn a_mate_given_away_or_allowed_is_judged_by_what_is_left() {
        let cp = Score::cp;
        let (mate, mated) = (Score::mate_in(3), Score::mated_in(4));
        for (before, after, judgement) in [
            (mate, cp(60), Some(Judgement::Blunder)),
            (mate, mated, Some(Judgement::Blunder)),
            (cp(-60), mated, Some(Judgement::Blunder)),
            (
                mate,
                Score::tablebase_win_in(9),
                Some(Judgement::Inaccuracy),
            ),
            (
                -Score::tablebase_win_in(9),
                mated,
                Some(Judgement::Inaccuracy),
            ),
            (mate, Score::mate_in(15), None),
            (Score::mated_in(20), mated, None),
            (cp(60), mate, None),
            (cp(60), cp(-300), None),
        ] {
            assert_eq!(
                Judgement::of_mate(before, after),
                judgement,
                "{before:?} {after:?}"
            );
        }
        let pawns_left = |pawns| {
            let centipawns = (0..)
                .find(|&cp| displayed_centipawns(cp) > 100 * pawns)
                .unwrap();
            Judgement::of_mate(mate, cp(centipawns))
        };
        assert_eq!(pawns_left(6), Some(Judgement::Blunder));
        assert_eq!(pawns_left(8), Some(Judgement::Mistake));
        assert_eq!(pawns_left(10), Some(Judgement::Inaccuracy));
    }
}
