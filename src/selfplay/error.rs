//! Errors of self-play.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::data::{DataError, PackedGameError, VariantGameError};
use crate::search::SearchError;

/// An error that ends self-play.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The output file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The output file was started with another configuration.
    #[error("{} was started with other settings ({text}); choose another file", .path.display())]
    OtherSettings {
        /// The output file.
        path: PathBuf,
        /// The settings in its header.
        text: String,
    },
    /// A line of the output file is not a game of the variant.
    #[error("{}, line {line} is not a game of this variant: {error}; choose another file", .path.display())]
    OtherGames {
        /// The output file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Why it is not.
        error: VariantGameError,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A thread cannot search.
    #[error("a thread cannot search: {0}")]
    Searcher(SearchError),
    /// A search has failed, which is a bug.
    #[error("the search failed in game {0}")]
    Search(u64),
    /// A finished game cannot be packed, which is a bug.
    #[error("cannot pack game {number}: {reason}")]
    Game {
        /// The number of the game.
        number: u64,
        /// The defect of the game.
        reason: PackedGameError,
    },
}
