//! Fits the model of chances to games, by maximum likelihood
//! (<https://en.wikipedia.org/wiki/Maximum_likelihood_estimation>).

use std::collections::BTreeMap;

use super::{FITTED, WdlModel, material};
use crate::board::Position;
use crate::types::{Color, Score, ScoreKind};

/// Scores are counted in classes of so many centipawns.
const CLASS: i32 = 8;
/// Beyond this many centipawns nearly all games are won, and say nothing.
const MAX_SCORE: i32 = 1600;
/// Wdl are taken to be no less, so that single games do not weigh infinitely.
const LEAST_CHANCE: f64 = 1e-6;
/// The first and the last step of the search for the best numbers, in centipawns.
const STEPS: (f64, f64) = (64.0, 0.25);

/// Games that began with the same score and material.
#[derive(Clone, Copy, Default)]
struct Results {
    wins: f64,
    draws: f64,
    losses: f64,
}

/// Positions of games and how these ended.
#[derive(Default)]
pub struct WdlFitter {
    /// By class of score and material, from the view of the side to move.
    results: BTreeMap<(i32, i32), Results>,
    positions: u64,
}

impl WdlFitter {
    /// Adds a position with its score and who won the game. Left out are scores beyond doubt, and material that
    /// hardly ever occurs.
    pub fn add(&mut self, position: &Position, score: Score, winner: Option<Color>) {
        let material = material(position);
        let ScoreKind::Centipawns(centipawns) = score.kind() else {
            return;
        };
        if centipawns.abs() > MAX_SCORE || !(FITTED.0..=FITTED.1).contains(&material) {
            return;
        }
        let class = ((centipawns + CLASS / 2).div_euclid(CLASS), material as i32);
        let results = self.results.entry(class).or_default();
        match winner {
            None => results.draws += 1.0,
            Some(winner) if winner == position.side_to_move() => results.wins += 1.0,
            Some(_) => results.losses += 1.0,
        }
        self.positions += 1;
    }

    /// How many positions there are to fit to.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The model by which the results are the likeliest, found from `start` by trying steps in each
    /// direction (<https://en.wikipedia.org/wiki/Pattern_search_(optimization)>).
    pub fn fit(&self, start: WdlModel) -> WdlModel {
        let (mut model, mut step) = (start, STEPS.0);
        let mut log_loss = self.log_loss(&model);
        while step >= STEPS.1 {
            let candidates =
                (0..4).flat_map(|i| [changed(&model, i, step), changed(&model, i, -step)]);
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

    /// How unlikely the results are, as the mean of their negative logarithms.
    pub fn log_loss(&self, model: &WdlModel) -> f64 {
        let of_class = |(&(class, material), results): (&(i32, i32), &Results)| {
            let centipawns = f64::from(class * CLASS);
            let win = model.win(centipawns, f64::from(material));
            let loss = model.win(-centipawns, f64::from(material));
            let log = |chance: f64| chance.max(LEAST_CHANCE).ln();
            -results.wins * log(win)
                - results.losses * log(loss)
                - results.draws * log(1.0 - win - loss)
        };
        let sum: f64 = self.results.iter().map(of_class).sum();
        sum / self.positions.max(1) as f64
    }
}

/// The model with one of its four numbers changed. A width is never less than one centipawn with any material.
fn changed(model: &WdlModel, number: usize, step: f64) -> WdlModel {
    let mut changed = *model;
    match number {
        0 | 1 => changed.centre[number] += step,
        _ => changed.width[number - 2] += step,
    }
    changed.width[0] = changed.width[0].max(2.0);
    let most = changed.width[0] - 1.0;
    changed.width[1] = changed.width[1].clamp(-most, most);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results with the frequencies that a model foretells are fitted by that model.
    #[test]
    fn the_model_that_made_the_results_is_found() {
        let made_by = WdlModel {
            centre: [120.0, -60.0],
            width: [70.0, 20.0],
        };
        let mut fit = WdlFitter::default();
        for class in -100..=100 {
            for material in [20, 40, 58, 70] {
                let centipawns = f64::from(class * CLASS);
                let wins = made_by.win(centipawns, f64::from(material));
                let losses = made_by.win(-centipawns, f64::from(material));
                let results = Results {
                    wins,
                    losses,
                    draws: 1.0 - wins - losses,
                };
                fit.results.insert((class, material), results);
                fit.positions += 1;
            }
        }
        let found = fit.fit(WdlModel::CURRENT);
        let numbers = |model: &WdlModel| [model.centre, model.width].concat();
        for (found, wanted) in numbers(&found).into_iter().zip(numbers(&made_by)) {
            assert!((found - wanted).abs() < 1.0, "{found} instead of {wanted}");
        }
        assert!(fit.log_loss(&found) < fit.log_loss(&WdlModel::CURRENT));
    }
}
