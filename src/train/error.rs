//! Errors of training and tuning.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::data::{DataError, VariantGameError};
use crate::eval::nnue::{NetworkError, NetworkLoadError};

/// An error that ends a training or tuning run.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The games have no positions, or the filter drops all of them.
    #[error("the games have no position to train on")]
    NoPositions,
    /// The same for the validation games.
    #[error("{}: the games have no position to validate on", .0.display())]
    NoValidation(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// A line of a file is not a game of the variant.
    #[error("{}, line {line} is not a game of this variant: {error}", .path.display())]
    VariantGame {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Why it is not.
        error: VariantGameError,
    },
    /// A checkpoint is invalid.
    #[error("{} is not a checkpoint, or it is damaged", .0.display())]
    Checkpoint(PathBuf),
    /// The run would overwrite a checkpoint.
    #[error("{} already exists: pass --resume to continue it or choose another folder", .0.display())]
    CheckpointExists(PathBuf),
    /// A checkpoint belongs to a run with other settings.
    #[error("{} belongs to a run with the settings\n{found}and not\n{expected}", .path.display())]
    OtherSettings {
        /// Path of the checkpoint.
        path: PathBuf,
        /// The settings in the checkpoint.
        found: String,
        /// The settings of this run.
        expected: String,
    },
    /// A model soup with a run that trained the quantised network, which scales neurons.
    #[error("{} is of a run with --qat, whose weights cannot be averaged with others", .0.display())]
    QuantisedSoup(PathBuf),
    /// The engine does not support this hidden size.
    #[error(
        "hidden size {0} is not supported; expected a multiple of 32 from 32 to 2048, with layer stacks of 64"
    )]
    HiddenSize(usize),
    /// The initial network cannot be loaded.
    #[error(transparent)]
    InitialNetwork(#[from] NetworkLoadError),
    /// The initial network is larger than the one to train.
    #[error("{} has hidden size {found}, more than --hidden {expected}", .path.display())]
    InitialNetworkTooLarge {
        /// The file of the initial network.
        path: PathBuf,
        /// Its hidden size.
        found: usize,
        /// The hidden size to train.
        expected: usize,
    },
    /// The initial network has layer stacks, the one to train has none.
    #[error("{} has layer stacks; --no-layer-stacks needs an initial network without them", .0.display())]
    InitialNetworkWithLayerStacks(PathBuf),
    /// The trained network is invalid.
    #[error("the trained network is invalid: {0}")]
    Network(#[from] NetworkError),
}

impl TrainError {
    /// Converts system errors about this file.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> TrainError {
        let path = path.to_owned();
        move |error| TrainError::Io {
            path: path.clone(),
            error,
        }
    }
}
