//! Networks as files: written, and read with every doubt.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DIGLOTNN` |
//! | 4 | version, 1 |
//! | 4 | architecture, 1 |
//! | 4 | H, the accumulators a side: a multiple of 32 from 32 to 2048 |
//! | 4 | inputs, 768 |
//! | 4 | buckets, 8 |
//! | 4 each | QA (255), QB, SCALE |
//! | 4 | length of the description in bytes |
//! | … | the description, UTF-8 |
//! | 2 each | feature weights, 768 × H |
//! | 2 each | feature bias, H |
//! | 2 each | output weights, 8 × 2 H |
//! | 4 each | output bias, 8 |
//! | 8 | FNV-1a of all bytes before (<http://www.isthe.com/chongo/tech/comp/fnv/>), 64 bits |

use thiserror::Error;

use super::features::INPUTS;
use super::network::{
    MAX_HIDDEN_SIZE, Network, NetworkWeights, OUTPUT_BUCKETS, QA, is_valid_hidden_size,
};

const MAGIC: &[u8; 8] = b"DIGLOTNN";
const VERSION: u32 = 1;
const ARCHITECTURE: u32 = 1;
const HEADER: usize = MAGIC.len() + 9 * size_of::<u32>();
const CHECKSUM: usize = size_of::<u64>();

/// The longest description in bytes.
pub const MAX_DESCRIPTION: usize = 1 << 16;

/// The size of the greatest possible file in bytes.
pub(super) const MAX_FILE: usize = size(MAX_HIDDEN_SIZE, MAX_DESCRIPTION);

/// Why bytes or weights are no network that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file begins otherwise.
    #[error("it is no network of Diglot's")]
    NotANetwork,
    /// A format to come.
    #[error("its format has version {0}, known is version {VERSION}")]
    Version(u32),
    /// Another kind of network.
    #[error("its architecture has {what} {found}, known is {known}")]
    Architecture {
        /// Which number it is.
        what: &'static str,
        /// The number found.
        found: u32,
        /// The only one known.
        known: u32,
    },
    /// No such number of accumulators.
    #[error("it has {0} accumulators a side, possible are multiples of 32 from 32 to 2048")]
    Hidden(usize),
    /// A unit that is 0 or too great.
    #[error("its {name} is {found}, possible is 1 to 65535")]
    Unit {
        /// Which unit.
        name: &'static str,
        /// The number found.
        found: u32,
    },
    /// The description is too long or no text.
    #[error("its description is no text of at most {MAX_DESCRIPTION} bytes")]
    Description,
    /// Bytes of a file, or weights given, are missing or too many.
    #[error("its size is {found} where {expected} is expected")]
    Size {
        /// The size it should have.
        expected: usize,
        /// The size it has.
        found: usize,
    },
    /// Some byte has changed.
    #[error("its checksum is wrong")]
    Checksum,
    /// An output weight whose products do not fit 16 bits.
    #[error("its output weight {index} is {value}, possible is -127 to 127")]
    OutputWeight {
        /// Which one, counted through all buckets from 0.
        index: usize,
        /// The weight found.
        value: i16,
    },
}

impl Network {
    /// Reads a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut header = Reader { bytes };
        if header.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let truncated = NetworkError::Size {
            expected: HEADER,
            found: bytes.len(),
        };
        let mut number = || header.number().ok_or(truncated.clone());
        let version = number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        known("number", number()?, ARCHITECTURE)?;
        let hidden = number()? as usize;
        known("inputs", number()?, INPUTS as u32)?;
        known("buckets", number()?, OUTPUT_BUCKETS as u32)?;
        known("QA", number()?, QA as u32)?;
        let (qb, scale, length) = (number()?, number()?, number()? as usize);
        if !is_valid_hidden_size(hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        if length > MAX_DESCRIPTION {
            return Err(NetworkError::Description);
        }
        let expected = size(hidden, length);
        let found = bytes.len();
        let wrong_size = NetworkError::Size { expected, found };
        if found != expected {
            return Err(wrong_size);
        }
        let Some((content, checksum)) = bytes.split_last_chunk::<CHECKSUM>() else {
            return Err(wrong_size);
        };
        if fnv_1a(content) != u64::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let mut rest = header;
        let description = rest.take(length).ok_or(wrong_size.clone())?;
        let description = str::from_utf8(description).map_err(|_| NetworkError::Description)?;
        let weights = rest.weights(hidden, qb, scale).ok_or(wrong_size)?;
        Network::new(description, &weights)
    }

    /// The number at the end of its file, which tells it from others.
    pub fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        bytes
            .last_chunk()
            .map_or(0, |&checksum| u64::from_le_bytes(checksum))
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights();
        let mut bytes = MAGIC.to_vec();
        for number in [
            VERSION,
            ARCHITECTURE,
            self.hidden_size as u32,
            INPUTS as u32,
            OUTPUT_BUCKETS as u32,
            QA as u32,
            self.qb,
            self.scale,
            self.description.len() as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        for weights in [
            weights.feature_weights,
            weights.feature_bias,
            weights.output_weights,
        ] {
            bytes.extend(weights.into_iter().flat_map(i16::to_le_bytes));
        }
        bytes.extend(self.output_bias.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(fnv_1a(&bytes).to_le_bytes());
        bytes
    }
}

/// The size of a file in bytes.
const fn size(hidden: usize, description: usize) -> usize {
    let weights = INPUTS * hidden + hidden + OUTPUT_BUCKETS * 2 * hidden;
    let output_bias = OUTPUT_BUCKETS * size_of::<i32>();
    HEADER + description + weights * size_of::<i16>() + output_bias + CHECKSUM
}

fn known(what: &'static str, found: u32, known: u32) -> Result<(), NetworkError> {
    match found == known {
        true => Ok(()),
        false => Err(NetworkError::Architecture { what, found, known }),
    }
}

/// FNV-1a of 64 bits.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Bytes not yet read.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_le_bytes(*taken))
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<i16>> {
        let (numbers, _) = self.take(count * size_of::<i16>())?.as_chunks();
        Some(numbers.iter().copied().map(i16::from_le_bytes).collect())
    }

    fn weights(&mut self, hidden: usize, qb: u32, scale: u32) -> Option<NetworkWeights> {
        let feature_weights = self.numbers(INPUTS * hidden)?;
        let feature_bias = self.numbers(hidden)?;
        let output_weights = self.numbers(OUTPUT_BUCKETS * 2 * hidden)?;
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for bias in &mut output_bias {
            *bias = self.number()? as i32;
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
