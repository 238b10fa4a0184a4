//! The WDL model, as in Stockfish: the probability of winning is a logistic function of the score
//! (<https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>), whose centre and width depend on the
//! material on the board: with fewer pieces, winning takes a larger advantage. `diglot data wdl` fits the parameters to
//! games.

use crate::board::{Position, RuleSet};
use crate::types::{PieceType, Score, ScoreKind};

/// Win, draw and loss probabilities for the side to move in permille; they sum to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Probability of a win.
    pub win: u32,
    /// Probability of a draw.
    pub draw: u32,
    /// Probability of a loss.
    pub loss: u32,
}

/// Material of both sides in a typical middlegame, in pawns.
const USUAL_MATERIAL: f64 = 58.0;
/// Smallest and largest material that occur often enough for a fit.
pub(super) const FITTED_MATERIAL: (f64, f64) = (17.0, 78.0);

/// Parameters of the logistic function. Each is a linear function of m = material / usual material − 1: the value at
/// m = 0, then the slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Score in centipawns that wins half the games.
    pub centre: [f64; 2],
    /// Scale of the logistic function in centipawns.
    pub width: [f64; 2],
}

impl WdlModel {
    /// The model of network 9, fitted to 511 games with 20,000 nodes per move; networks 10 and 11 keep the median of
    /// the absolute scores. Score margins of the search assume the size of scores, so these are not scaled such that
    /// 100 centipawns win half the games.
    pub const CURRENT: WdlModel = WdlModel {
        centre: [72.0, -79.0],
        width: [38.0, 5.5],
    };

    /// The probability of a win, 0 to 1, at a score in centipawns with a material in pawns.
    #[inline]
    pub fn win(&self, centipawns: f64, material: f64) -> f64 {
        let m = material.clamp(FITTED_MATERIAL.0, FITTED_MATERIAL.1) / USUAL_MATERIAL - 1.0;
        let centre = self.centre[0] + self.centre[1] * m;
        let width = self.width[0] + self.width[1] * m;
        1.0 / (1.0 + ((centre - centipawns) / width).exp())
    }
}

impl Wdl {
    /// The probabilities for a score in a position, both for the side to move.
    pub fn of<R: RuleSet>(score: Score, position: &Position<R>) -> Wdl {
        match score.kind() {
            ScoreKind::Mate(_) | ScoreKind::TablebaseWin(_) => Wdl::new(1000, 0),
            ScoreKind::Mated(_) | ScoreKind::TablebaseLoss(_) => Wdl::new(0, 1000),
            ScoreKind::Centipawns(centipawns) => {
                Wdl::of_centipawns(f64::from(centipawns), material(position))
            }
        }
    }

    fn new(win: u32, loss: u32) -> Wdl {
        Wdl {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }

    fn of_centipawns(centipawns: f64, material: f64) -> Wdl {
        let permille = |score| (1000.0 * WdlModel::CURRENT.win(score, material)) as u32;
        // Rounding down keeps the sum of both at most 1000.
        Wdl::new(permille(centipawns), permille(-centipawns))
    }
}

/// Material of both sides in pawns.
pub(super) fn material<R: RuleSet>(position: &Position<R>) -> f64 {
    const VALUES: [(PieceType, u32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    let value = |&(kind, value): &(PieceType, u32)| position.of_type(kind).count() * value;
    f64::from(VALUES.iter().map(value).sum::<u32>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn probabilities_sum_to_1000_and_grow_with_the_score() {
        for material in [0.0, 10.0, 40.0, 78.0, 200.0] {
            let mut last = 0;
            for centipawns in (-3000..=3000).step_by(25) {
                let wdl = Wdl::of_centipawns(f64::from(centipawns), material);
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
                assert!(wdl.win >= last, "{material} {centipawns}");
                last = wdl.win;
                let other = Wdl::of_centipawns(-f64::from(centipawns), material);
                assert_eq!((wdl.win, wdl.loss), (other.loss, other.win));
            }
            assert!(last > 950, "{material}: {last}");
        }
    }

    #[test]
    fn proven_scores_are_certain() {
        let position = Position::startpos();
        assert_eq!(Wdl::of(Score::mate_in(3), &position).win, 1000);
        assert_eq!(Wdl::of(Score::mated_in(4), &position).loss, 1000);
        let even = Wdl::of(Score::DRAW, &position);
        assert!(even.win == even.loss && even.draw > even.win, "{even:?}");
    }

    #[test]
    fn a_score_wins_less_often_with_fewer_pieces() {
        let endgame = "8/5pk1/8/8/8/8/5PKP/8 w - - 0 1";
        let (endgame, _) = Position::from_fen(endgame, CastlingMode::Standard).unwrap();
        let ahead = Score::cp(200);
        let start = Wdl::of(ahead, &Position::startpos());
        assert!(Wdl::of(ahead, &endgame).win < start.win);
    }
}
