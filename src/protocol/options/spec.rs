//! The shape of a row of the option table.

use std::fmt;

use super::error::TextError;
use crate::engine::{Engine, Options};
use crate::protocol::log_file::LogFile;

/// The objects that options act on.
pub struct OptionTarget<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) log_file: Option<LogFile>,
}

/// An effect of an option with a text.
type SetText = fn(&mut OptionTarget<'_>, &str) -> Result<(), TextError>;

/// The kind of an option with its range, how to read its value and what setting it does.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Reads the value.
        get: fn(&Options) -> bool,
        /// Sets the value.
        set: fn(&mut OptionTarget<'_>, bool),
    },
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Reads the value.
        get: fn(&Options) -> i64,
        /// Sets the value.
        set: fn(&mut OptionTarget<'_>, i64),
    },
    /// One of a few words.
    Combo {
        /// Values in the order in which they are announced.
        choices: &'static [&'static str],
        /// The choice that another word stands for.
        aliases: fn(&str) -> Option<&'static str>,
        /// Reads the value.
        get: fn(&Options) -> &'static str,
        /// Sets the value.
        set: fn(&mut OptionTarget<'_>, &'static str),
    },
    /// Any text.
    Text {
        /// Reads the value.
        get: fn(&Options) -> &str,
        /// Sets the value.
        set: SetText,
    },
    /// The path of a file.
    File {
        /// Reads the value.
        get: fn(&Options) -> &str,
        /// Sets the value.
        set: SetText,
    },
    /// The paths of folders.
    Path {
        /// Reads the value.
        get: fn(&Options) -> &str,
        /// Sets the value.
        set: SetText,
    },
    /// An action without a value.
    Button {
        /// Performs the action.
        press: fn(&mut OptionTarget<'_>),
    },
    /// An action of the session that the GUI triggers after sending all other options.
    Save,
    /// An action of the session that changes other options.
    Reset,
}

/// The protocols that announce an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// UCI and CECP.
    Both,
    /// UCI only. CECP has a command for it, or has no use for it.
    Uci,
    /// CECP only. UCI leaves the matter to the GUI.
    Cecp,
}

/// The groups of the option table, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionGroup {
    /// Strength and style of play.
    Strength,
    /// Use of time.
    Time,
    /// Memory and threads.
    Memory,
    /// Options of the output of searches.
    Analysis,
    /// Opening books.
    Book,
    /// Endgame tablebases.
    Tablebases,
    /// Draws and resigning.
    Results,
    /// The game that is played, as the GUI tells it.
    Game,
    /// Other files.
    Files,
    /// Buttons.
    Actions,
}

/// One row of the option table. The default of an option is its value in [`Options::default`].
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Name as announced in UCI, matched without regard to case.
    pub name: &'static str,
    /// Group of options that it is listed with.
    pub group: OptionGroup,
    /// Protocols that announce it.
    pub scope: Scope,
    /// Kind, range and effect.
    pub kind: OptionKind,
    /// Description for users.
    pub help: &'static str,
}

/// The value of an option, checked against its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Value of a check option.
    Check(bool),
    /// Value of a spin option.
    Spin(i64),
    /// Value of a combo option.
    Choice(&'static str),
    /// Value of a text, file or path option.
    Text(String),
}

impl OptionSpec {
    /// The value in force. `None` for an option that is an action.
    pub fn value(&self, options: &Options) -> Option<OptionValue> {
        match self.kind {
            OptionKind::Check { get, .. } => Some(OptionValue::Check(get(options))),
            OptionKind::Spin { get, .. } => Some(OptionValue::Spin(get(options))),
            OptionKind::Combo { get, .. } => Some(OptionValue::Choice(get(options))),
            OptionKind::Text { get, .. }
            | OptionKind::File { get, .. }
            | OptionKind::Path { get, .. } => Some(OptionValue::Text(get(options).to_owned())),
            OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset => None,
        }
    }

    /// The value at start. `None` for an option that is an action.
    pub fn default_value(&self) -> Option<OptionValue> {
        self.value(&Options::default())
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(on) => write!(f, "{on}"),
            OptionValue::Spin(number) => write!(f, "{number}"),
            OptionValue::Choice(choice) => f.write_str(choice),
            OptionValue::Text(text) => f.write_str(text),
        }
    }
}

/// The values that an option takes, as an error message describes them.
impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            OptionKind::Text { .. } => f.write_str("a text"),
            OptionKind::File { .. } => f.write_str("the path of a file"),
            OptionKind::Path { .. } => f.write_str("the path of a folder"),
            OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset => {
                f.write_str("no value")
            }
        }
    }
}
