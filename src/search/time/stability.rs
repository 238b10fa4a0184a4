//! Best-move stability: how much of the planned time the best move needs, judged from the iterations
//! so far.

use crate::search::params;
use crate::types::{Move, Score};

/// The best moves and scores of the iterations so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BestMoveStability {
    best: Option<Move>,
    /// Iterations since the best move last changed.
    stable_iterations: u32,
    /// Exponential moving average of the scores in centipawns.
    average_score: Option<f64>,
    /// How far the score of the last iteration fell below the average, in centipawns.
    score_drop: f64,
}

impl BestMoveStability {
    /// Adds the result of an iteration.
    pub(crate) fn update(&mut self, best: Move, score: Score) {
        self.stable_iterations = if self.best == Some(best) {
            self.stable_iterations + 1
        } else {
            0
        };
        self.best = Some(best);
        let score = f64::from(score.raw());
        let average = self.average_score.unwrap_or(score);
        self.score_drop = average - score;
        self.average_score = Some((average * 2.0 + score) / 3.0);
    }

    /// The factor by which to multiply the soft limit. `node_fraction`, from 0 to 1, is the share of nodes
    /// below the best move. The factor is small for a move that has been the best for long and whose
    /// rivals are refuted quickly, and large if the score drops (best-move stability, node fraction and
    /// score trend, as in many engines, <https://www.chessprogramming.org/Time_Management>).
    pub(crate) fn time_factor(&self, node_fraction: f64) -> f64 {
        let percent = |value: i32| f64::from(value) / 100.0;
        let stability = percent(params::tm_stability_base())
            - percent(params::tm_stability()) * f64::from(self.stable_iterations.min(9));
        let node_factor = (percent(params::tm_nodes_base()) - node_fraction.clamp(0.0, 1.0))
            * percent(params::tm_nodes());
        let drop = self.score_drop * percent(params::tm_score_drop()) / 10.0;
        let trend = (1.0 + drop).clamp(0.8, 1.6);
        stability * node_factor * trend
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn a_stable_best_move_takes_less_time() {
        let first = Move::new(Square::E1, Square::G1, MoveKind::Quiet);
        let second = Move::new(Square::G1, Square::E1, MoveKind::Quiet);
        let mut stable = BestMoveStability::default();
        let mut unstable = BestMoveStability::default();
        for i in 0..10 {
            stable.update(first, Score::cp(30));
            let m = if i % 2 == 0 { first } else { second };
            unstable.update(m, Score::cp(30 - 20 * i));
        }
        assert!(stable.time_factor(0.95) < 0.7);
        assert!(unstable.time_factor(0.4) > 1.5);
        assert!(stable.time_factor(0.4) > stable.time_factor(0.9));
    }
}
