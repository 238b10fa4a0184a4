//! The settings file: a line `NAME=VALUE` for each option, and comment lines that begin with `#`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

use super::log_file::LogFile;
use super::options::{OptionSpec, set_option};
use crate::engine::{Engine, Options};
use crate::files::{read_regular, write_whole};

/// Size of the largest settings file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The file that keeps the values of options from one start to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsFile {
    /// A file that the user names: read at the start in both protocols.
    Named(PathBuf),
    /// The file in the platform's configuration folder: read when a CECP session starts. In UCI the GUI keeps
    /// the options.
    Default(PathBuf),
}

impl SettingsFile {
    /// The file in the platform's configuration folder: `~/.config/diglot/settings.txt` on most Unix systems,
    /// `%APPDATA%\diglot\settings.txt` on Windows. `None` without a home directory.
    pub fn in_configuration_folder() -> Option<SettingsFile> {
        let folder = choose_base_strategy().ok()?.config_dir();
        let path = folder.join("diglot").join("settings.txt");
        Some(SettingsFile::Default(path))
    }

    /// Sets options of the engine from the file, if it exists. Returns a message for each line that is skipped, or one
    /// that says why the file cannot be read.
    pub fn apply(&self, engine: &mut Engine) -> Vec<String> {
        read(self.path(), engine, None).errors
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            SettingsFile::Named(path) | SettingsFile::Default(path) => path,
        }
    }
}

/// Messages about reading a settings file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadMessages {
    /// The file was read.
    pub(super) success: Option<String>,
    /// The file cannot be read, or a line was skipped.
    pub(super) errors: Vec<String>,
}

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

/// Writes the values of some options. Creates the folder of the file if needed.
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
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_whole(
        path,
        |error| error,
        |output| output.write_all(text.as_bytes()),
    )
}

/// Sets options from a file, if it exists. Skips lines that are not understood, or whose values cannot be used.
pub(super) fn read(path: &Path, engine: &mut Engine, log_file: Option<LogFile>) -> ReadMessages {
    let mut messages = ReadMessages::default();
    let name = path.display();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return messages,
        Err(error) => {
            log::warn!("no settings from {name}: {error}");
            let message = format!("the settings in {name} cannot be read: {error}");
            messages.errors.push(message);
            return messages;
        }
    };
    messages.success = Some(format!("settings read from {name}"));
    for line in lines(&text) {
        let number = line.number;
        if let Err(error) = set_option(engine, log_file, line.name, line.value.or(Some(""))) {
            log::warn!("{name}, line {number}: {error}");
            let message = format!("{name}, line {number}: {error}");
            messages.errors.push(message);
        }
    }
    messages
}

fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_regular(path, MAX_SIZE)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_change_nothing_and_broken_lines_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = Engine::new();
        let mut read_bytes = |bytes: &[u8]| {
            let path = folder.path().join("settings");
            fs::write(&path, bytes).unwrap();
            let messages = read(&path, &mut engine, None);
            assert!(messages.success.is_some());
            (messages.errors.len(), engine.options().move_overhead)
        };
        assert_eq!(read_bytes(b"# x\n\nMove Overhead = 20\n"), (0, 20));
        assert_eq!(read_bytes(b"\xff\xfe=\0\nMove Overhead=30"), (1, 30));
        assert_eq!(read_bytes(b"=\n==\nMove Overhead=x\nMove"), (4, 30));
        assert_eq!(read_bytes(b"Save Settings=\nReset Settings="), (0, 30));
        let missing = folder.path().join("no folder").join("x");
        assert_eq!(read(&missing, &mut engine, None), ReadMessages::default());
        let unreadable = read(folder.path(), &mut engine, None);
        assert_eq!((unreadable.success, unreadable.errors.len()), (None, 1));
        assert!(unreadable.errors[0].ends_with("cannot be read: it is not a regular file"));
        let path = folder.path().join("large");
        fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let messages = read(&path, &mut engine, None);
        assert!(messages.errors[0].ends_with("cannot be read: it is larger than 1 MiB"));
    }

    #[test]
    fn the_folder_is_created_with_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a").join("b").join("settings");
        let specs = [OptionSpec::find("Contempt").unwrap()];
        write(&path, specs.into_iter(), &Options::default()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# Settings of Diglot\nContempt=0\n");
        let below_a_file = path.join("x");
        assert!(write(&below_a_file, specs.into_iter(), &Options::default()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_file_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let specs = [OptionSpec::find("Contempt").unwrap()];
        write(&link, specs.into_iter(), &Options::default()).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&file).unwrap().contains("Contempt=0"));
    }
}
