//! How hard a decision is, seen from the iterations of a search, and so how much of the planned time to
//! spend on it.

use crate::types::{Move, Score};

/// What the iterations have shown so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BestMoveStability {
    best: Option<Move>,
    /// Iterations since the best move changed.
    unchanged: u32,
    /// The score as it was, older iterations counting less and less; in centipawns.
    average: Option<f64>,
    /// By how many centipawns the last iteration has fallen below it.
    fall: f64,
}

impl BestMoveStability {
    /// Notes the result of an iteration.
    pub(crate) fn note(&mut self, best: Move, score: Score) {
        self.unchanged = match self.best == Some(best) {
            true => self.unchanged + 1,
            false => 0,
        };
        self.best = Some(best);
        let score = f64::from(score.raw());
        let average = self.average.unwrap_or(score);
        self.fall = average - score;
        self.average = Some((average * 2.0 + score) / 3.0);
    }

    /// By what to multiply the planned time, when `effort` of the nodes, from 0 to 1, went into the best
    /// move: less for a move that has long been the best and whose rivals are refuted quickly, more if
    /// the score falls (best-move stability, node fraction and score trend, as in many engines,
    /// <https://www.chessprogramming.org/Time_Management>).
    pub(crate) fn time_factor(&self, effort: f64) -> f64 {
        let stability = 1.3 - 0.06 * f64::from(self.unchanged.min(9));
        let attention = (1.6 - effort.clamp(0.0, 1.0)) * 1.35;
        let trend = (1.0 + self.fall * 0.012).clamp(0.8, 1.6);
        stability * attention * trend
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn a_clear_choice_takes_less_time_than_a_hard_one() {
        let first = Move::new(Square::E1, Square::G1, MoveKind::Quiet);
        let second = Move::new(Square::G1, Square::E1, MoveKind::Quiet);
        let mut clear = BestMoveStability::default();
        let mut hard = BestMoveStability::default();
        for i in 0..10 {
            clear.note(first, Score::cp(30));
            let m = if i % 2 == 0 { first } else { second };
            hard.note(m, Score::cp(30 - 20 * i));
        }
        assert!(clear.time_factor(0.95) < 0.7);
        assert!(hard.time_factor(0.4) > 1.5);
        assert!(clear.time_factor(0.4) > clear.time_factor(0.9));
    }
}
