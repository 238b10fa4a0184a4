//! The number of centipawns that an output of 1 means in the engine. Search margins assume a certain size of scores, so
//! networks are compared with the same.

use super::config::TrainConfig;
use super::error::TrainError;
use super::quantize::median_score;
use super::sample::Sample;
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
