//! The number of centipawns that an output of 1 means in the engine. Search margins assume a certain size of scores, so
//! networks are compared with the same.

use super::config::TrainConfig;
use super::error::TrainError;
use super::losses::Losses;
use super::quantize::{median_score, outputs};
use super::sample::Sample;
use super::target::{Target, sigmoid};
use crate::eval::nnue::{Network, NetworkWeights};

/// How the number is chosen.
pub(super) enum OutputScale {
    /// Always the same.
    Fixed(u32),
    /// Such that the median of the absolute scores of the validation positions is this number of centipawns.
    Median(f64),
}

impl OutputScale {
    pub(super) fn new(
        config: &TrainConfig,
        validation: &[Sample],
    ) -> Result<OutputScale, TrainError> {
        let Some(path) = &config.scale_like else {
            return Ok(OutputScale::Fixed(config.output_scale()));
        };
        let weights = Network::load(path)?.weights();
        Ok(OutputScale::Median(median_score(&weights, validation)))
    }

    /// The number for a network, 1 to 65,535.
    pub(super) fn of(&self, weights: &NetworkWeights, validation: &[Sample]) -> u32 {
        match *self {
            OutputScale::Fixed(scale) => scale,
            OutputScale::Median(median) => {
                let found = median_score(weights, validation).max(1.0);
                let scale = f64::from(weights.scale) * median / found;
                scale.round().clamp(1.0, f64::from(u16::MAX)) as u32
            }
        }
    }
}

/// The output scale, between half and twice the present one, with which a network has the least loss.
pub(super) fn fitted_scale(weights: &NetworkWeights, samples: &[Sample], target: Target) -> u32 {
    let outputs: Vec<f32> = outputs(weights, samples).collect();
    let loss = |scale: u32| -> f64 {
        let factor = scale as f32 / target.scale;
        let mut losses = Losses::default();
        for (output, sample) in outputs.iter().zip(samples) {
            losses.add_position(sample, sigmoid(output * factor), target);
        }
        losses.mean()
    };
    // Ternary search: the loss falls up to the minimum and rises after it.
    let (mut low, mut high) = ((weights.scale / 2).max(1), 2 * weights.scale);
    while high - low > 2 {
        let third = (high - low) / 3;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low..=high)
        .min_by(|&a, &b| loss(a).total_cmp(&loss(b)))
        .unwrap_or(weights.scale)
}
