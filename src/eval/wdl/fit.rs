//! Fits the WDL model to games by maximum likelihood
//! (<https://en.wikipedia.org/wiki/Maximum_likelihood_estimation>).

use std::collections::BTreeMap;

use super::model::{FITTED_MATERIAL, WdlModel, material};
use crate::board::Position;
use crate::types::{Color, Score, ScoreKind};

/// Width of a score bin in centipawns.
const BIN_WIDTH: i32 = 8;
/// Scores beyond this many centipawns are left out: nearly all such games are won.
const MAX_SCORE: i32 = 1600;
/// Lower limit of probabilities, so that a single game cannot have infinite weight.
const MIN_PROBABILITY: f64 = 1e-6;
/// First and last step of the pattern search in centipawns.
const FIRST_STEP: f64 = 64.0;
const LAST_STEP: f64 = 0.25;

/// Results of positions with the same score and material.
#[derive(Clone, Copy, Default)]
struct Results {
    wins: f64,
    draws: f64,
    losses: f64,
}

/// Collects positions of games with their results.
#[derive(Default)]
pub struct WdlFitter {
    /// By score bin and material, for the side to move.
    results: BTreeMap<(i32, i32), Results>,
    positions: u64,
}

impl WdlFitter {
    /// Adds a position with its score and the winner of the game. Ignores decisive scores and rare material.
    pub fn add(&mut self, position: &Position, score: Score, winner: Option<Color>) {
        let material = material(position);
        let ScoreKind::Centipawns(centipawns) = score.kind() else {
            return;
        };
        if centipawns.abs() > MAX_SCORE
            || !(FITTED_MATERIAL.0..=FITTED_MATERIAL.1).contains(&material)
        {
            return;
        }
        let bin = (
            (centipawns + BIN_WIDTH / 2).div_euclid(BIN_WIDTH),
            material as i32,
        );
        let results = self.results.entry(bin).or_default();
        match winner {
            None => results.draws += 1.0,
            Some(winner) if winner == position.side_to_move() => results.wins += 1.0,
            Some(_) => results.losses += 1.0,
        }
        self.positions += 1;
    }

    /// Number of positions added.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The model with the smallest log loss, found from `start` by pattern search
    /// (<https://en.wikipedia.org/wiki/Pattern_search_(optimization)>).
    pub fn fit(&self, start: WdlModel) -> WdlModel {
        let (mut model, mut step) = (start, FIRST_STEP);
        let mut log_loss = self.log_loss(&model);
        while step >= LAST_STEP {
            let candidates = (0..4).flat_map(|i| {
                [
                    with_parameter_changed(&model, i, step),
                    with_parameter_changed(&model, i, -step),
                ]
            });
            let best = candidates
                .map(|candidate| (self.log_loss(&candidate), candidate))
                .min_by(|(a, _), (b, _)| a.total_cmp(b))
                .filter(|&(lower, _)| lower < log_loss);
            match best {
                Some(better) => (log_loss, model) = better,
                None => step /= 2.0,
            }
        }
        model
    }

    /// The mean negative log likelihood of the results.
    pub fn log_loss(&self, model: &WdlModel) -> f64 {
        let bin_loss = |(&(bin, material), results): (&(i32, i32), &Results)| {
            let centipawns = f64::from(bin * BIN_WIDTH);
            let win = model.win(centipawns, f64::from(material));
            let loss = model.win(-centipawns, f64::from(material));
            let log = |probability: f64| probability.max(MIN_PROBABILITY).ln();
            -results.wins * log(win)
                - results.losses * log(loss)
                - results.draws * log(1.0 - win - loss)
        };
        let sum: f64 = self.results.iter().map(bin_loss).sum();
        sum / self.positions.max(1) as f64
    }
}

/// Changes one of the four parameters. The width stays at least one centipawn with any material.
fn with_parameter_changed(model: &WdlModel, parameter: usize, step: f64) -> WdlModel {
    let mut changed = *model;
    match parameter {
        0 | 1 => changed.centre[parameter] += step,
        _ => changed.width[parameter - 2] += step,
    }
    changed.width[0] = changed.width[0].max(2.0);
    let limit = changed.width[0] - 1.0;
    changed.width[1] = changed.width[1].clamp(-limit, limit);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_recovers_the_model_that_generated_the_results() {
        let generator = WdlModel {
            centre: [120.0, -60.0],
            width: [70.0, 20.0],
        };
        let mut fitter = WdlFitter::default();
        for bin in -100..=100 {
            for material in [20, 40, 58, 70] {
                let centipawns = f64::from(bin * BIN_WIDTH);
                let wins = generator.win(centipawns, f64::from(material));
                let losses = generator.win(-centipawns, f64::from(material));
                let results = Results {
                    wins,
                    losses,
                    draws: 1.0 - wins - losses,
                };
                fitter.results.insert((bin, material), results);
                fitter.positions += 1;
            }
        }
        let found = fitter.fit(WdlModel::CURRENT);
        let parameters = |model: &WdlModel| [model.centre, model.width].concat();
        for (found, expected) in parameters(&found).into_iter().zip(parameters(&generator)) {
            assert!(
                (found - expected).abs() < 1.0,
                "{found} instead of {expected}"
            );
        }
        assert!(fitter.log_loss(&found) < fitter.log_loss(&WdlModel::CURRENT));
    }
}
