//! Every option of the engine in one table, from which both protocols announce and set them.

use std::fmt;

use thiserror::Error;

use crate::board::CastlingMode;

/// Which option a row of the table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// Size of the transposition table.
    Hash,
    /// Empties the transposition table.
    ClearHash,
    /// Number of search threads.
    Threads,
    /// Time kept in hand for each move.
    MoveOverhead,
    /// Whether the GUI lets the engine think on the opponent's time.
    Ponder,
    /// Chess960 castling notation.
    Chess960,
}

/// The type of an option with its default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Value at start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// Something to do, without a value.
    Button,
}

/// Which protocols announce an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Both.
    Both,
    /// UCI alone: CECP has a command of its own for it.
    Uci,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Which option it is.
    pub id: OptionId,
    /// Its name, matched without regard to case.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: OptionKind,
    /// Who announces it.
    pub scope: Scope,
    /// What it does, for people.
    pub description: &'static str,
}

/// The greatest transposition table in mebibytes.
pub const MAX_HASH: i64 = 1 << 22;

/// All options, in the order in which they are announced.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: OptionId::Threads,
        name: "Threads",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: 1024,
        },
        scope: Scope::Uci,
        description: "number of search threads (CECP: cores)",
    },
    OptionSpec {
        id: OptionId::Hash,
        name: "Hash",
        kind: OptionKind::Spin {
            default: 16,
            min: 1,
            max: MAX_HASH,
        },
        scope: Scope::Uci,
        description: "size of the transposition table in MiB (CECP: memory)",
    },
    OptionSpec {
        id: OptionId::ClearHash,
        name: "Clear Hash",
        kind: OptionKind::Button,
        scope: Scope::Both,
        description: "forget what earlier searches have found",
    },
    OptionSpec {
        id: OptionId::Ponder,
        name: "Ponder",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "the GUI may let the engine think on the opponent's time (CECP: hard, easy)",
    },
    OptionSpec {
        id: OptionId::MoveOverhead,
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: 10,
            min: 0,
            max: 5000,
        },
        scope: Scope::Both,
        description: "milliseconds kept in hand for each move, for delays between engine and GUI",
    },
    OptionSpec {
        id: OptionId::Chess960,
        name: "UCI_Chess960",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "Chess960: castling is written as king takes rook (CECP: variant fischerandom)",
    },
];

/// Why an option was not set; it keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no such option: {0}")]
    Unknown(String),
    /// The value does not fit the type or range.
    #[error("option {name} wants {wanted}, not {value:?}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        wanted: String,
        /// What it was given.
        value: String,
    },
}

/// A value checked against its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a check option.
    Check(bool),
    /// Of a spin option.
    Spin(i64),
    /// A button was pressed.
    Pressed,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}"),
            OptionKind::Button => f.write_str("no value"),
        }
    }
}

impl OptionSpec {
    /// Finds an option by its name in any case, with blanks or without.
    pub fn find(name: &str) -> Result<&'static OptionSpec, OptionError> {
        let wanted = without_blanks(name);
        OPTIONS
            .iter()
            .find(|option| without_blanks(option.name).eq_ignore_ascii_case(&wanted))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// The name in one word, for clients that end a name at its first blank.
    pub fn name_in_one_word(&self) -> String {
        without_blanks(self.name)
    }

    /// Checks a value as text: numbers, `true`/`false` or `1`/`0`.
    pub fn parse(&self, text: Option<&str>) -> Result<OptionValue, OptionError> {
        let text = text.map(str::trim);
        let value = match (self.kind, text) {
            (OptionKind::Button, _) => Some(OptionValue::Pressed),
            (OptionKind::Check { .. }, Some("1")) => Some(OptionValue::Check(true)),
            (OptionKind::Check { .. }, Some("0")) => Some(OptionValue::Check(false)),
            (OptionKind::Check { .. }, Some(text)) => {
                let lower = text.to_ascii_lowercase();
                lower.parse().ok().map(OptionValue::Check)
            }
            (OptionKind::Spin { min, max, .. }, Some(text)) => {
                let number = text.parse().ok();
                number
                    .filter(|number| (min..=max).contains(number))
                    .map(OptionValue::Spin)
            }
            (_, None) => None,
        };
        value.ok_or_else(|| OptionError::Value {
            name: self.name,
            wanted: self.kind.to_string(),
            value: text.unwrap_or("").chars().take(80).collect(),
        })
    }
}

fn without_blanks(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}

/// The values in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Milliseconds kept in hand for each move.
    pub move_overhead: u64,
    /// Whether the GUI ponders with the engine.
    pub ponder: bool,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            move_overhead: 0,
            ponder: false,
            chess960: false,
        };
        for spec in OPTIONS {
            match spec.kind {
                OptionKind::Check { default } => {
                    options.store(spec.id, OptionValue::Check(default))
                }
                OptionKind::Spin { default, .. } => {
                    options.store(spec.id, OptionValue::Spin(default));
                }
                OptionKind::Button => {}
            }
        }
        options
    }
}

impl Options {
    /// How castling is written and what `KQkq` means.
    pub fn castling_mode(&self) -> CastlingMode {
        match self.chess960 {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        }
    }

    /// Stores a value that [`OptionSpec::parse`] has checked.
    pub(super) fn store(&mut self, id: OptionId, value: OptionValue) {
        match (id, value) {
            (OptionId::Hash, OptionValue::Spin(n)) => self.hash = n as usize,
            (OptionId::Threads, OptionValue::Spin(n)) => self.threads = n as usize,
            (OptionId::MoveOverhead, OptionValue::Spin(n)) => self.move_overhead = n as u64,
            (OptionId::Ponder, OptionValue::Check(on)) => self.ponder = on,
            (OptionId::Chess960, OptionValue::Check(on)) => self.chess960 = on,
            (OptionId::ClearHash, _) => {}
            _ => debug_assert!(false, "{id:?} cannot be {value:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_come_from_the_table() {
        let options = Options::default();
        assert_eq!((options.hash, options.threads), (16, 1));
        assert_eq!(options.move_overhead, 10);
        assert!(!options.ponder && !options.chess960);
    }

    #[test]
    fn names_in_any_case_and_values_in_range() {
        let hash = OptionSpec::find("hASH").unwrap();
        assert_eq!(hash.parse(Some(" 64 ")), Ok(OptionValue::Spin(64)));
        for bad in [
            None,
            Some(""),
            Some("0"),
            Some("-1"),
            Some("9999999"),
            Some("x"),
        ] {
            assert!(hash.parse(bad).is_err(), "{bad:?}");
        }
        let ponder = OptionSpec::find("ponder").unwrap();
        for (text, on) in [("true", true), ("FALSE", false), ("1", true), ("0", false)] {
            assert_eq!(ponder.parse(Some(text)), Ok(OptionValue::Check(on)));
        }
        assert!(ponder.parse(Some("maybe")).is_err());
        assert!(OptionSpec::find("Hash2").is_err());
        let overhead = OptionSpec::find("moveoverhead").unwrap();
        assert_eq!(overhead.name, "Move Overhead");
        assert_eq!(overhead.name_in_one_word(), "MoveOverhead");
    }
}
