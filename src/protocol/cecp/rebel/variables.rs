//! The table of variables, from which they are set, read and described.

use std::fmt;

use thiserror::Error;

use crate::engine::Options;
use crate::protocol::options::{OptionSpec, OptionValue};
use crate::protocol::parse_number;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    /// In lower case.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// What it does, for people.
    pub(super) description: &'static str,
    /// For each value of a number the engine options that it sets, with theirs. With none of them the
    /// value is kept, and that is all.
    pub(super) options: &'static [&'static [(&'static str, &'static str)]],
}

/// What values a variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number.
    Number {
        /// Value at start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// The path of a file, empty at start.
    File,
    /// The path of the book, empty for none, which stands for the options of the book.
    Book,
    /// The engine's own, for reading alone.
    Report(Report),
}

/// What the engine reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The move being searched.
    CurrentMove,
    /// An array of what the book has for the position.
    BookMoves,
}

/// All variables, in the order in which they are listed.
pub(super) const VARIABLES: &[Variable] = &[
    Variable {
        name: "personality",
        kind: Kind::File,
        description: "the personality to play with; kept, Diglot has none to load",
        options: &[],
    },
    Variable {
        name: "antigm",
        kind: Kind::Number {
            default: 0,
            min: 0,
            max: 3,
        },
        description: "strategy against grandmasters; kept, Diglot plays alike against all",
        options: &[],
    },
    Variable {
        name: "playstyle",
        kind: Kind::Number {
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
        kind: Kind::Number {
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
        kind: Kind::Number {
            default: 0,
            min: 0,
            max: 3,
        },
        description: "use of the encyclopedia of openings; kept, Diglot has none",
        options: &[],
    },
    Variable {
        name: "ecofile",
        kind: Kind::File,
        description: "the file of opening names; kept, Diglot names no openings",
        options: &[],
    },
    Variable {
        name: "bookfile",
        kind: Kind::Book,
        description: "the opening book, in the format of Polyglot: option OwnBook and Book File; without, none",
        options: &[],
    },
    Variable {
        name: "curmov",
        kind: Kind::Report(Report::CurrentMove),
        description: "the move being searched: ply, its number, number of all, move",
        options: &[],
    },
    Variable {
        name: "bookmoves",
        kind: Kind::Report(Report::BookMoves),
        description: "the moves that the book has here, each with what it says about them",
        options: &[],
    },
];

/// Why a variable is not set or told. Displayed in `Error (...): LINE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum VariableError {
    /// No variable has such a name.
    #[error("unknown variable")]
    Unknown,
    /// The variable is the engine's own.
    #[error("read-only variable")]
    ReadOnly,
    /// It has no elements.
    #[error("not an array")]
    NotAnArray,
    /// It has fewer elements.
    #[error("no such element")]
    NoSuchElement,
    /// There is no such book, or none that can be read.
    #[error("no usable book")]
    Book,
    /// The value does not fit.
    #[error("{0} expected")]
    Value(Kind),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number { min, max, .. } => write!(f, "a number from {min} to {max}"),
            Kind::File | Kind::Book => f.write_str("the path of a file"),
            Kind::Report(_) => f.write_str("read-only"),
        }
    }
}

impl Kind {
    /// The value at start.
    pub(super) fn default_text(self) -> String {
        match self {
            Kind::Number { default, .. } => default.to_string(),
            Kind::File | Kind::Book | Kind::Report(_) => String::new(),
        }
    }
}

impl Variable {
    /// The place in the table of the variable with this name, in any case.
    pub(super) fn find(name: &str) -> Result<usize, VariableError> {
        VARIABLES
            .iter()
            .position(|variable| variable.name.eq_ignore_ascii_case(name))
            .ok_or(VariableError::Unknown)
    }

    /// Whether the name fits a pattern, in which each `*` stands for any characters.
    pub(super) fn fits(&self, pattern: &str) -> bool {
        wildcard_fits(
            pattern.to_ascii_lowercase().as_bytes(),
            self.name.as_bytes(),
        )
    }

    /// A value as it is kept, if the variable can have it.
    pub(super) fn check(&self, value: &str) -> Result<String, VariableError> {
        match self.kind {
            Kind::Number { min, max, .. } => parse_number(value)
                .filter(|number| (min..=max).contains(number))
                .map(|number| number.to_string())
                .ok_or(VariableError::Value(self.kind)),
            Kind::File | Kind::Book => Ok(value.to_owned()),
            Kind::Report(_) => Err(VariableError::ReadOnly),
        }
    }

    /// The value that comes nearest to what the options it stands for have now; `None` if it stands
    /// for none.
    pub(super) fn value_in(&self, options: &Options) -> Option<String> {
        if self.kind == Kind::Book {
            return Some(options.book_file().to_owned());
        }
        let Kind::Number { min, .. } = self.kind else {
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

    /// The engine options that a value sets, with theirs.
    pub(super) fn options_for(&self, value: &str) -> Vec<(&'static str, String)> {
        let min = match self.kind {
            Kind::Number { min, .. } => min,
            Kind::Book => {
                let is_used = !value.is_empty();
                return vec![
                    ("Book File", value.to_owned()),
                    ("OwnBook", is_used.to_string()),
                ];
            }
            Kind::File | Kind::Report(_) => return Vec::new(),
        };
        let settings = parse_number(value)
            .and_then(|number| usize::try_from(number - min).ok())
            .and_then(|place| self.options.get(place))
            .copied()
            .unwrap_or(&[]);
        let owned = |&(name, value): &(&'static str, &str)| (name, value.to_owned());
        settings.iter().map(owned).collect()
    }
}

/// How far an option is from a value; `None` if that cannot be said in numbers.
fn distance(options: &Options, name: &str, value: &str) -> Option<u64> {
    let spec = OptionSpec::find(name).ok()?;
    let wanted = spec.parse(Some(value)).ok()??;
    match (spec.value(options)?, wanted) {
        (OptionValue::Spin(present), OptionValue::Spin(wanted)) => Some(present.abs_diff(wanted)),
        (present, wanted) => (present == wanted).then_some(0),
    }
}

/// Whether a text fits a pattern: the part before the first `*` must come first, and after any
/// characters the rest must fit. A pattern of many stars is no more work than one of few: each part is
/// taken where it comes first.
fn wildcard_fits(pattern: &[u8], text: &[u8]) -> bool {
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
        let place = Variable::find(name);
        VARIABLES[place.unwrap_or_else(|_| unreachable!("{name} is in the table"))]
    }

    #[test]
    fn the_table_is_sound() {
        for (i, variable) in VARIABLES.iter().enumerate() {
            assert_eq!(Variable::find(&variable.name.to_uppercase()), Ok(i));
            assert_eq!(variable.name, variable.name.to_lowercase());
            assert!(!variable.description.is_empty());
            if let Kind::Number { default, min, max } = variable.kind {
                assert!((min..=max).contains(&default), "{}", variable.name);
                let count = variable.options.len() as i64;
                assert!(count == 0 || count == max - min + 1, "{}", variable.name);
            } else {
                assert!(variable.options.is_empty(), "{}", variable.name);
            }
        }
    }

    #[test]
    fn options_take_what_variables_set_and_defaults_agree() {
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
        for (value, kept) in [("0", "0"), ("4", "4"), ("+3", "3"), ("02", "2")] {
            assert_eq!(style.check(value), Ok(kept.to_owned()));
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
    fn stars_stand_for_any_characters() {
        for (pattern, text, fits) in [
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
                wildcard_fits(pattern.as_bytes(), text.as_bytes()),
                fits,
                "{pattern} {text}"
            );
        }
    }
}
