//! The file format of networks, with every field checked on reading.
//!
//! All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `DIGLOTNN` |
//! | 4 | version, 1 |
//! | 4 | architecture, 1 |
//! | 4 | H, the hidden size: a multiple of 32 from 32 to 2048 |
//! | 4 | inputs, 768 |
//! | 4 | output buckets, 8 |
//! | 4 each | QA (255), QB, SCALE |
//! | 4 | length of the description in bytes |
//! | … | the description, UTF-8 |
//! | 2 each | feature weights, 768 × H |
//! | 2 each | feature bias, H |
//! | 2 each | output weights, 8 × 2 H |
//! | 4 each | output bias, 8 |
//! | 8 | FNV-1a of all bytes before (<http://www.isthe.com/chongo/tech/comp/fnv/>), 64 bits |

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::architecture::{
    MAX_DESCRIPTION, MAX_HIDDEN_SIZE, NetworkWeights, OUTPUT_BUCKETS, QA, is_valid_hidden_size,
};
use super::error::{FORMAT_VERSION, NetworkError, NetworkLoadError};
use super::features::INPUTS;
use super::network::Network;

const MAGIC: &[u8; 8] = b"DIGLOTNN";
const ARCHITECTURE: u32 = 1;
const HEADER_SIZE: usize = MAGIC.len() + 9 * size_of::<u32>();
const CHECKSUM_SIZE: usize = size_of::<u64>();

/// Size of the largest possible file in bytes.
const MAX_FILE_SIZE: usize = file_size(MAX_HIDDEN_SIZE, MAX_DESCRIPTION);

impl Network {
    /// Reads a network from a file.
    pub fn load(path: &Path) -> Result<Network, NetworkLoadError> {
        let read_error = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => NetworkLoadError::Missing(path.to_owned()),
            _ => NetworkLoadError::Unreadable(path.to_owned()),
        };
        // Opening a pipe without a writer would block forever.
        if !fs::metadata(path).map_err(read_error)?.is_file() {
            return Err(NetworkLoadError::NotAFile(path.to_owned()));
        }
        let file = File::open(path).map_err(read_error)?;
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
        let mut reader = ByteReader { bytes };
        if reader.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let truncated = NetworkError::Size {
            expected: HEADER_SIZE,
            found: bytes.len(),
        };
        let mut header_field = || reader.u32().ok_or(truncated.clone());
        let version = header_field()?;
        if version != FORMAT_VERSION {
            return Err(NetworkError::Version(version));
        }
        check_field("number", header_field()?, ARCHITECTURE)?;
        let hidden_size = header_field()? as usize;
        check_field("inputs", header_field()?, INPUTS as u32)?;
        check_field("buckets", header_field()?, OUTPUT_BUCKETS as u32)?;
        check_field("QA", header_field()?, QA as u32)?;
        let qb = header_field()?;
        let scale = header_field()?;
        let description_length = header_field()? as usize;
        if !is_valid_hidden_size(hidden_size) {
            return Err(NetworkError::Hidden(hidden_size));
        }
        if description_length > MAX_DESCRIPTION {
            return Err(NetworkError::Description);
        }
        let expected = file_size(hidden_size, description_length);
        let found = bytes.len();
        let wrong_size = NetworkError::Size { expected, found };
        if found != expected {
            return Err(wrong_size);
        }
        let Some((content, checksum)) = bytes.split_last_chunk::<CHECKSUM_SIZE>() else {
            return Err(wrong_size);
        };
        if fnv_1a(content) != u64::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let description = reader.take(description_length).ok_or(wrong_size.clone())?;
        let description = str::from_utf8(description).map_err(|_| NetworkError::Description)?;
        let weights = reader.weights(hidden_size, qb, scale).ok_or(wrong_size)?;
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
        let weights = self.weights();
        let mut bytes = MAGIC.to_vec();
        for field in [
            FORMAT_VERSION,
            ARCHITECTURE,
            self.hidden_size() as u32,
            INPUTS as u32,
            OUTPUT_BUCKETS as u32,
            QA as u32,
            weights.qb,
            weights.scale,
            self.description().len() as u32,
        ] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(self.description().as_bytes());
        for values in [
            weights.feature_weights,
            weights.feature_bias,
            weights.output_weights,
        ] {
            bytes.extend(values.into_iter().flat_map(i16::to_le_bytes));
        }
        bytes.extend(weights.output_bias.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(fnv_1a(&bytes).to_le_bytes());
        bytes
    }
}

const fn file_size(hidden_size: usize, description_length: usize) -> usize {
    let [feature_weights, output_weights] = NetworkWeights::lengths(hidden_size);
    let weights = feature_weights + hidden_size + output_weights;
    let output_bias = OUTPUT_BUCKETS * size_of::<i32>();
    HEADER_SIZE + description_length + weights * size_of::<i16>() + output_bias + CHECKSUM_SIZE
}

fn check_field(what: &'static str, found: u32, known: u32) -> Result<(), NetworkError> {
    if found == known {
        Ok(())
    } else {
        Err(NetworkError::Architecture { what, found, known })
    }
}

/// 64-bit FNV-1a.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Takes little-endian numbers from the front of a byte slice.
struct ByteReader<'a> {
    bytes: &'a [u8],
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        self.bytes.split_off(..count)
    }

    fn u32(&mut self) -> Option<u32> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_le_bytes(*taken))
    }

    fn i16s(&mut self, count: usize) -> Option<Vec<i16>> {
        let (numbers, _) = self.take(count * size_of::<i16>())?.as_chunks();
        Some(numbers.iter().copied().map(i16::from_le_bytes).collect())
    }

    fn weights(&mut self, hidden_size: usize, qb: u32, scale: u32) -> Option<NetworkWeights> {
        let [feature_weights, output_weights] = NetworkWeights::lengths(hidden_size);
        let feature_weights = self.i16s(feature_weights)?;
        let feature_bias = self.i16s(hidden_size)?;
        let output_weights = self.i16s(output_weights)?;
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for bias in &mut output_bias {
            *bias = self.u32()? as i32;
        }
        Some(NetworkWeights {
            feature_weights,
            feature_bias,
            output_weights,
            output_bias,
            qb,
            scale,
        })
    }
}
