//! Why a line is no command.

use thiserror::Error;

/// Why a line is no command. Displayed in `Error (...): LINE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum ParseError {
    /// The first word is no command.
    #[error("unknown command")]
    Unknown,
    /// A parameter is missing.
    #[error("too few parameters")]
    TooFew,
    /// There are more parameters than the command takes.
    #[error("too many parameters")]
    TooMany,
    /// A parameter has the wrong form.
    #[error("bad parameter")]
    Bad,
}
