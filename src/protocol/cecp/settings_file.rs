//! `option Save Settings`: the file that keeps the options.

use std::path::PathBuf;

use super::format;
use super::option_lines::cecp_options;
use crate::engine::Options;
use crate::protocol::settings_file;

/// The file named by `--settings`.
#[derive(Clone, Debug, Default)]
pub(super) struct SettingsFile {
    path: Option<PathBuf>,
}

impl SettingsFile {
    pub(super) fn new(path: Option<PathBuf>) -> SettingsFile {
        SettingsFile { path }
    }

    /// Writes the options that the GUI shows. Returns a message for the user if that fails.
    pub(super) fn save(&self, options: &Options) -> Option<String> {
        let Some(path) = &self.path else {
            let message = "To save settings, start Diglot with --settings FILE";
            return Some(format::user_error(message));
        };
        let error = settings_file::write(path, cecp_options(), options).err()?;
        let path = path.display();
        Some(format::user_error(format_args!(
            "The settings could not be written to {path}: {error}"
        )))
    }
}
