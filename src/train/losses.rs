//! Losses by output bucket.

use super::sample::Sample;
use super::target::Target;
use crate::eval::nnue::OUTPUT_BUCKETS;

/// Sums of squared errors of win rates, 0 to 1, and numbers of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Sums of the squared errors by output bucket.
    pub sums: [f64; OUTPUT_BUCKETS],
    /// Numbers of positions by output bucket.
    pub counts: [u64; OUTPUT_BUCKETS],
    /// Sum of the squared errors against the game results alone.
    pub result_sum: f64,
}

impl Losses {
    /// Adds a position for which the network predicts the win rate `output`. Returns its error against the target.
    #[inline(always)]
    pub(super) fn add_position(&mut self, sample: &Sample, output: f32, target: Target) -> f32 {
        let bucket = sample.bucket();
        let error = output - target.of(sample);
        let result_error = output - sample.result();
        self.sums[bucket] += f64::from(error * error);
        self.counts[bucket] += 1;
        self.result_sum += f64::from(result_error * result_error);
        error
    }

    /// Adds the losses of other positions.
    pub(super) fn add(&mut self, other: &Losses) {
        for bucket in 0..OUTPUT_BUCKETS {
            self.sums[bucket] += other.sums[bucket];
            self.counts[bucket] += other.counts[bucket];
        }
        self.result_sum += other.result_sum;
    }

    /// Number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean loss of all positions.
    pub fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.positions().max(1) as f64
    }

    /// Mean loss of all positions against the game results alone. It does not depend on the WDL weight or on who
    /// scored the positions, so it compares any networks.
    pub fn result_mean(&self) -> f64 {
        self.result_sum / self.positions().max(1) as f64
    }

    /// Mean loss of the positions of a bucket.
    pub fn bucket_mean(&self, bucket: usize) -> f64 {
        self.sums[bucket] / self.counts[bucket].max(1) as f64
    }
}
