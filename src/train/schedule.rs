//! The learning rate schedule of a training run, and its WDL weight by step.

use std::f64::consts::PI;

/// Steps of the learning rate's warm-up.
const WARM_UP: u64 = 200;

/// The length of a training run, its learning rates and its WDL weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Number of steps.
    pub steps: u64,
    /// Learning rate after the warm-up.
    pub learning_rate: f64,
    /// Learning rate of the last step, reached by cosine decay (<https://arxiv.org/abs/1608.03983>).
    pub final_learning_rate: f64,
    /// Weight of the game result in the target of the first step, 0 to 1.
    pub wdl: f64,
    /// The same of the last step; in between it is linear.
    pub final_wdl: f64,
}

impl Schedule {
    /// The learning rate of a step, counted from 0.
    pub(super) fn learning_rate(&self, step: u64) -> f32 {
        let cosine = (1.0 + (PI * self.progress(step)).cos()) / 2.0;
        let span = self.learning_rate - self.final_learning_rate;
        let warm_up_steps = WARM_UP.min(self.steps / 10) + 1;
        let warm_up_factor = ((step + 1) as f64 / warm_up_steps as f64).min(1.0);
        (warm_up_factor * (self.final_learning_rate + span * cosine)) as f32
    }

    /// The weight of the game result in the target of a step, counted from 0.
    pub(super) fn wdl(&self, step: u64) -> f32 {
        let change = self.final_wdl - self.wdl;
        (self.wdl + change * self.progress(step)) as f32
    }

    /// The part of the run that is done, 0 to 1.
    fn progress(&self, step: u64) -> f64 {
        step as f64 / self.steps.saturating_sub(1).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_warms_up_and_decays_and_wdl_is_linear() {
        let schedule = Schedule {
            steps: 10_000,
            learning_rate: 0.001,
            final_learning_rate: 1e-5,
            wdl: 0.2,
            final_wdl: 0.5,
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
        assert_eq!(schedule.wdl(0), 0.2);
        assert_eq!(schedule.wdl(9_999), 0.5);
        assert!((schedule.wdl(5_000) - 0.35).abs() < 1e-4);
    }
}
