//! Every option of the engine in one table, from which both protocols announce and set them.

mod table;

use std::fmt;

use thiserror::Error;

pub use table::{MAX_HASH, MAX_THREADS, OPTIONS};

use super::opening_book::BookSelection;
use super::opponent::Opponent;
use crate::board::CastlingMode;
use crate::search::TablebaseConfig;

/// Which option a row of the table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// Size of the transposition table.
    Hash,
    /// Empties the transposition table.
    ClearHash,
    /// Number of search threads.
    Threads,
    /// Number of lines to show.
    MultiPv,
    /// Time kept in hand for each move.
    MoveOverhead,
    /// Whether the GUI lets the engine think on the opponent's time.
    Ponder,
    /// How much a draw is disliked.
    Contempt,
    /// How badly a game has to stand to be given up.
    ResignScore,
    /// For how many moves it has to.
    ResignMoves,
    /// Whether draws are offered and taken.
    OfferDraws,
    /// Where the endgame tables are.
    SyzygyPath,
    /// From which depth on they are asked.
    SyzygyProbeDepth,
    /// Whether the fifty-move rule counts in them.
    Syzygy50MoveRule,
    /// For how many pieces they are asked.
    SyzygyProbeLimit,
    /// Whether to play below full strength.
    LimitStrength,
    /// How strong to play then.
    Elo,
    /// Whether the GUI analyses.
    AnalyseMode,
    /// Chess960 castling notation.
    Chess960,
    /// The variant played.
    Variant,
    /// Whether to tell the chances of win, draw and loss.
    ShowWdl,
    /// Whether to tell the line being looked at.
    ShowCurrentLine,
    /// Whether to tell refutations.
    ShowRefutations,
    /// Gives positions a value.
    SetPositionValue,
    /// Who the opponent is.
    Opponent,
    /// Who made the engine.
    EngineAbout,
    /// The network that evaluates.
    EvalFile,
    /// Whether moves are played from the book.
    OwnBook,
    /// The book.
    BookFile,
    /// How far into a game the book is used.
    BookDepth,
    /// Which of the book's moves is played.
    BookSelection,
    /// Where choices from the book begin.
    BookSeed,
    /// Where the log goes.
    LogFile,
    /// Keeps the values for later.
    SaveSettings,
    /// Gives every option its default.
    ResetSettings,
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
    /// One of some words.
    Combo {
        /// Value at start.
        default: &'static str,
        /// All values.
        choices: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// Value at start.
        default: &'static str,
    },
    /// A whole number of which the size matters more than the digits.
    Slider {
        /// Value at start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// The path of a file.
    File {
        /// Value at start.
        default: &'static str,
    },
    /// The path of a folder.
    Path {
        /// Value at start.
        default: &'static str,
    },
    /// Something to do, without a value.
    Button,
    /// Something to do once all other options have been set.
    Save,
    /// Something to do that changes other options.
    Reset,
}

impl OptionKind {
    /// The value at start; `None` where there is something to do instead.
    pub fn default_value(&self) -> Option<OptionValue> {
        match *self {
            OptionKind::Check { default } => Some(OptionValue::Check(default)),
            OptionKind::Spin { default, .. } | OptionKind::Slider { default, .. } => {
                Some(OptionValue::Spin(default))
            }
            OptionKind::Combo { default, .. } => Some(OptionValue::Choice(default)),
            OptionKind::Text { default }
            | OptionKind::File { default }
            | OptionKind::Path { default } => Some(OptionValue::Text(default.to_owned())),
            OptionKind::Button | OptionKind::Save | OptionKind::Reset => None,
        }
    }
}

/// Which protocols announce an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Both.
    Both,
    /// UCI alone: CECP has a command of its own for it.
    Uci,
    /// CECP alone: UCI knows nothing of the kind.
    Cecp,
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
    /// The value is of the right kind, but nothing can be done with it.
    #[error("{0}")]
    Unusable(String),
}

/// A value checked against its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a check option.
    Check(bool),
    /// Of a spin option.
    Spin(i64),
    /// Of a combo option.
    Choice(&'static str),
    /// Of a text or file option.
    Text(String),
    /// A button was pressed.
    Pressed,
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(on) => write!(f, "{on}"),
            OptionValue::Spin(number) => write!(f, "{number}"),
            OptionValue::Choice(choice) => f.write_str(choice),
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::Pressed => Ok(()),
        }
    }
}

/// How UCI writes a text that is empty.
pub const EMPTY_TEXT: &str = "<empty>";

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. } => {
                write!(f, "a number from {min} to {max}")
            }
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            OptionKind::Text { .. } => f.write_str("a text"),
            OptionKind::File { .. } => f.write_str("the path of a file"),
            OptionKind::Path { .. } => f.write_str("the path of a folder"),
            OptionKind::Button | OptionKind::Save | OptionKind::Reset => f.write_str("no value"),
        }
    }
}

impl OptionSpec {
    /// Finds an option by its name in any case, with blanks or without, with or without the prefix of
    /// UCI's own options.
    pub fn find(name: &str) -> Result<&'static OptionSpec, OptionError> {
        let wanted = plain(name);
        OPTIONS
            .iter()
            .find(|option| plain(option.name) == wanted)
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// The name in one word and without UCI's prefix, for clients that end a name at its first blank
    /// and do not speak UCI.
    pub fn name_in_one_word(&self) -> String {
        without_blanks(self.name.strip_prefix("UCI_").unwrap_or(self.name))
    }

    /// Checks a value as text: numbers, `true`/`false` or `1`/`0`, a choice in any case, any text.
    pub fn parse(&self, text: Option<&str>) -> Result<OptionValue, OptionError> {
        let text = text.map(str::trim);
        let value = match (self.kind, text) {
            (OptionKind::Button | OptionKind::Save | OptionKind::Reset, _) => {
                Some(OptionValue::Pressed)
            }
            (OptionKind::Check { .. }, Some("1")) => Some(OptionValue::Check(true)),
            (OptionKind::Check { .. }, Some("0")) => Some(OptionValue::Check(false)),
            (OptionKind::Check { .. }, Some(text)) => {
                let lower = text.to_ascii_lowercase();
                lower.parse().ok().map(OptionValue::Check)
            }
            (
                OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. },
                Some(text),
            ) => {
                let number = text.parse().ok();
                number
                    .filter(|number| (min..=max).contains(number))
                    .map(OptionValue::Spin)
            }
            (OptionKind::Combo { choices, .. }, Some(text)) => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| OptionValue::Choice(choice)),
            (OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. }, text) => {
                let text = text.filter(|&text| text != EMPTY_TEXT).unwrap_or("");
                if self.id == OptionId::Opponent && Opponent::parse(text).is_none() {
                    return Err(self.error(Opponent::FORM, text));
                }
                Some(OptionValue::Text(text.to_owned()))
            }
            (_, None) => None,
        };
        value.ok_or_else(|| self.error(&self.kind.to_string(), text.unwrap_or("")))
    }

    /// This value is not what is wanted.
    pub(super) fn error(&self, wanted: &str, value: &str) -> OptionError {
        OptionError::Value {
            name: self.name,
            wanted: wanted.to_owned(),
            value: value.chars().take(80).collect(),
        }
    }
}

fn without_blanks(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}

/// A name with nothing in it that people get wrong.
fn plain(name: &str) -> String {
    let name = without_blanks(name).to_ascii_lowercase();
    name.strip_prefix("uci_")
        .map_or(name.clone(), str::to_owned)
}

/// The values in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of lines to show, at least 1.
    pub multi_pv: usize,
    /// Milliseconds kept in hand for each move.
    pub move_overhead: u64,
    /// Whether the GUI ponders with the engine.
    pub ponder: bool,
    /// Centipawns that a draw counts less than an even game.
    pub contempt: i32,
    /// Centipawns behind with which a game may be given up; 0 for never.
    pub resign_score: i32,
    /// Own moves in a row for which a game has to be lost before it is given up.
    pub resign_moves: u32,
    /// Whether draws are offered and taken.
    pub offer_draws: bool,
    /// The folders of the endgame tables; empty for none.
    pub syzygy_path: String,
    /// How they are used.
    pub tablebase_config: TablebaseConfig,
    /// Whether to play at [`Options::elo`] instead of full strength.
    pub limit_strength: bool,
    /// The rating to play at.
    pub elo: i32,
    /// Whether the GUI analyses.
    pub analyse_mode: bool,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to tell the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to tell the line being looked at.
    pub show_current_line: bool,
    /// Whether to tell how moves that are not best are refuted.
    pub show_refutations: bool,
    /// Whom the engine plays against.
    pub opponent: Opponent,
    /// Whether moves are played from the book.
    pub own_book: bool,
    /// The plies of a game in which they are.
    pub book_depth: u32,
    /// How one of them is chosen.
    pub book_selection: BookSelection,
    /// Where the log goes; empty for nowhere.
    pub log_file: String,
    /// Every value, to be announced and saved.
    values: Vec<(OptionId, OptionValue)>,
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            multi_pv: 0,
            move_overhead: 0,
            ponder: false,
            contempt: 0,
            resign_score: 0,
            resign_moves: 0,
            offer_draws: false,
            syzygy_path: String::new(),
            tablebase_config: TablebaseConfig::default(),
            limit_strength: false,
            elo: 0,
            analyse_mode: false,
            chess960: false,
            show_wdl: false,
            show_current_line: false,
            show_refutations: false,
            opponent: Opponent::default(),
            own_book: false,
            book_depth: 0,
            book_selection: BookSelection::Weighted,
            log_file: String::new(),
            values: Vec::new(),
        };
        for spec in OPTIONS {
            if let Some(value) = spec.kind.default_value() {
                options.store(spec.id, value);
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

    /// The value of an option, if it has one.
    pub fn value(&self, id: OptionId) -> Option<&OptionValue> {
        let mut values = self.values.iter();
        values.find(|&&(other, _)| other == id).map(|(_, v)| v)
    }

    /// Stores a value that [`OptionSpec::parse`] has checked.
    pub(super) fn store(&mut self, id: OptionId, value: OptionValue) {
        use OptionValue::{Check, Choice, Spin, Text};
        if value != OptionValue::Pressed {
            self.values.retain(|&(other, _)| other != id);
            self.values.push((id, value.clone()));
        }
        match (id, value) {
            (OptionId::Hash, Spin(n)) => self.hash = n as usize,
            (OptionId::Threads, Spin(n)) => self.threads = n as usize,
            (OptionId::MultiPv, Spin(n)) => self.multi_pv = n as usize,
            (OptionId::MoveOverhead, Spin(n)) => self.move_overhead = n as u64,
            (OptionId::Contempt, Spin(n)) => self.contempt = n as i32,
            (OptionId::ResignScore, Spin(n)) => self.resign_score = n as i32,
            (OptionId::ResignMoves, Spin(n)) => self.resign_moves = n as u32,
            (OptionId::OfferDraws, Check(on)) => self.offer_draws = on,
            (OptionId::SyzygyPath, Text(path)) => self.syzygy_path = path,
            (OptionId::SyzygyProbeDepth, Spin(n)) => self.tablebase_config.probe_depth = n as i32,
            (OptionId::Syzygy50MoveRule, Check(on)) => self.tablebase_config.fifty_move_rule = on,
            (OptionId::SyzygyProbeLimit, Spin(n)) => self.tablebase_config.probe_limit = n as u32,
            (OptionId::Elo, Spin(n)) => self.elo = n as i32,
            (OptionId::Ponder, Check(on)) => self.ponder = on,
            (OptionId::LimitStrength, Check(on)) => self.limit_strength = on,
            (OptionId::AnalyseMode, Check(on)) => self.analyse_mode = on,
            (OptionId::Chess960, Check(on)) => self.chess960 = on,
            (OptionId::ShowWdl, Check(on)) => self.show_wdl = on,
            (OptionId::ShowCurrentLine, Check(on)) => self.show_current_line = on,
            (OptionId::ShowRefutations, Check(on)) => self.show_refutations = on,
            (OptionId::Opponent, Text(text)) => {
                self.opponent = Opponent::parse(&text).unwrap_or_default();
            }
            (OptionId::OwnBook, Check(on)) => self.own_book = on,
            (OptionId::BookDepth, Spin(n)) => self.book_depth = n as u32,
            (OptionId::BookSelection, Choice(word)) => {
                self.book_selection = BookSelection::of_word(word);
            }
            (OptionId::LogFile, Text(text)) => self.log_file = text,
            // There is one variant; the text about the engine cannot be changed; values of positions
            // are kept with the search, the network, the book and its seed with the engine; a button has no value.
            (OptionId::Variant, Choice(_))
            | (
                OptionId::EngineAbout
                | OptionId::SetPositionValue
                | OptionId::BookFile
                | OptionId::EvalFile,
                Text(_),
            )
            | (OptionId::BookSeed, Spin(_))
            | (OptionId::ClearHash | OptionId::SaveSettings | OptionId::ResetSettings, _) => {}
            (id, value) => debug_assert!(false, "{id:?} cannot be {value:?}"),
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
        assert_eq!((options.move_overhead, options.multi_pv), (10, 1));
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
        let elo = OptionSpec::find("elo").unwrap();
        assert_eq!(
            (elo.name, elo.name_in_one_word().as_str()),
            ("UCI_Elo", "Elo")
        );
    }

    #[test]
    fn values_are_kept_as_they_were_set() {
        let mut options = Options::default();
        let text = |options: &Options, id| options.value(id).map(OptionValue::to_string);
        assert_eq!(text(&options, OptionId::Hash).as_deref(), Some("16"));
        options.store(OptionId::Hash, OptionValue::Spin(5));
        options.store(OptionId::LogFile, OptionValue::Text("a b".to_owned()));
        options.store(OptionId::ClearHash, OptionValue::Pressed);
        assert_eq!(text(&options, OptionId::Hash).as_deref(), Some("5"));
        assert_eq!(text(&options, OptionId::LogFile).as_deref(), Some("a b"));
        assert_eq!(text(&options, OptionId::Ponder).as_deref(), Some("false"));
        assert_eq!(text(&options, OptionId::ClearHash), None);
    }

    #[test]
    fn names_differ_even_without_blanks_case_and_prefix() {
        for (i, option) in OPTIONS.iter().enumerate() {
            let same = OPTIONS[..i]
                .iter()
                .find(|o| plain(o.name) == plain(option.name));
            assert!(same.is_none(), "{}", option.name);
        }
    }

    #[test]
    fn texts_may_be_empty_and_choices_are_words_of_the_list() {
        let text = |s: &str| Ok(OptionValue::Text(s.to_owned()));
        let opponent = OptionSpec::find("UCI_Opponent").unwrap();
        for (given, wanted) in [
            (Some("GM 2800 human Ann Other"), "GM 2800 human Ann Other"),
            (Some("<empty>"), ""),
            (Some(""), ""),
            (None, ""),
        ] {
            assert_eq!(opponent.parse(given), text(wanted), "{given:?}");
        }
        let variant = OptionSpec::find("UCI_Variant").unwrap();
        assert_eq!(
            variant.parse(Some("Chess")),
            Ok(OptionValue::Choice("chess"))
        );
        assert!(variant.parse(Some("suicide")).is_err());
        assert!(variant.parse(None).is_err());
    }
}
