//! The state that a training starts from.

use std::fs;
use std::path::{Path, PathBuf};

use super::checkpoint::Checkpoint;
use super::config::TrainConfig;
use super::error::TrainError;
use super::games::ReadCounts;
use super::optimizer::Optimizer;
use super::output_scale::fitted_scale;
use super::parameters::Parameters;
use super::quantize;
use super::sample::Sample;
use crate::eval::nnue::{Network, is_valid_hidden_size, is_valid_stacked_hidden_size};

/// Returns the state to start from: the checkpoint to resume or a new one.
pub(super) fn initial_state(
    config: &TrainConfig,
    validation: &[Sample],
) -> Result<Checkpoint, TrainError> {
    let hidden = config.hidden_size;
    let is_valid = if config.shape().layer_stacks {
        is_valid_stacked_hidden_size
    } else {
        is_valid_hidden_size
    };
    if !is_valid(hidden) {
        return Err(TrainError::HiddenSize(hidden));
    }
    if let Some(folder) = &config.checkpoint {
        let path = state_path(folder);
        if config.resume {
            return Checkpoint::read(&path, &config.description(), config.shape());
        }
        if path.exists() {
            return Err(TrainError::CheckpointExists(path));
        }
        fs::create_dir_all(folder).map_err(TrainError::io(folder))?;
    }
    let parameters = initial_parameters(config, validation)?;
    Ok(Checkpoint {
        description: config.description(),
        superbatches: 0,
        counts: ReadCounts::default(),
        optimizer: Optimizer::new(&parameters),
        parameters,
    })
}

/// Random weights, or those of the initial network. Its output scale need not be that of its training, so its output
/// is scaled such that it fits the validation positions.
fn initial_parameters(
    config: &TrainConfig,
    validation: &[Sample],
) -> Result<Parameters, TrainError> {
    let (shape, seed) = (config.shape(), config.seed);
    let Some(path) = &config.initial_network else {
        return Ok(Parameters::random(shape, seed));
    };
    let network = Network::load(path)?;
    let mut weights = network.weights();
    if !shape.layer_stacks && !weights.layer_stacks.is_empty() {
        return Err(TrainError::InitialNetworkWithLayerStacks(path.clone()));
    }
    if network.hidden_size() > shape.hidden_size {
        return Err(TrainError::InitialNetworkTooLarge {
            path: path.clone(),
            found: network.hidden_size(),
            expected: shape.hidden_size,
        });
    }
    weights.scale = fitted_scale(&weights, validation, config.final_target());
    Ok(quantize::dequantize(&weights, shape, config.scale, seed))
}

/// The file in a checkpoint folder that holds the state of the training.
pub(super) fn state_path(folder: &Path) -> PathBuf {
    folder.join("training.state")
}
