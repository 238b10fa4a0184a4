//! Networks as files: loading, saving, and the checksum that identifies them.

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::error::{NetworkError, NetworkLoadError};
use super::file_format::{self, MAX_FILE_SIZE};
use super::network::Network;
use crate::files::open_regular;

impl Network {
    /// Reads a network from a file.
    pub fn load(path: &Path) -> Result<Network, NetworkLoadError> {
        let read_error = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => NetworkLoadError::Missing(path.to_owned()),
            ErrorKind::InvalidInput => NetworkLoadError::NotAFile(path.to_owned()),
            _ => NetworkLoadError::Unreadable(path.to_owned()),
        };
        let file = open_regular(path, u64::MAX).map_err(read_error)?;
        let mut bytes = Vec::new();
        // One byte beyond the limit shows that a file is too long.
        let limit = MAX_FILE_SIZE as u64 + 1;
        file.take(limit)
            .read_to_end(&mut bytes)
            .map_err(read_error)?;
        Network::from_bytes(&bytes).map_err(|error| {
            let path = path.to_owned();
            NetworkLoadError::Unusable { path, error }
        })
    }

    /// Parses the content of a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (description, weights) = file_format::parse(bytes)?;
        Network::new(description, &weights)
    }

    /// The checksum at the end of the network's file, which identifies the network.
    pub fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        bytes
            .last_chunk()
            .map_or(0, |&checksum| u64::from_le_bytes(checksum))
    }

    /// The content of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file_format::to_bytes(self.description(), &self.weights())
    }
}
