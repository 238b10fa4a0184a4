//! The settings file: a line `NAME=VALUE` for each option, and comment lines that begin with `#`.

use std::fs;
use std::io;
use std::path::Path;

use super::log_file::LogFile;
use super::options::{OptionSpec, set_option};
use crate::engine::{Engine, Options};

/// A line that is neither empty nor a comment.
pub(super) struct SettingLine<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) name: &'a str,
    /// `None` in a line without `=`.
    pub(super) value: Option<&'a str>,
}

/// The settings of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = SettingLine<'_>> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = (1..).zip(text.lines().map(str::trim));
    let settings = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    settings.map(|(number, line)| {
        let (name, value) = match line.split_once('=') {
            Some((name, value)) => (name, Some(value.trim())),
            None => (line, None),
        };
        SettingLine {
            number,
            name: name.trim(),
            value,
        }
    })
}

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
    for line in lines(&text) {
        if let Err(error) = set_option(engine, log_file, line.name, line.value.or(Some(""))) {
            log::warn!("{}: {error}", path.display());
        }
    }
}
