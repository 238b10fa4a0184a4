//! The option `Log File`: the engine knows its value, but only the process has files.

use std::path::Path;

use crate::engine::{Engine, OptionError, OptionId, OptionSpec, OptionValue};

/// Appends the log to a file from now on, or writes none; the error says what does not work, and
/// everything stays as it was.
pub type LogFile = fn(Option<&Path>) -> Result<(), String>;

/// Sets an option of the engine; if it is the log file, by means of `log_file`.
pub(super) fn set_option(
    engine: &mut Engine,
    log_file: Option<LogFile>,
    name: &str,
    value: Option<&str>,
) -> Result<(), OptionError> {
    // The engine may know options that are not in the table.
    if let Ok(spec) = OptionSpec::find(name)
        && spec.id == OptionId::LogFile
        && let (Some(log_to), OptionValue::Text(path)) = (log_file, spec.parse(value)?)
    {
        let path = (!path.is_empty()).then(|| Path::new(&path));
        log_to(path).map_err(OptionError::Unusable)?;
    }
    engine.set_option(name, value)
}
