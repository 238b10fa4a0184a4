//! Errors of an analysis.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::search::SearchError;

/// An error that ends an analysis.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The annotated games cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// An input is a folder or a device, which cannot be read again after an interruption.
    #[error("{} is not a regular file", .0.display())]
    NoFile(PathBuf),
    /// A file that the run writes is also an input or another output.
    #[error("{} is both written and read, or written twice", .0.display())]
    SameFile(PathBuf),
    /// The unfinished output of another run, or another file of that name.
    #[error(
        "{}.part is left from another run; finish that run, or delete the file",
        .0.display()
    )]
    OtherPart(PathBuf),
    /// Games and positions cannot be in one output.
    #[error("{} holds positions and {} games; analyse them one after the other", .epd.display(), .pgn.display())]
    Mixed {
        /// A file of positions.
        epd: PathBuf,
        /// A file of games.
        pgn: PathBuf,
    },
    /// The progress file belongs to a run with other settings or inputs.
    #[error(
        "{} belongs to an interrupted analysis with other settings or games ({text}); continue that, or delete the file",
        .path.display()
    )]
    OtherRun {
        /// The progress file.
        path: PathBuf,
        /// Its description.
        text: String,
    },
    /// Another process writes the same output.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A thread cannot search.
    #[error("a thread cannot search: {0}")]
    Searcher(#[from] SearchError),
    /// A search has failed, which is a bug.
    #[error("the search failed in the game at {0}")]
    Search(String),
}

/// Names the file of an I/O error.
pub(super) fn io_error(path: &Path) -> impl Fn(io::Error) -> AnalysisError {
    let path = path.to_owned();
    move |error| AnalysisError::Io {
        path: path.clone(),
        error,
    }
}
