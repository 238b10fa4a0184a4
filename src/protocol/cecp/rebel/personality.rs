//! Personalities: small text files of option values.
//!
//! A personality has a line `NAME = VALUE` for each option to set, in any order, and comment lines that begin
//! with `#`, like the settings file. A name is that of an option that CECP announces, or of a variable with
//! numbers (`playstyle = Solid`).

use std::io::ErrorKind;
use std::path::Path;

use thiserror::Error;

use super::variables::{OptionValues, Variable};
use crate::files::read_regular;
use crate::protocol::options::{OptionError, OptionKind, OptionSpec, Scope};
use crate::protocol::settings_file;

/// Larger files are no personalities.
const MAX_BYTES: u64 = 1 << 16;

/// Why a personality is refused. Messages leave out the system error, since XBoard takes some of them for a
/// failure of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PersonalityError {
    /// The file does not exist.
    #[error("there is no such file")]
    Missing,
    /// It is a folder, a device or a pipe, or has other contents than text.
    #[error("not a valid personality file")]
    NotAPersonality,
    /// Opening or reading it failed.
    #[error("the file cannot be read")]
    Unreadable,
    /// It has no settings.
    #[error("the file sets no option")]
    Empty,
    /// A line does not set an option.
    #[error("line {number}: {reason}")]
    Line {
        /// Counted from 1.
        number: usize,
        reason: String,
    },
}

/// The personality in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Personality {
    /// Empty for none.
    path: String,
    replaced: Vec<ReplacedOption>,
}

/// An option that a personality has set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReplacedOption {
    name: &'static str,
    /// Its value before.
    before: String,
    /// The value that the personality has.
    set: String,
}

/// A personality to put in force, and the options to set for it.
pub(in super::super) struct PersonalityChange {
    personality: Personality,
    pub(in super::super) options: OptionValues,
}

impl Personality {
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Reads the personality that is to follow this one; an empty path stands for none. Options that only this
    /// one has set return to the values that they had before, unless they have been changed since. `current`
    /// has the value of an option.
    pub(super) fn change_to(
        &self,
        path: &str,
        current: impl Fn(&str) -> String,
    ) -> Result<PersonalityChange, PersonalityError> {
        let new = if path.is_empty() {
            Vec::new()
        } else {
            parse(&read_text(Path::new(path))?)?
        };
        let in_force = |replaced: &&ReplacedOption| current(replaced.name) == replaced.set;
        let in_force: Vec<_> = self.replaced.iter().filter(in_force).collect();
        let restored = in_force
            .iter()
            .filter(|old| new.iter().all(|(name, _)| *name != old.name));
        let mut options: OptionValues =
            restored.map(|old| (old.name, old.before.clone())).collect();
        let replace = |(name, set): &(&'static str, String)| ReplacedOption {
            name,
            before: in_force
                .iter()
                .find(|old| old.name == *name)
                .map_or_else(|| current(name), |old| old.before.clone()),
            set: set.clone(),
        };
        let replaced = new.iter().map(replace).collect();
        options.extend(new);
        // The options that can fail come first, so that little has to be undone.
        options.sort_by_key(|(name, _)| !takes_a_file(name));
        let path = path.to_owned();
        Ok(PersonalityChange {
            personality: Personality { path, replaced },
            options,
        })
    }
}

impl PersonalityChange {
    pub(super) fn into_personality(self) -> Personality {
        self.personality
    }
}

fn takes_a_file(name: &str) -> bool {
    let spec = OptionSpec::find(name);
    spec.is_ok_and(|spec| matches!(spec.kind, OptionKind::File { .. }))
}

fn read_text(path: &Path) -> Result<String, PersonalityError> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => PersonalityError::Missing,
        ErrorKind::InvalidInput | ErrorKind::FileTooLarge => PersonalityError::NotAPersonality,
        _ => PersonalityError::Unreadable,
    };
    let bytes = read_regular(path, MAX_BYTES).map_err(failed)?;
    String::from_utf8(bytes).map_err(|_| PersonalityError::NotAPersonality)
}

/// The options that a personality sets, each once.
fn parse(text: &str) -> Result<OptionValues, PersonalityError> {
    let mut values: OptionValues = Vec::new();
    for line in settings_file::lines(text) {
        let settings = parse_line(line.name, line.value).map_err(|reason| {
            let number = line.number;
            PersonalityError::Line { number, reason }
        })?;
        for (name, value) in settings {
            match values.iter_mut().find(|(other, _)| *other == name) {
                Some(earlier) => earlier.1 = value,
                None => values.push((name, value)),
            }
        }
    }
    if values.is_empty() {
        return Err(PersonalityError::Empty);
    }
    Ok(values)
}

/// The options that a line sets, with their values in the normal form.
fn parse_line(name: &str, value: Option<&str>) -> Result<OptionValues, String> {
    let value = value.ok_or("NAME = VALUE expected")?;
    let settings = match Variable::find(name) {
        Ok(variable) => {
            let checked = variable.check(value).map_err(|error| error.to_string())?;
            variable.options_for(&checked)
        }
        Err(_) => vec![(find_option(name)?.name, value.to_owned())],
    };
    if settings.is_empty() {
        return Err(format!("{name} cannot be set here"));
    }
    let normal = |(name, value): (&'static str, String)| {
        let parsed = find_option(name)?
            .parse(Some(&value))
            .map_err(|error| match error {
                OptionError::Value { expected, .. } => format!("{expected} expected"),
                error => error.to_string(),
            })?;
        Ok((name, parsed.map_or(value, |value| value.to_string())))
    };
    settings.into_iter().map(normal).collect()
}

/// The options of a personality are those that CECP announces and that have a value, without the log file: the
/// personality of a stranger could name any file there, and the log would be appended to it.
fn find_option(name: &str) -> Result<&'static OptionSpec, String> {
    let spec = OptionSpec::find(name)
        .ok()
        .filter(|spec| spec.scope != Scope::Uci && spec.default_value().is_some())
        .ok_or_else(|| format!("no such option: {name}"))?;
    if spec.name == "Log File" {
        return Err(format!("{name} cannot be set here"));
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn set(name: &'static str, value: &str) -> (&'static str, String) {
        (name, value.to_owned())
    }

    fn refused(text: &str) -> String {
        parse(text).map_or_else(|error| error.to_string(), |values| format!("{values:?}"))
    }

    #[test]
    fn lines_set_options_and_numbers() {
        let text = "# A drawish weak player\r\n\r\n contempt = -20 \r\nElo=1500\nLimit Strength = 1\n\
                    antigm = Smart\nOwnBook=false\n\n# The later line holds.\nContempt = -25";
        assert_eq!(
            parse(text),
            Ok(vec![
                set("Contempt", "-25"),
                set("UCI_Elo", "1500"),
                set("UCI_LimitStrength", "true"),
                set("Anti GM", "smart"),
                set("OwnBook", "false"),
            ])
        );
        assert_eq!(parse("# Nothing\n"), Err(PersonalityError::Empty));
    }

    #[test]
    fn a_malformed_line_is_named_with_the_reason() {
        for (text, message) in [
            ("Contempt", "line 1: NAME = VALUE expected"),
            ("\n#\nNonsense = 1", "line 3: no such option: Nonsense"),
            ("Hash = 1", "line 1: no such option: Hash"),
            ("Clear Hash = 1", "line 1: no such option: Clear Hash"),
            ("Save Settings = 1", "line 1: no such option: Save Settings"),
            (
                "Contempt = 301",
                "line 1: a number from -300 to 300 expected",
            ),
            ("playstyle = 5", "line 1: a number from 0 to 4 expected"),
            ("curmov = 5", "line 1: read-only variable"),
            ("logfile = x", "line 1: logfile cannot be set here"),
            (
                "Debug Log File = x",
                "line 1: Debug Log File cannot be set here",
            ),
            ("personality = x", "line 1: personality cannot be set here"),
        ] {
            assert_eq!(refused(text), message, "{text}");
        }
    }

    #[test]
    fn files_that_are_no_text_are_refused() {
        let folder = std::env::temp_dir();
        assert_eq!(read_text(&folder), Err(PersonalityError::NotAPersonality));
        let none = folder.join("diglot has no such file");
        assert_eq!(read_text(&none), Err(PersonalityError::Missing));
        let path = folder.join(format!("diglot-personality-{}", std::process::id()));
        for bytes in [vec![0xff; 10], vec![b'#'; 1 << 17]] {
            assert!(fs::write(&path, bytes).is_ok());
            assert_eq!(read_text(&path), Err(PersonalityError::NotAPersonality));
        }
        assert!(fs::remove_file(&path).is_ok());
    }

    #[test]
    fn what_a_personality_has_set_returns_with_the_next_one() {
        let path = std::env::temp_dir().join(format!("diglot-next-{}", std::process::id()));
        let path = path.to_string_lossy();
        assert!(fs::write(&*path, "Contempt = 10\nUCI_Elo = 1500").is_ok());
        let change = |old: &Personality, path: &str, contempt: &str, elo: &str| {
            let current = |name: &str| if name == "Contempt" { contempt } else { elo }.to_owned();
            let change = old.change_to(path, current);
            change.map(|change| (change.options.clone(), change.into_personality()))
        };
        let none = Personality::default();
        let Ok((options, first)) = change(&none, &path, "0", "1800") else {
            unreachable!("the file can be read");
        };
        assert_eq!(options, [set("Contempt", "10"), set("UCI_Elo", "1500")]);
        // The user has changed the rating meanwhile.
        let Ok((options, last)) = change(&first, "", "10", "2000") else {
            unreachable!("nothing is read");
        };
        assert_eq!(options, [set("Contempt", "0")]);
        assert_eq!((first.path(), last.path()), (&*path, ""));
        assert!(fs::write(&*path, "Contempt = 20").is_ok());
        let Ok((options, second)) = change(&first, &path, "10", "1500") else {
            unreachable!("the file can be read");
        };
        assert_eq!(options, [set("UCI_Elo", "1800"), set("Contempt", "20")]);
        assert_eq!(second.replaced[0].before, "0");
        assert!(fs::remove_file(&*path).is_ok());
    }
}
