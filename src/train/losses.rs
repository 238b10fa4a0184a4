//! Losses by output bucket.

use crate::eval::nnue::OUTPUT_BUCKETS;

/// Sums of squared errors and numbers of positions, by output bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Sums of the squared errors.
    pub sums: [f64; OUTPUT_BUCKETS],
    /// Numbers of positions.
    pub counts: [u64; OUTPUT_BUCKETS],
}

impl Losses {
    /// Adds one position.
    #[inline(always)]
    pub(super) fn add_position(&mut self, bucket: usize, loss: f32) {
        self.sums[bucket] += f64::from(loss);
        self.counts[bucket] += 1;
    }

    /// Adds the losses of other positions.
    pub(super) fn add(&mut self, other: &Losses) {
        for bucket in 0..OUTPUT_BUCKETS {
            self.sums[bucket] += other.sums[bucket];
            self.counts[bucket] += other.counts[bucket];
        }
    }

    /// Number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean loss of all positions.
    pub fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.positions().max(1) as f64
    }

    /// Mean loss of the positions of a bucket.
    pub fn bucket_mean(&self, bucket: usize) -> f64 {
        self.sums[bucket] / self.counts[bucket].max(1) as f64
    }
}
