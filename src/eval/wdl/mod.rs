//! How likely a game is won, drawn and lost from a score.
//!
//! Won and lost games are taken to be logistically distributed over the score
//! (<https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>), with a centre and a
//! width that depend on the material on the board, as Stockfish has it: the fewer pieces there are, the
//! more must be ahead to win. The numbers are fitted to games by `diglot data wdl`.

mod fit;

pub use fit::WdlFitter;

use crate::board::Position;
use crate::types::{PieceType, Score, ScoreKind};

/// Wdl of the side to move in permille; they sum up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Of winning.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of losing.
    pub loss: u32,
}

/// The material of most middlegames, both sides together, a pawn counting one.
const USUAL_MATERIAL: f64 = 58.0;
/// The least and the greatest material that occur often enough to be fitted.
const FITTED: (f64, f64) = (17.0, 78.0);

/// What the chances of winning depend on; each first with the usual material, then how it grows with the share of material
/// beyond that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Where half the games are won, in centipawns.
    pub centre: [f64; 2],
    /// How wide the change from hardly any to nearly all is, in centipawns.
    pub width: [f64; 2],
}

impl WdlModel {
    /// The model of the present network, fitted to 276 games of 20,000 nodes a move: 100 centipawns with the usual material
    /// win half the games.
    pub const CURRENT: WdlModel = WdlModel {
        centre: [100.0, -105.0],
        width: [50.0, -5.0],
    };

    /// The chance of winning, 0 to 1, of a side that is so many centipawns ahead.
    #[inline]
    pub fn win(&self, centipawns: f64, material: f64) -> f64 {
        let share = material.clamp(FITTED.0, FITTED.1) / USUAL_MATERIAL - 1.0;
        let centre = self.centre[0] + self.centre[1] * share;
        let width = self.width[0] + self.width[1] * share;
        1.0 / (1.0 + ((centre - centipawns) / width).exp())
    }
}

impl Wdl {
    /// The chances that a score means in a position, both from the view of the side to move.
    pub fn of(score: Score, position: &Position) -> Wdl {
        match score.kind() {
            ScoreKind::Mate(_) | ScoreKind::TablebaseWin(_) => Wdl::new(1000, 0),
            ScoreKind::Mated(_) | ScoreKind::TablebaseLoss(_) => Wdl::new(0, 1000),
            ScoreKind::Centipawns(centipawns) => {
                Wdl::of_estimate(f64::from(centipawns), material(position))
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

    fn of_estimate(centipawns: f64, material: f64) -> Wdl {
        let permille = |ahead| (1000.0 * WdlModel::CURRENT.win(ahead, material)) as u32;
        // Both rounded down, they cannot be more than 1000 together.
        Wdl::new(permille(centipawns), permille(-centipawns))
    }
}

/// The pieces of both sides in pawns.
fn material(position: &Position) -> f64 {
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
    fn chances_add_up_and_grow_with_the_score() {
        for material in [0.0, 10.0, 40.0, 78.0, 200.0] {
            let mut last = 0;
            for centipawns in (-3000..=3000).step_by(25) {
                let chances = Wdl::of_estimate(f64::from(centipawns), material);
                assert_eq!(chances.win + chances.draw + chances.loss, 1000);
                assert!(chances.win >= last, "{material} {centipawns}");
                last = chances.win;
                let other = Wdl::of_estimate(-f64::from(centipawns), material);
                assert_eq!((chances.win, chances.loss), (other.loss, other.win));
            }
            assert!(last > 950, "{material}: {last}");
        }
    }

    #[test]
    fn what_is_proven_is_certain() {
        let position = Position::startpos();
        assert_eq!(Wdl::of(Score::mate_in(3), &position).win, 1000);
        assert_eq!(Wdl::of(Score::mated_in(4), &position).loss, 1000);
        let even = Wdl::of(Score::DRAW, &position);
        assert!(even.win == even.loss && even.draw > even.win, "{even:?}");
    }

    #[test]
    fn the_same_score_wins_less_often_when_there_are_few_pieces() {
        let endgame = "8/5pk1/8/8/8/8/5PKP/8 w - - 0 1";
        let (endgame, _) = Position::from_fen(endgame, CastlingMode::Standard).unwrap();
        let ahead = Score::cp(200);
        let start = Wdl::of(ahead, &Position::startpos());
        assert!(Wdl::of(ahead, &endgame).win < start.win);
    }
}
