//! The buttons for all settings at once: one keeps them in a file, one gives them their defaults.

use super::features;
use super::format;
use super::session::CecpSession;
use crate::protocol::options::{OptionKind, set_option};
use crate::protocol::settings_file;

impl CecpSession {
    /// Writes the options that the GUI shows to the file that the user has named.
    pub(super) fn save_settings(&self, out: &mut Vec<String>) {
        let Some(path) = &self.settings_file else {
            out.push(format::complaint(
                "To save settings, start Diglot with --settings FILE",
            ));
            return;
        };
        let options = self.engine.options();
        if let Err(error) = settings_file::write(path, features::shown_options(), options) {
            let path = path.display();
            out.push(format::complaint(format_args!(
                "The settings could not be written to {path}: {error}"
            )));
        }
    }

    /// Gives the options that the GUI shows their defaults and announces them anew, if the GUI has
    /// forgotten them when it sent the command.
    pub(super) fn reset_settings(&mut self, out: &mut Vec<String>) {
        for spec in features::shown_options() {
            if let Some(value) = spec.default_value() {
                let value = value.to_string();
                let result = set_option(&mut self.engine, self.log_file, spec.name, Some(&value));
                debug_assert!(result.is_ok(), "{} takes its default", spec.name);
            }
        }
        if self.accepted.reset {
            out.extend(features::option_lines(self.engine.options()));
        }
    }

    /// Does what a button of this protocol alone is for. Returns whether it was one.
    pub(super) fn press(&mut self, kind: OptionKind, out: &mut Vec<String>) -> bool {
        match kind {
            OptionKind::Save => self.save_settings(out),
            OptionKind::Reset => self.reset_settings(out),
            _ => return false,
        }
        true
    }
}
