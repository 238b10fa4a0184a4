//! The table of the variables of `setvar` and `getvar`.

use std::fmt;

use thiserror::Error;

use crate::engine::Options;
use crate::protocol::options::{OptionSpec, OptionValue};
use crate::protocol::parse_number;

/// A variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    /// In lower case.
    pub(super) name: &'static str,
    pub(super) kind: VariableKind,
    /// For the `.cpeini` file.
    pub(super) description: &'static str,
    /// For each value of a number, the engine options that it sets and their values. Empty if the value is
    /// only stored.
    pub(super) options: &'static [&'static [(&'static str, &'static str)]],
}

/// The kind of values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum VariableKind {
    /// A whole number.
    Number { default: i64, min: i64, max: i64 },
    /// The path of a file, empty by default.
    File,
    /// The path of the book, empty for none; sets the options of the book.
    Book,
    /// Set by the engine.
    ReadOnly(ReadOnlyVariable),
}

/// A variable that the engine sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ReadOnlyVariable {
    /// The move being searched.
    CurrentMove,
    /// An array of the book moves for the position.
    BookMoves,
}

/// All variables, in the order in which they are listed.
pub(super) const VARIABLES: &[Variable] = &[
    Variable {
        name: "personality",
        kind: VariableKind::File,
        description: "the personality to play with; kept, Diglot has none to load",
        options: &[],
    },
    Variable {
        name: "antigm",
        kind: VariableKind::Number {
            default: 0,
            min: 0,
            max: 3,
        },
        description: "strategy against grandmasters; kept, Diglot plays alike against all",
        options: &[],
    },
    Variable {
        name: "playstyle",
        kind: VariableKind::Number {
            default: 2,
            min: 0,
            max: 4,
        },
        description: "from the most peaceful style to the most ambitious: how much a draw is disliked",
        options: &[
            &[("Contempt", "-60")],
            &[("Contempt", "-30")],
            &[("Contempt", "0")],
            &[("Contempt", "30")],
            &[("Contempt", "60")],
        ],
    },
    Variable {
        name: "playstrength",
        kind: VariableKind::Number {
            default: 0,
            min: 0,
            max: 2,
        },
        description: "from full strength to the weakest play",
        options: &[
            &[("UCI_LimitStrength", "false")],
            &[("UCI_LimitStrength", "true"), ("UCI_Elo", "2200")],
            &[("UCI_LimitStrength", "true"), ("UCI_Elo", "1500")],
        ],
    },
    Variable {
        name: "eocuse",
        kind: VariableKind::Number {
            default: 0,
            min: 0,
            max: 3,
        },
        description: "use of the encyclopedia of openings; kept, Diglot has none",
        options: &[],
    },
    Variable {
        name: "ecofile",
        kind: VariableKind::File,
        description: "the file of opening names; kept, Diglot names no openings",
        options: &[],
    },
    Variable {
        name: "bookfile",
        kind: VariableKind::Book,
        description: "the opening book, in the format of Polyglot: option OwnBook and Book File; without, none",
        options: &[],
    },
    Variable {
        name: "curmov",
        kind: VariableKind::ReadOnly(ReadOnlyVariable::CurrentMove),
        description: "the move being searched: ply, its number, number of all, move",
        options: &[],
    },
    Variable {
        name: "bookmoves",
        kind: VariableKind::ReadOnly(ReadOnlyVariable::BookMoves),
        description: "the moves that the book has here, each with what it says about them",
        options: &[],
    },
];

/// Why a `setvar` or `getvar` fails. Displayed in `Error (...): LINE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(in super::super) enum VariableError {
    /// No variable has this name.
    #[error("unknown variable")]
    Unknown,
    /// Only the engine sets the variable.
    #[error("read-only variable")]
    ReadOnly,
    /// It has no elements.
    #[error("not an array")]
    NotAnArray,
    /// It has fewer elements.
    #[error("no such element")]
    NoSuchElement,
    /// The book cannot be read.
    #[error("no usable book")]
    Book,
    /// The value is out of range or malformed.
    #[error("{0} expected")]
    Value(VariableKind),
    /// `end` without `begin`.
    #[error("command not legal now")]
    NoGroup,
}

impl fmt::Display for VariableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariableKind::Number { min, max, .. } => write!(f, "a number from {min} to {max}"),
            VariableKind::File | VariableKind::Book => f.write_str("the path of a file"),
            VariableKind::ReadOnly(_) => f.write_str("read-only"),
        }
    }
}

impl VariableKind {
    /// The default value.
    pub(super) fn default_text(self) -> String {
        match self {
            VariableKind::Number { default, .. } => default.to_string(),
            VariableKind::File | VariableKind::Book | VariableKind::ReadOnly(_) => String::new(),
        }
    }
}

impl Variable {
    /// The index in the table of the variable with this name, in any case.
    pub(super) fn find(name: &str) -> Result<usize, VariableError> {
        VARIABLES
            .iter()
            .position(|variable| variable.name.eq_ignore_ascii_case(name))
            .ok_or(VariableError::Unknown)
    }

    /// Whether the name matches a pattern, in which each `*` matches any characters.
    pub(super) fn matches(&self, pattern: &str) -> bool {
        wildcard_matches(
            pattern.to_ascii_lowercase().as_bytes(),
            self.name.as_bytes(),
        )
    }

    /// Checks a value and returns its normal form.
    pub(super) fn check(&self, value: &str) -> Result<String, VariableError> {
        match self.kind {
            VariableKind::Number { min, max, .. } => parse_number(value)
                .filter(|number| (min..=max).contains(number))
                .map(|number| number.to_string())
                .ok_or(VariableError::Value(self.kind)),
            VariableKind::File | VariableKind::Book => Ok(value.to_owned()),
            VariableKind::ReadOnly(_) => Err(VariableError::ReadOnly),
        }
    }

    /// The value whose options are nearest to the current ones; `None` if the variable sets no options.
    pub(super) fn value_in(&self, options: &Options) -> Option<String> {
        if self.kind == VariableKind::Book {
            return Some(options.book_file().to_owned());
        }
        let VariableKind::Number { min, .. } = self.kind else {
            return None;
        };
        let distance = |settings: &[(&str, &str)]| {
            let distances = settings
                .iter()
                .map(|(name, value)| distance(options, name, value));
            distances.sum::<Option<u64>>()
        };
        (min..)
            .zip(self.options)
            .filter_map(|(number, settings)| Some((distance(settings)?, number)))
            .min()
            .map(|(_, number)| number.to_string())
    }

    /// The engine options that a value sets, with their values.
    pub(super) fn options_for(&self, value: &str) -> Vec<(&'static str, String)> {
        let min = match self.kind {
            VariableKind::Number { min, .. } => min,
            VariableKind::Book => {
                let has_book = !value.is_empty();
                return vec![
                    ("Book File", value.to_owned()),
                    ("OwnBook", has_book.to_string()),
                ];
            }
            VariableKind::File | VariableKind::ReadOnly(_) => return Vec::new(),
        };
        let settings = parse_number(value)
            .and_then(|number| usize::try_from(number - min).ok())
            .and_then(|index| self.options.get(index))
            .copied()
            .unwrap_or(&[]);
        let owned = |&(name, value): &(&'static str, &str)| (name, value.to_owned());
        settings.iter().map(owned).collect()
    }
}

/// The distance of an option from a value; `None` if they are neither numbers nor equal.
fn distance(options: &Options, name: &str, value: &str) -> Option<u64> {
    let spec = OptionSpec::find(name).ok()?;
    let target = spec.parse(Some(value)).ok()??;
    match (spec.value(options)?, target) {
        (OptionValue::Spin(current), OptionValue::Spin(target)) => Some(current.abs_diff(target)),
        (current, target) => (current == target).then_some(0),
    }
}

/// Whether a text matches a pattern with `*`. Each part between two stars is taken at its first match, so
/// that many stars cost no more than few.
fn wildcard_matches(pattern: &[u8], text: &[u8]) -> bool {
    let mut parts = pattern.split(|&byte| byte == b'*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts.filter(|part| !part.is_empty()) {
        let Some(at) = rest.windows(part.len()).position(|window| window == part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Variable {
        let index = Variable::find(name);
        VARIABLES[index.unwrap_or_else(|_| unreachable!("{name} is in the table"))]
    }

    #[test]
    fn the_table_is_consistent() {
        for (i, variable) in VARIABLES.iter().enumerate() {
            assert_eq!(Variable::find(&variable.name.to_uppercase()), Ok(i));
            assert_eq!(variable.name, variable.name.to_lowercase());
            assert!(!variable.description.is_empty());
            if let VariableKind::Number { default, min, max } = variable.kind {
                assert!((min..=max).contains(&default), "{}", variable.name);
                let count = variable.options.len() as i64;
                assert!(count == 0 || count == max - min + 1, "{}", variable.name);
            } else {
                assert!(variable.options.is_empty(), "{}", variable.name);
            }
        }
    }

    #[test]
    fn variables_set_valid_options_and_defaults_agree() {
        for variable in VARIABLES {
            for (name, value) in variable.options.iter().copied().flatten() {
                let spec = OptionSpec::find(name);
                assert!(
                    spec.is_ok_and(|spec| spec.parse(Some(value)).is_ok()),
                    "{name} {value}"
                );
            }
        }
        let by_default = |name: &str| {
            let variable = variable(name);
            variable.options_for(&variable.kind.default_text())
        };
        let set = |name, value: &str| (name, value.to_owned());
        assert_eq!(by_default("playstyle"), [set("Contempt", "0")]);
        assert_eq!(
            by_default("playstrength"),
            [set("UCI_LimitStrength", "false")]
        );
        assert_eq!(
            by_default("bookfile"),
            [set("Book File", ""), set("OwnBook", "false")]
        );
        assert!(by_default("antigm").is_empty() && by_default("ecofile").is_empty());
    }

    #[test]
    fn values_are_checked() {
        let style = variable("playstyle");
        for (value, checked) in [("0", "0"), ("4", "4"), ("+3", "3"), ("02", "2")] {
            assert_eq!(style.check(value), Ok(checked.to_owned()));
        }
        for value in ["", "5", "-1", "x", "1.5", "1 2", "99999999999999999999"] {
            assert_eq!(style.check(value), Err(VariableError::Value(style.kind)));
            assert!(style.options_for(value).is_empty());
        }
        let path = r"C:\My books\best book.bin";
        assert_eq!(variable("bookfile").check(path), Ok(path.to_owned()));
        assert_eq!(variable("curmov").check("1"), Err(VariableError::ReadOnly));
    }

    #[test]
    fn stars_match_any_characters() {
        for (pattern, text, matches) in [
            ("", "", true),
            ("", "a", false),
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("*", "", true),
            ("*", "abc", true),
            ("***", "abc", true),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*b", "abc", false),
            ("*b*", "abc", true),
            ("*x*", "abc", false),
            ("ab*bc", "abc", false),
            ("a*b*a*b*c", "aababbc", true),
            ("*ab*b", "aab", false),
        ] {
            assert_eq!(
                wildcard_matches(pattern.as_bytes(), text.as_bytes()),
                matches,
                "{pattern} {text}"
            );
        }
    }
}
