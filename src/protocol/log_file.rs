//! The function that redirects the log.

use std::path::Path;

/// Redirects the log to a file, to which it is appended, or turns the file off. An error says why the
/// file cannot be used and leaves the log as it was. The process provides this function, since the
/// engine has no log of its own.
pub type LogFile = fn(Option<&Path>) -> Result<(), String>;
