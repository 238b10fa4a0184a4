//! How fast to learn, and from what, as a training goes on.

use std::f64::consts::PI;

/// The steps in which the learning rate rises to its start.
const WARM_UP: u64 = 200;

/// The length of a training, and what changes in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// All steps.
    pub steps: u64,
    /// The learning rate at the start, after a short rise.
    pub learning_rate: f64,
    /// The learning rate at the end: down to it by half a wave of a cosine (<https://arxiv.org/abs/1608.03983>).
    pub final_learning_rate: f64,
    /// The share of the game's result in the target at the start, 0 to 1.
    pub result_weight: f64,
    /// The same at the end; in between it changes evenly.
    pub final_result_weight: f64,
}

impl Schedule {
    /// The learning rate of a step, counted from 0.
    pub fn learning_rate(&self, step: u64) -> f32 {
        let wave = (1.0 + (PI * self.done(step)).cos()) / 2.0;
        let span = self.learning_rate - self.final_learning_rate;
        let warm_up = WARM_UP.min(self.steps / 10) + 1;
        let rise = ((step + 1) as f64 / warm_up as f64).min(1.0);
        (rise * (self.final_learning_rate + span * wave)) as f32
    }

    /// The share of the game's result in the target of a step, counted from 0.
    pub fn result_weight(&self, step: u64) -> f32 {
        let change = self.final_result_weight - self.result_weight;
        (self.result_weight + change * self.done(step)) as f32
    }

    fn done(&self, step: u64) -> f64 {
        step as f64 / self.steps.saturating_sub(1).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_shortly_then_falls_and_the_results_gain_weight() {
        let schedule = Schedule {
            steps: 10_000,
            learning_rate: 0.001,
            final_learning_rate: 1e-5,
            result_weight: 0.2,
            final_result_weight: 0.5,
        };
        let rates: Vec<f32> = (0..10_000)
            .map(|step| schedule.learning_rate(step))
            .collect();
        assert!(
            rates[0] < 1e-5 && (rates[200] - 0.001).abs() < 2e-6,
            "{:?}",
            &rates[..2]
        );
        assert!(rates[200..].is_sorted_by(|a, b| a >= b));
        assert!((rates[9_999] - 1e-5).abs() < 1e-9);
        assert_eq!(schedule.result_weight(0), 0.2);
        assert_eq!(schedule.result_weight(9_999), 0.5);
        assert!((schedule.result_weight(5_000) - 0.35).abs() < 1e-4);
    }
}
