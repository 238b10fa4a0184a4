//! The settings file: a line `NAME=VALUE` for each option, and comments that begin with `#`.

use std::fs;
use std::io;
use std::path::Path;

use super::log_file::LogFile;
use super::options::{OptionSpec, set_option};
use crate::engine::{Engine, Options};

/// Writes the values of some options.
pub(super) fn write(
    path: &Path,
    specs: impl Iterator<Item = &'static OptionSpec>,
    options: &Options,
) -> io::Result<()> {
    let mut text = String::from("# Settings of Diglot\n");
    for spec in specs {
        if let Some(value) = spec.value(options) {
            text.push_str(&format!("{}={value}\n", spec.name));
        }
    }
    fs::write(path, text)
}

/// Sets options from a file, if it exists. Invalid lines are logged and skipped.
pub(super) fn read(path: &Path, engine: &mut Engine, log_file: Option<LogFile>) {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            log::info!("no settings from {}: {error}", path.display());
            return;
        }
    };
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if let Err(error) = set_option(engine, log_file, name.trim(), Some(value)) {
            log::warn!("{}: {error}", path.display());
        }
    }
}
