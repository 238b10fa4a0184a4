//! `option Save Settings`: the file that keeps the options.

use std::path::PathBuf;

use super::format;
use super::option_lines::cecp_options;
use super::xboard_words::on_one_line;
use crate::engine::Options;
use crate::protocol::settings_file::{self, ReadMessages};

/// The file that the options are saved to, and messages about reading it.
#[derive(Clone, Debug, Default)]
pub(super) struct SettingsFile {
    path: Option<PathBuf>,
    /// Lines for the log of the GUI, until it accepts comments.
    comments: Vec<String>,
    /// A line for the user, until a command has come.
    notice: Option<String>,
}

impl SettingsFile {
    pub(super) fn new(path: Option<PathBuf>, messages: &ReadMessages) -> SettingsFile {
        let all = messages.success.iter().chain(&messages.errors);
        SettingsFile {
            path,
            comments: all.map(format::comment).collect(),
            notice: notice(&messages.errors),
        }
    }

    /// Writes the options that the GUI shows. Returns a message for the user.
    pub(super) fn save(&self, options: &Options) -> String {
        let Some(path) = &self.path else {
            let message =
                "To save settings, start Diglot without --no-settings or with --settings FILE";
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

    /// The comments about reading the file, once.
    pub(super) fn take_comments(&mut self) -> Vec<String> {
        std::mem::take(&mut self.comments)
    }

    /// The line that tells the user of errors in the file, once.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }
}

/// One line for all errors: GUIs open a window for each.
fn notice(errors: &[String]) -> Option<String> {
    let (first, others) = errors.split_first()?;
    let first = on_one_line(first);
    Some(match others.len() {
        0 => format::user_info(first),
        count => format::user_info(format_args!("{first} (and {count} more)")),
    })
}
