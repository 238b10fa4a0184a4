//! Reads bullet's quantised networks, the result of training with bullet (<https://github.com/jw1912/bullet>).
//!
//! A `quantised.bin` is a list of little-endian numbers without a header. For an architecture like
//! [`Network`]'s they are:
//!
//! | numbers | content |
//! |---|---|
//! | 768 × H or 3072 × H, 8 bits | feature weights, without or with Diglot's king buckets, a row of H for each feature: bullet's column-major matrix, and [`feature_index`](super::feature_index)'s order |
//! | H, 16 bits | feature bias |
//! | 8 × 2 H, 16 bits | output weights, a row for each output bucket if saved with `.transpose()`, else a row of eight for each input |
//! | 8, 16 or 32 bits | output bias |
//! | | `bulletbullet…`, up to a multiple of 64 bytes |

use thiserror::Error;

use super::architecture::{
    BUCKET_INPUTS, INPUTS, KING_BUCKETS, MAX_HIDDEN_SIZE, OUTPUT_BUCKETS, QA, is_valid_hidden_size,
};
use super::error::NetworkError;
use super::network::Network;
use super::weights::NetworkWeights;

/// The text that fills the file, repeated.
const PADDING: &[u8] = b"bullet";

/// The size of the file is a multiple of this.
const ALIGNMENT: usize = 64;

/// How a file was quantised and saved, which it does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BulletFormat {
    /// Quantised 1.0 in the feature transformer; only [`QA`] is possible.
    pub qa: u32,
    /// Quantised 1.0 in the output weights.
    pub qb: u32,
    /// Centipawns for an output of 1.0: bullet's `eval_scale`.
    pub scale: u32,
    /// Whether the output weights were saved without `.transpose()`.
    pub column_major: bool,
}

/// Why a file is not a network that Diglot can use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BulletError {
    /// The file has no possible size.
    #[error(
        "its size is {0} bytes; a network (768 -> H) x 2 -> 1 x 8 with feature weights of 8 bits has {one} H + {bias} \
         bytes without king buckets and {all} H + {bias} bytes with {KING_BUCKETS}, padded to a multiple of \
         {ALIGNMENT}, for H a multiple of 32 from 32 to {MAX_HIDDEN_SIZE}",
        one = file_size(BUCKET_INPUTS, 1, 0), all = file_size(INPUTS, 1, 0), bias = OUTPUT_BUCKETS * size_of::<i16>()
    )]
    Size(usize),
    /// The bytes after the weights are not bullet's padding.
    #[error("its last {0} bytes are neither output biases nor bullet's padding")]
    Padding(usize),
    /// QA is not that of the engine.
    #[error("its QA is {0}, expected {QA}")]
    Qa(u32),
    /// The weights do not form a network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Size of the weights and of an output bias of `bias` bytes.
const fn file_size(inputs: usize, hidden_size: usize, bias: usize) -> usize {
    let [feature_weights, output_weights] = NetworkWeights::lengths(inputs, hidden_size);
    feature_weights + (hidden_size + output_weights) * size_of::<i16>() + bias
}

/// The number of inputs and the hidden size of a file of `size` bytes, and the size of its end: output biases and
/// padding.
fn dimensions(size: usize) -> Option<(usize, usize, usize)> {
    [BUCKET_INPUTS, INPUTS].into_iter().find_map(|inputs| {
        let hidden_size = size / file_size(inputs, 1, 0);
        let rest = size - file_size(inputs, hidden_size, 0);
        let is_possible = is_valid_hidden_size(hidden_size) && rest <= ALIGNMENT;
        is_possible.then_some((inputs, hidden_size, rest))
    })
}

impl Network {
    /// Converts the content of a `quantised.bin`; `description` says how it was trained.
    pub fn from_bullet(
        bytes: &[u8],
        format: &BulletFormat,
        description: &str,
    ) -> Result<Network, BulletError> {
        if format.qa != QA as u32 {
            return Err(BulletError::Qa(format.qa));
        }
        let size = bytes.len();
        let (inputs, hidden_size, rest) = dimensions(size).ok_or(BulletError::Size(size))?;
        let (weights, rest) = bytes.split_at(bytes.len() - rest);
        let output_bias = read_bias(rest)?;
        let (feature_weights, of_16_bits) = weights.split_at(inputs * hidden_size);
        let feature_weights = feature_weights.iter().map(|&byte| byte as i8).collect();
        let (values, _) = of_16_bits.as_chunks();
        let mut values = values.iter().copied().map(i16::from_le_bytes);
        let feature_bias: Vec<i16> = values.by_ref().take(hidden_size).collect();
        let saved: Vec<i16> = values.collect();
        let output_weights = if format.column_major {
            let of_bucket = |bucket| saved.iter().skip(bucket).step_by(OUTPUT_BUCKETS).copied();
            (0..OUTPUT_BUCKETS).flat_map(of_bucket).collect()
        } else {
            saved
        };
        let weights = NetworkWeights {
            feature_weights: NetworkWeights::fill_king_buckets(feature_weights, hidden_size),
            feature_bias,
            output_weights,
            output_bias,
            layer_stacks: Vec::new(),
            qb: format.qb,
            scale: format.scale,
        };
        Ok(Network::new(description, &weights)?)
    }
}

/// Reads the output biases, of 16 or 32 bits, in front of the padding, if any.
fn read_bias(bytes: &[u8]) -> Result<[i32; OUTPUT_BUCKETS], BulletError> {
    let is_padding = |bytes: &[u8]| {
        bytes
            .iter()
            .zip(PADDING.iter().cycle())
            .all(|(a, b)| a == b)
    };
    if let Some((bias, padding)) = bytes.split_at_checked(OUTPUT_BUCKETS * size_of::<i16>())
        && is_padding(padding)
    {
        let (bias, _) = bias.as_chunks();
        return Ok(std::array::from_fn(|i| i16::from_le_bytes(bias[i]).into()));
    }
    match bytes.split_at_checked(OUTPUT_BUCKETS * size_of::<i32>()) {
        Some((bias, padding)) if is_padding(padding) => {
            let (bias, _) = bias.as_chunks();
            Ok(std::array::from_fn(|i| i32::from_le_bytes(bias[i])))
        }
        _ => Err(BulletError::Padding(bytes.len())),
    }
}
