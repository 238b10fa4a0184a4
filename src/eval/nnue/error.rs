//! Why a network cannot be used.

use std::path::PathBuf;

use thiserror::Error;

use super::architecture::{MAX_DESCRIPTION, MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, MAX_STACK_VALUE};

/// Version of the file format that is read and written.
pub(super) const FORMAT_VERSION: u32 = 2;

/// Why bytes or weights do not form a usable network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The magic bytes at the beginning are missing.
    #[error("it is not a Diglot network")]
    NotANetwork,
    /// The file has an unknown format version.
    #[error("its format version {0} is not supported, expected {FORMAT_VERSION}")]
    Version(u32),
    /// The network has another architecture.
    #[error("its architecture has {what} {found}, expected {known}")]
    Architecture {
        /// Name of the header field.
        what: &'static str,
        /// Value in the header.
        found: u32,
        /// The only supported value.
        known: u32,
    },
    /// The hidden size is not supported.
    #[error("its hidden size {0} is not a multiple of 32 from 32 to 2048")]
    Hidden(usize),
    /// The hidden size is not supported with layer stacks.
    #[error("its hidden size {0} is not a multiple of 64, which layer stacks need")]
    StackedHidden(usize),
    /// A unit of quantisation is 0 or too large.
    #[error("its {name} {found} is not from 1 to 65535")]
    Unit {
        /// `QB` or `SCALE`.
        name: &'static str,
        /// Value found.
        found: u32,
    },
    /// The description is too long or not UTF-8.
    #[error("its description is not text of at most {MAX_DESCRIPTION} bytes")]
    Description,
    /// The file or the lists of weights have the wrong length.
    #[error("its size is {found}, expected {expected}")]
    Size {
        /// Expected length.
        expected: usize,
        /// Length found.
        found: usize,
    },
    /// The checksum does not match.
    #[error("its checksum is wrong")]
    Checksum,
    /// A value of a layer stack is NaN or too large.
    #[error("its layer stacks have values beyond +-{MAX_STACK_VALUE}")]
    LayerStack,
    /// An accumulator could overflow 16 bits.
    #[error("its feature bias {index} is {value}, beyond +-{MAX_FEATURE_BIAS}")]
    FeatureBias {
        /// Index of the bias, 0 to the hidden size − 1.
        index: usize,
        /// Value found.
        value: i16,
    },
    /// The product of an output weight with a clipped activation could overflow 16 bits.
    #[error("its output weight {index} is {value}, beyond +-{MAX_OUTPUT_WEIGHT}")]
    OutputWeight {
        /// Index among the output weights of all buckets.
        index: usize,
        /// Value found.
        value: i16,
    },
}

/// Why a network file cannot be loaded. The messages leave out the error of the operating system, because XBoard
/// takes some of these texts for a failure of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkLoadError {
    /// The file does not exist.
    #[error("there is no network {}", .0.display())]
    Missing(PathBuf),
    /// The path is a directory, a device or a pipe.
    #[error("the network {} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The file cannot be read.
    #[error("the network {} cannot be read", .0.display())]
    Unreadable(PathBuf),
    /// The content is not a usable network.
    #[error("the network {} cannot be used: {error}", .path.display())]
    Unusable {
        /// Path of the network file.
        path: PathBuf,
        /// The defect of its content.
        error: NetworkError,
    },
}
