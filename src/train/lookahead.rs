//! Scores that know what was found later in the game: temporal difference learning, TD(λ)
//! (<https://www.chessprogramming.org/Temporal_Difference_Learning>). A short search errs in one position this
//! way and in the next that way; over some plies of a game its errors cancel out.

use crate::data::ReplayedPly;
use crate::types::Score;

/// How much later scores of a game count in those before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lookahead {
    /// What the rest of the game weighs against the score of a position itself, 0 to 1.
    pub weight: f64,
    /// The width in centipawns of the logistic curve that turns scores into chances, which are what is averaged.
    pub scale: f64,
}

/// Wdl nearer to certainty than this are none that a score would tell.
const CERTAINTY: f64 = 1e-6;

impl Lookahead {
    /// Every score stays what it is.
    pub(super) const NONE: Lookahead = Lookahead {
        weight: 0.0,
        scale: 1.0,
    };

    /// The scores of successive plies, each from the view of the side to move, with what comes after them.
    pub(super) fn scores(&self, plies: &[ReplayedPly]) -> Vec<Option<Score>> {
        let mut scores: Vec<Option<Score>> = plies.iter().map(|ply| ply.score).collect();
        if self.weight == 0.0 {
            return scores;
        }
        let mut later = None;
        for score in scores.iter_mut().rev() {
            later = score.map(|own| {
                let own = self.chance(own);
                later.map_or(own, |later: f64| own + self.weight * (1.0 - later - own))
            });
            *score = later.map(|chance| self.score(chance));
        }
        scores
    }

    fn chance(&self, score: Score) -> f64 {
        let chance = 1.0 / (1.0 + (-f64::from(score.raw()) / self.scale).exp());
        chance.clamp(CERTAINTY, 1.0 - CERTAINTY)
    }

    fn score(&self, chance: f64) -> Score {
        Score::cp((self.scale * (chance / (1.0 - chance)).ln()).round() as i32)
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

    fn scores(weight: f64, of: &[Option<i32>]) -> Vec<Option<i32>> {
        let lookahead = Lookahead {
            weight,
            scale: 200.0,
        };
        let scores = lookahead.scores(&plies(of));
        scores.iter().map(|score| Some((*score)?.raw())).collect()
    }

    #[test]
    fn without_weight_nothing_changes() {
        let game = [None, Some(20), Some(-5), Some(12_000)];
        assert_eq!(scores(0.0, &game), game);
        let none = Lookahead::NONE.scores(&plies(&game));
        assert_eq!(none[3], Some(Score::cp(12_000)));
    }

    #[test]
    fn a_game_that_is_judged_alike_stays_as_it_is() {
        let game = [None, Some(300), Some(-300), Some(300), Some(-300)];
        for weight in [0.3, 0.9, 1.0] {
            assert_eq!(scores(weight, &game), game);
        }
    }

    #[test]
    fn what_comes_later_counts_the_less_the_farther_it_is() {
        // The second side finds at last that it is winning.
        let found = scores(0.5, &[Some(0), Some(0), Some(0), Some(2000)]);
        let found: Vec<i32> = found.into_iter().flatten().collect();
        assert!(found[2] < found[0] && found[0] < 0 && found[1] > 0);
        assert!(found[1] < -found[2] && found[3] == 2000);
        // Half of it is certain, half even: 25 % are left.
        assert!(
            (found[2] - (200.0 * (0.25f64 / 0.75).ln()) as i32).abs() <= 1,
            "{found:?}"
        );
    }
}
