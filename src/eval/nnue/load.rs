//! Networks from the user's files.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::file::{MAX_FILE, NetworkError};
use super::network::Network;

/// Why a file is not used. No reason of the system is told: XBoard takes some of them for a failure of
/// its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkLoadError {
    /// Nothing is there.
    #[error("there is no network {}", .0.display())]
    Missing(PathBuf),
    /// A folder, a device, a pipe.
    #[error("the network {} is no file", .0.display())]
    NotAFile(PathBuf),
    /// The system does not let us read it.
    #[error("the network {} cannot be read", .0.display())]
    Unreadable(PathBuf),
    /// What is in it.
    #[error("the network {} cannot be used: {error}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

impl Network {
    /// Reads a network from a file.
    pub fn load(path: &Path) -> Result<Network, NetworkLoadError> {
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => NetworkLoadError::Missing(path.to_owned()),
            _ => NetworkLoadError::Unreadable(path.to_owned()),
        };
        // Opening a pipe that nobody writes to would take for ever.
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(NetworkLoadError::NotAFile(path.to_owned()));
        }
        let file = File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        // One byte too many is enough to see that a file is too long.
        let most = MAX_FILE as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(failed)?;
        Network::from_bytes(&bytes).map_err(|error| {
            let path = path.to_owned();
            NetworkLoadError::Unusable { path, error }
        })
    }
}
