//! Settings files.

use diglot::engine::Engine;
use diglot::protocol::SettingsFile;

use super::file_with;
use super::session::is_harmless;

/// Reads a settings file, without the lines that name files or ask for much memory. Each line gives at most one
/// message.
pub fn check_settings(text: &str) {
    let lines: Vec<&str> = text.lines().filter(|line| is_harmless(line)).collect();
    let file = file_with(lines.join("\n").as_bytes());
    let settings = SettingsFile::Named(file.path().to_owned());
    let messages = settings.apply(&mut Engine::new());
    assert!(messages.len() <= lines.len() + 1, "{messages:?}");
}
