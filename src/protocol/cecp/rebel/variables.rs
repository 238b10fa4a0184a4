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
}

/// The kind of values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum VariableKind {
    /// A whole number.
    Number {
        default: usize,
        /// The values from 0 on.
        values: &'static [NumberValue],
    },
    /// The path of a personality, empty for none.
    Personality,
    /// The path of a file in Polyglot's format, empty for none.
    Book {
        /// The option that takes the path.
        option: &'static str,
        /// The options that are set beside it, with their values with a file and without.
        switch: Setting,
        without: Setting,
    },
    /// Set by the engine.
    ReadOnly(ReadOnlyVariable),
}

/// An engine option and its value, if there is one to set.
type Setting = Option<(&'static str, &'static str)>;

/// A value of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct NumberValue {
    /// Its name in the document.
    pub(super) label: &'static str,
    /// The engine options that it sets and their values.
    pub(super) options: &'static [(&'static str, &'static str)],
}

/// A variable that the engine sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ReadOnlyVariable {
    /// The move being searched.
    CurrentMove,
    /// An array of the book moves for the position.
    BookMoves,
}

/// Names and values of engine options.
pub(in super::super) type OptionValues = Vec<(&'static str, String)>;

const fn value(
    label: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> NumberValue {
    NumberValue { label, options }
}

/// All variables, in the order in which they are listed.
pub(super) const VARIABLES: &[Variable] = &[
    Variable {
        name: "personality",
        kind: VariableKind::Personality,
        description: "a text file with a line NAME = VALUE for each option or variable to set",
    },
    Variable {
        name: "antigm",
        kind: VariableKind::Number {
            default: 0,
            values: &[
                value("Off", &[("Anti GM", "off")]),
                value("Active", &[("Anti GM", "active")]),
                value("Strong", &[("Anti GM", "strong")]),
                value("Smart", &[("Anti GM", "smart")]),
            ],
        },
        description: "against strong humans: avoids closed positions and early queen exchanges",
    },
    Variable {
        name: "playstyle",
        kind: VariableKind::Number {
            default: 2,
            values: &[
                value("Aggressive", &[("Contempt", "60")]),
                value("Active", &[("Contempt", "30")]),
                value("Normal", &[("Contempt", "0")]),
                value("Solid", &[("Contempt", "-30")]),
                value("Defensive", &[("Contempt", "-60")]),
            ],
        },
        description: "from playing for a win at all events to welcoming a draw",
    },
    Variable {
        name: "playstrength",
        kind: VariableKind::Number {
            default: 2,
            values: &[
                value(
                    "Novice",
                    &[("UCI_LimitStrength", "true"), ("UCI_Elo", "1200")],
                ),
                value(
                    "Club player",
                    &[("UCI_LimitStrength", "true"), ("UCI_Elo", "1800")],
                ),
                value("Strong", &[("UCI_LimitStrength", "false")]),
            ],
        },
        description: "from the weakest play to full strength",
    },
    Variable {
        name: "eocuse",
        kind: VariableKind::Number {
            default: 0,
            values: &[
                value("None", &[("ECO Use", "none")]),
                value("Moderate", &[("ECO Use", "moderate")]),
                value("Strong", &[("ECO Use", "strong")]),
                value("Book", &[("ECO Use", "book")]),
            ],
        },
        description: "how far the encyclopedia of openings (ecofile) guides the engine's choice of moves",
    },
    Variable {
        name: "ecofile",
        kind: VariableKind::Book {
            option: "ECO File",
            switch: None,
            without: Some(("ECO Use", "none")),
        },
        description: "the encyclopedia of openings, in the format of Polyglot",
    },
    Variable {
        name: "bookfile",
        kind: VariableKind::Book {
            option: "Book File",
            switch: Some(("OwnBook", "true")),
            without: Some(("OwnBook", "false")),
        },
        description: "the opening book to play from, in the format of Polyglot",
    },
    Variable {
        name: "curmov",
        kind: VariableKind::ReadOnly(ReadOnlyVariable::CurrentMove),
        description: "the move being searched: ply, its number, number of all, move",
    },
    Variable {
        name: "bookmoves",
        kind: VariableKind::ReadOnly(ReadOnlyVariable::BookMoves),
        description: "the moves that the book has here, each with its weight and, where known, its score and depth",
    },
];

/// Why a `setvar` or `getvar` fails. Displayed in `Error (...): LINE`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// The named file cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// The value is out of range or malformed.
    #[error("{0} expected")]
    Value(VariableKind),
    /// `eocuse` without `ecofile`.
    #[error("no encyclopedia: eocuse needs an ecofile")]
    NoEncyclopedia,
    /// `end` without `begin`.
    #[error("command not legal now")]
    NoGroup,
}

/// The values that a variable takes.
impl fmt::Display for VariableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariableKind::Number { values, .. } => {
                write!(f, "a number from 0 to {}", values.len() - 1)
            }
            VariableKind::Personality | VariableKind::Book { .. } => {
                f.write_str("the path of a file")
            }
            VariableKind::ReadOnly(_) => f.write_str("read-only"),
        }
    }
}

impl Variable {
    /// The variable with this name, in any case.
    pub(super) fn find(name: &str) -> Result<&'static Variable, VariableError> {
        VARIABLES
            .iter()
            .find(|variable| variable.name.eq_ignore_ascii_case(name))
            .ok_or(VariableError::Unknown)
    }

    /// Whether the name matches a pattern, in which each `*` matches any characters.
    pub(super) fn matches(&self, pattern: &str) -> bool {
        wildcard_matches(
            pattern.to_ascii_lowercase().as_bytes(),
            self.name.as_bytes(),
        )
    }

    /// Checks a value and returns its normal form. A number can be given by its name.
    pub(super) fn check(&self, value: &str) -> Result<String, VariableError> {
        match self.kind {
            VariableKind::Number { values, .. } => number(value, values)
                .map(|number| number.to_string())
                .ok_or(VariableError::Value(self.kind)),
            VariableKind::Personality | VariableKind::Book { .. } => Ok(value.to_owned()),
            VariableKind::ReadOnly(_) => Err(VariableError::ReadOnly),
        }
    }

    /// The value whose options are nearest to the current ones; `None` if the variable has no options.
    pub(super) fn value_in(&self, options: &Options) -> Option<String> {
        match self.kind {
            VariableKind::Number { values, .. } => {
                let distance = |value: &NumberValue| {
                    let settings = value.options.iter();
                    let distances = settings.map(|(name, value)| distance(options, name, value));
                    distances.sum::<Option<u64>>()
                };
                let numbered = values.iter().enumerate();
                numbered
                    .filter_map(|(number, value)| Some((distance(value)?, number)))
                    .min()
                    .map(|(_, number)| number.to_string())
            }
            VariableKind::Book { option, .. } => {
                let spec = OptionSpec::find(option).ok()?;
                Some(spec.value(options)?.to_string())
            }
            VariableKind::Personality | VariableKind::ReadOnly(_) => None,
        }
    }

    /// The engine options that a value sets, with their values.
    pub(super) fn options_for(&self, value: &str) -> OptionValues {
        let owned = |(name, value): (&'static str, &str)| (name, value.to_owned());
        match self.kind {
            VariableKind::Number { values, .. } => {
                let value = number(value, values).and_then(|number| values.get(number));
                let options = value.map_or(&[][..], |value| value.options);
                options.iter().copied().map(owned).collect()
            }
            VariableKind::Book {
                option,
                switch,
                without,
            } => {
                let beside = if value.is_empty() { without } else { switch };
                let file = std::iter::once((option, value));
                file.chain(beside).map(owned).collect()
            }
            VariableKind::Personality | VariableKind::ReadOnly(_) => Vec::new(),
        }
    }
}

/// Reads a number or the name of one.
fn number(text: &str, values: &[NumberValue]) -> Option<usize> {
    let by_name = values
        .iter()
        .position(|value| value.label.eq_ignore_ascii_case(text));
    let by_number = || usize::try_from(parse_number(text)?).ok();
    by_name
        .or_else(by_number)
        .filter(|&number| number < values.len())
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
        *Variable::find(name).unwrap_or_else(|_| unreachable!("{name} is in the table"))
    }

    fn set(name: &'static str, value: &str) -> (&'static str, String) {
        (name, value.to_owned())
    }

    #[test]
    fn the_table_is_consistent() {
        for variable in VARIABLES {
            let found = Variable::find(&variable.name.to_uppercase());
            assert_eq!(found.map(|found| found.name), Ok(variable.name));
            assert_eq!(variable.name, variable.name.to_lowercase());
            assert!(!variable.description.is_empty());
            if let VariableKind::Number { default, values } = variable.kind {
                assert!(default < values.len(), "{}", variable.name);
            }
        }
    }

    /// The values of numbers with their names and defaults, as the document lists them.
    #[test]
    fn numbers_have_the_names_of_the_document() {
        for (name, default, labels) in [
            ("antigm", 0, "Off Active Strong Smart"),
            ("playstyle", 2, "Aggressive Active Normal Solid Defensive"),
            ("playstrength", 2, "Novice Club_player Strong"),
            ("eocuse", 0, "None Moderate Strong Book"),
        ] {
            let VariableKind::Number {
                default: is,
                values,
            } = variable(name).kind
            else {
                unreachable!("{name} is a number");
            };
            let names: Vec<_> = values.iter().map(|value| value.label).collect();
            assert_eq!(names.join(" "), labels.replace('_', " "), "{name}");
            assert_eq!(is, default, "{name}");
        }
    }

    #[test]
    fn variables_set_valid_options_and_defaults_agree() {
        let defaults = Options::default();
        for variable in VARIABLES {
            let VariableKind::Number { default, values } = variable.kind else {
                continue;
            };
            for value in values {
                assert!(!value.options.is_empty(), "{}", value.label);
                for (name, value) in value.options {
                    let spec = OptionSpec::find(name);
                    assert!(
                        spec.is_ok_and(|spec| spec.parse(Some(value)).is_ok()),
                        "{name} {value}"
                    );
                }
            }
            assert_eq!(variable.value_in(&defaults), Some(default.to_string()));
        }
        let options_for = |name: &str, value: &str| variable(name).options_for(value);
        assert_eq!(options_for("playstyle", "0"), [set("Contempt", "60")]);
        assert_eq!(options_for("playstyle", "4"), [set("Contempt", "-60")]);
        assert_eq!(
            options_for("playstrength", "2"),
            [set("UCI_LimitStrength", "false")]
        );
        assert_eq!(
            options_for("bookfile", ""),
            [set("Book File", ""), set("OwnBook", "false")]
        );
        assert_eq!(options_for("ecofile", "a"), [set("ECO File", "a")]);
    }

    #[test]
    fn values_are_checked() {
        let style = variable("playstyle");
        for (value, checked) in [
            ("0", "0"),
            ("4", "4"),
            ("+3", "3"),
            ("02", "2"),
            ("Aggressive", "0"),
            ("defensive", "4"),
        ] {
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
