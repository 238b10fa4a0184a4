//! Errors of setting an option.

use thiserror::Error;

/// The reason why an option was not set. It keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no such option: {0}")]
    Unknown(String),
    /// The value does not fit the kind or range of the option.
    #[error("invalid value {value:?} for option {name}: expected {expected}")]
    Value {
        /// Name of the option.
        name: &'static str,
        /// Description of the values that the option takes.
        expected: String,
        /// The rejected value, shortened.
        value: String,
    },
    /// The value is well formed but names something that cannot be used, for example a missing file.
    #[error("{0}")]
    Unusable(String),
}

/// The reason why an option did not take a text.
#[derive(Clone, Debug)]
pub enum TextError {
    /// Description of the texts that the option takes.
    Expected(String),
    /// The reason why the named thing cannot be used.
    Unusable(String),
}
