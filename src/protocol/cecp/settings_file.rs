//! `option Save Settings`: the file that keeps the options.

use std::path::PathBuf;

use super::format;
use super::option_lines::cecp_options;
use crate::engine::Options;
use crate::protocol::settings_file;

/// The file that the options are saved to, and what there is to tell about its reading.
#[derive(Clone, Debug, Default)]
pub(super) struct SettingsFile {
    path: Option<PathBuf>,
    /// Messages for the log of the GUI, until it accepts comments.
    messages: Vec<String>,
}

impl SettingsFile {
    pub(super) fn new(path: Option<PathBuf>, messages: Vec<String>) -> SettingsFile {
        SettingsFile { path, messages }
    }

    /// Writes the options that the GUI shows. Returns a message for the user.
    pub(super) fn save(&self, options: &Options) -> String {
        let Some(path) = &self.path else {
            let message = "To save settings, start Diglot with --settings FILE";
            return format::user_error(message);
        };
        let saved = settings_file::write(path, cecp_options(), options);
        let path = path.display();
        match saved {
            Ok(()) => format::user_info(format_args!("The settings are saved in {path}")),
            Err(error) => format::user_error(format_args!(
                "The settings could not be written to {path}: {error}"
            )),
        }
    }

    /// The comments about the reading of the file, once.
    pub(super) fn take_comments(&mut self) -> Vec<String> {
        let messages = std::mem::take(&mut self.messages);
        messages.iter().map(format::comment).collect()
    }
}
