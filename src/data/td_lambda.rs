//! Temporal difference learning, TD(λ) (<https://www.chessprogramming.org/Temporal_Difference_Learning>): blends the
//! score of a position with the later scores of the game. The errors of short searches cancel out over several plies.

use super::replay::ReplayedPly;
use crate::types::Score;

/// How scores are blended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdLambda {
    /// Weight of the rest of the game against the position's own score, 0 to 1.
    pub lambda: f64,
    /// Width in centipawns of the sigmoid that maps scores to win rates, which are blended.
    pub scale: f64,
}

/// A blended score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The score that the blended win rate stands for.
    pub score: Score,
    /// The difference between the blended win rate and that of the position's own score, 0 to 1.
    pub difference: f64,
}

/// The lowest win rate, and one minus the highest. Beyond that no score is precise enough.
const MIN_WIN_RATE: f64 = 1e-6;

impl TdLambda {
    /// Leaves every score unchanged.
    pub const OFF: TdLambda = TdLambda {
        lambda: 0.0,
        scale: 1.0,
    };

    /// Returns the blended scores of successive plies, each from the side to move's view.
    pub fn blend(&self, plies: &[ReplayedPly]) -> Vec<Option<Blend>> {
        let unchanged = |score| Blend {
            score,
            difference: 0.0,
        };
        let mut blends: Vec<Option<Blend>> =
            plies.iter().map(|ply| ply.score.map(unchanged)).collect();
        if self.lambda == 0.0 {
            return blends;
        }
        let mut later: Option<f64> = None;
        for blend in blends.iter_mut().rev() {
            later = blend.as_mut().map(|blend| {
                let own = self.win_rate(blend.score);
                let blended = later.map_or(own, |later| own + self.lambda * (1.0 - later - own));
                blend.score = self.score(blended);
                blend.difference = (blended - own).abs();
                blended
            });
        }
        blends
    }

    fn win_rate(&self, score: Score) -> f64 {
        let win_rate = 1.0 / (1.0 + (-f64::from(score.raw()) / self.scale).exp());
        win_rate.clamp(MIN_WIN_RATE, 1.0 - MIN_WIN_RATE)
    }

    fn score(&self, win_rate: f64) -> Score {
        Score::cp((self.scale * (win_rate / (1.0 - win_rate)).ln()).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn plies(scores: &[Option<i32>]) -> Vec<ReplayedPly> {
        let position = Position::startpos();
        let m = position.legal_moves()[0];
        let ply = |(number, score): (usize, &Option<i32>)| ReplayedPly {
            position,
            m,
            score: score.map(Score::cp),
            number,
        };
        scores.iter().enumerate().map(ply).collect()
    }

    fn blended(lambda: f64, scores: &[Option<i32>]) -> Vec<Option<i32>> {
        let td_lambda = TdLambda {
            lambda,
            scale: 200.0,
        };
        let blends = td_lambda.blend(&plies(scores));
        blends
            .iter()
            .map(|blend| Some((*blend)?.score.raw()))
            .collect()
    }

    #[test]
    fn lambda_zero_changes_nothing() {
        let game = [None, Some(20), Some(-5), Some(12_000)];
        assert_eq!(blended(0.0, &game), game);
        let off = TdLambda::OFF.blend(&plies(&game));
        let unchanged = Blend {
            score: Score::cp(12_000),
            difference: 0.0,
        };
        assert_eq!(off[3], Some(unchanged));
    }

    #[test]
    fn blends_tell_how_far_they_are_from_the_own_score() {
        let td_lambda = TdLambda {
            lambda: 0.5,
            scale: 220.0,
        };
        let difference = |own, later| {
            let blends = td_lambda.blend(&plies(&[Some(own), Some(later)]));
            blends[0].unwrap().difference
        };
        assert!(difference(40, -40) < 1e-9);
        // A quarter of the way from a draw to a certain win or loss.
        assert!((difference(0, 12_000) - 0.25).abs() < 1e-4);
        assert!((difference(0, -12_000) - 0.25).abs() < 1e-4);
        assert!(difference(1200, -600) < difference(0, 600));
    }

    #[test]
    fn constant_scores_stay_unchanged() {
        let game = [None, Some(300), Some(-300), Some(300), Some(-300)];
        for lambda in [0.3, 0.9, 1.0] {
            assert_eq!(blended(lambda, &game), game);
        }
    }

    #[test]
    fn later_scores_count_less_with_distance() {
        // The second side sees only at the end that it is winning.
        let found = blended(0.5, &[Some(0), Some(0), Some(0), Some(2000)]);
        let found: Vec<i32> = found.into_iter().flatten().collect();
        assert!(found[2] < found[0] && found[0] < 0 && found[1] > 0);
        assert!(found[1] < -found[2] && found[3] == 2000);
        // Half a certain loss and half a draw: a win rate of 25 %.
        assert!(
            (found[2] - (200.0 * (0.25f64 / 0.75).ln()) as i32).abs() <= 1,
            "{found:?}"
        );
    }
}
