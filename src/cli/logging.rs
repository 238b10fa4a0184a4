//! Where the log goes. Standard output belongs to the protocol and never sees it.

use std::fs::OpenOptions;
use std::path::Path;

use env_logger::{Builder, Target};
use log::LevelFilter;

/// Logs to the end of `file`, or to standard error without one. `level` overrides the environment
/// variable `RUST_LOG`; without both a file gets every line in and out, and standard error nothing.
pub(super) fn start(file: Option<&Path>, level: Option<LevelFilter>) -> Result<(), String> {
    let mut builder = Builder::new();
    builder.filter_level(match file {
        Some(_) => LevelFilter::Info,
        None => LevelFilter::Off,
    });
    builder.parse_default_env().format_timestamp_millis();
    if let Some(level) = level {
        builder.filter_level(level);
    }
    if let Some(path) = file {
        // The reason stays untold: xboard takes some system errors for a failure of its own.
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|_| format!("the log file {} cannot be written", path.display()))?;
        builder.target(Target::Pipe(Box::new(file)));
    }
    builder
        .try_init()
        .map_err(|error| format!("no log: {error}"))
}
