//! Training of networks from games that Diglot has played with itself
//! (<https://www.chessprogramming.org/NNUE>), and tuning of the evaluation without one.
//!
//! Only quiet positions with a score are learnt from. They are mixed across the games, and the network learns to
//! tell the chances of winning that score and result stand for.

mod checkpoint;
mod games;
mod gradient;
mod lanes;
mod lookahead;
mod optimizer;
mod parameters;
mod quantize;
mod run;
mod sample;
mod schedule;
mod settings;
mod shuffle;

#[cfg(test)]
pub(crate) mod toy;
mod trainer;
mod tune;

pub use gradient::Losses;
pub use run::{Event, Superbatch, train, write};
pub use sample::Sample;
pub use schedule::Schedule;
pub use settings::TrainConfig;
pub use tune::{TuneConfig, TuneEvent, tune};

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::data::DataError;
use crate::eval::nnue::{NetworkError, NetworkLoadError};

/// Why a training cannot be done.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// All positions are filtered out, or there are none.
    #[error("the games have no position to learn from")]
    NoPositions,
    /// Likewise of those to judge by.
    #[error("{}: its games have no position to judge by", .0.display())]
    NoValidation(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A checkpoint is none.
    #[error("{} is no checkpoint, or a damaged one", .0.display())]
    Checkpoint(PathBuf),
    /// A checkpoint would be lost.
    #[error("{} is there already: --resume goes on from it, another folder begins anew", .0.display())]
    CheckpointExists(PathBuf),
    /// A checkpoint is that of another training.
    #[error("{} is the state of another training:\n{found}and not of:\n{wanted}", .path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings of the training in it.
        found: String,
        /// The settings asked for.
        wanted: String,
    },
    /// The engine has no use for such a network.
    #[error("{0} neurons a side are impossible; it must be a multiple of 32 from 32 to 2048")]
    Hidden(usize),
    /// The network to begin with is none.
    #[error(transparent)]
    Start(#[from] NetworkLoadError),
    /// The network to begin with has too many neurons.
    #[error("{} has {found} neurons a side, more than the {wanted} that are to be trained", .path.display())]
    Wider {
        /// The file.
        path: PathBuf,
        /// The neurons a side in it.
        found: usize,
        /// Those asked for.
        wanted: usize,
    },
    /// The result is no network.
    #[error("the training has failed: {0}")]
    Network(#[from] NetworkError),
}

impl TrainError {
    fn system(path: &Path) -> impl Fn(io::Error) -> TrainError {
        let path = path.to_owned();
        move |error| TrainError::System {
            path: path.clone(),
            error,
        }
    }
}
