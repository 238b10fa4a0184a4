//! Finding an option by name, checking the text of its value, and setting it.

use super::error::{OptionError, TextError};
use super::spec::{OptionKind, OptionSpec, OptionTarget, OptionValue};
use super::table::OPTIONS;
use crate::engine::Engine;
use crate::protocol::log_file::LogFile;

/// UCI's notation of an empty text.
pub(crate) const EMPTY_TEXT: &str = "<empty>";

/// Names of other engines for options of this table. XBoard uses that of Fairy-Max for the margin of any engine.
const ALIASES: &[(&str, &str)] = &[
    ("Debug Log File", "Log File"),
    ("Multi-PV Margin", "MultiPV Margin"),
];

/// Numbers out of range are clamped for these options: PyChess and other GUIs ask for less than the minimum. For other
/// options such a number is an error.
const CLAMPED: [&str; 2] = ["UCI_Elo", "Skill Level"];

/// Longest part of a rejected value that an error message quotes, in characters.
const MAX_QUOTED: usize = 80;

/// Sets an option to a value given as text. An error leaves the option as it was.
pub(crate) fn set_option(
    engine: &mut Engine,
    log_file: Option<LogFile>,
    name: &str,
    value: Option<&str>,
) -> Result<(), OptionError> {
    #[cfg(feature = "tuning")]
    if let Some(number) = value.and_then(|text| text.trim().parse().ok())
        && engine.set_search_parameter(name, number)
    {
        return Ok(());
    }
    let spec = OptionSpec::find(name)?;
    let nearest = value.and_then(|text| spec.nearest(text));
    let nearest = nearest.map(|number| number.to_string());
    let mut target = OptionTarget { engine, log_file };
    spec.set(&mut target, nearest.as_deref().or(value))
}

/// Sets options to their defaults.
pub(crate) fn reset_options(
    engine: &mut Engine,
    log_file: Option<LogFile>,
    specs: impl Iterator<Item = &'static OptionSpec>,
) {
    for spec in specs {
        let default = spec.default_value();
        if let Some(value) = &default
            && spec.value(engine.options()) != default
        {
            let result = set_option(engine, log_file, spec.name, Some(&value.to_string()));
            debug_assert!(result.is_ok(), "{} takes its default", spec.name);
        }
    }
}

impl OptionSpec {
    /// Finds an option by name or alias. Case, spaces and the prefix `UCI_` do not matter.
    pub fn find(name: &str) -> Result<&'static OptionSpec, OptionError> {
        let key = normalized(name);
        let alias = ALIASES.iter().find(|(alias, _)| normalized(alias) == key);
        let key = alias.map_or(key, |(_, name)| normalized(name));
        OPTIONS
            .iter()
            .find(|spec| normalized(spec.name) == key)
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// Checks the text of a value: `true`, `false`, `1` or `0`, a number, a choice in any case, or any
    /// text. Returns `None` for an action, which ignores the text.
    pub(crate) fn parse(&self, text: Option<&str>) -> Result<Option<OptionValue>, OptionError> {
        let text = text.map(str::trim);
        let value = match (self.kind, text) {
            (OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset, _) => {
                return Ok(None);
            }
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
            (
                OptionKind::Combo {
                    choices, aliases, ..
                },
                Some(text),
            ) => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .copied()
                .or_else(|| aliases(text))
                .map(OptionValue::Choice),
            (OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. }, text) => {
                let is_empty = |text: &str| text.eq_ignore_ascii_case(EMPTY_TEXT);
                let text = text.filter(|text| !is_empty(text)).unwrap_or("");
                Some(OptionValue::Text(text.to_owned()))
            }
            (_, None) => None,
        };
        match value {
            Some(value) => Ok(Some(value)),
            None => Err(self.value_error(self.kind.to_string(), text.unwrap_or(""))),
        }
    }

    /// The number that replaces one out of range.
    pub(crate) fn nearest(&self, text: &str) -> Option<i64> {
        let OptionKind::Spin { min, max, .. } = self.kind else {
            return None;
        };
        let number: i64 = text.trim().parse().ok()?;
        let nearest = number.clamp(min, max);
        (nearest != number && CLAMPED.contains(&self.name)).then_some(nearest)
    }

    fn set(&self, target: &mut OptionTarget<'_>, text: Option<&str>) -> Result<(), OptionError> {
        match (self.kind, self.parse(text)?) {
            (OptionKind::Check { set, .. }, Some(OptionValue::Check(on))) => set(target, on),
            (OptionKind::Spin { set, .. }, Some(OptionValue::Spin(number))) => set(target, number),
            (OptionKind::Combo { set, .. }, Some(OptionValue::Choice(word))) => set(target, word),
            (
                OptionKind::Text { set, .. }
                | OptionKind::File { set, .. }
                | OptionKind::Path { set, .. },
                Some(OptionValue::Text(text)),
            ) => set(target, &text).map_err(|error| match error {
                TextError::Expected(expected) => self.value_error(expected, &text),
                TextError::Unusable(reason) => OptionError::Unusable(reason),
            })?,
            (OptionKind::Button { press }, _) => press(target),
            _ => {}
        }
        Ok(())
    }

    fn value_error(&self, expected: String, value: &str) -> OptionError {
        OptionError::Value {
            name: self.name,
            expected,
            value: value.chars().take(MAX_QUOTED).collect(),
        }
    }
}

/// A name without case, spaces and prefix.
fn normalized(name: &str) -> String {
    let name: String = name.split_ascii_whitespace().collect();
    let name = name.to_ascii_lowercase();
    name.strip_prefix("uci_")
        .map_or(name.clone(), str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::Options;

    #[test]
    fn defaults_are_in_range() {
        for spec in OPTIONS {
            let text = spec.default_value().map(|value| value.to_string());
            assert_eq!(spec.parse(text.as_deref()).unwrap(), spec.default_value());
        }
        let options = Options::default();
        assert_eq!((options.hash(), options.threads()), (16, 1));
        assert_eq!((options.move_overhead, options.multi_pv), (10, 1));
        assert!(!options.ponder && !options.chess960);
    }

    #[test]
    fn names_match_in_any_case_and_values_are_checked() {
        let hash = OptionSpec::find("hASH").unwrap();
        assert_eq!(hash.parse(Some(" 64 ")), Ok(Some(OptionValue::Spin(64))));
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
            assert_eq!(ponder.parse(Some(text)), Ok(Some(OptionValue::Check(on))));
        }
        assert!(ponder.parse(Some("maybe")).is_err());
        assert!(OptionSpec::find("Hash2").is_err());
        assert_eq!(
            OptionSpec::find("moveoverhead").unwrap().name,
            "Move Overhead"
        );
        assert_eq!(OptionSpec::find("elo").unwrap().name, "UCI_Elo");
        let alias = OptionSpec::find("debug log FILE").unwrap();
        assert_eq!(alias.name, "Log File");
        let margin = OptionSpec::find("Multi-PV Margin").unwrap();
        assert_eq!(margin.name, "MultiPV Margin");
    }

    #[test]
    fn a_set_value_is_read_back() {
        let mut engine = Engine::new();
        let mut set_and_read = |name: &str, value: &str| {
            set_option(&mut engine, None, name, Some(value)).unwrap();
            let value = OptionSpec::find(name).unwrap().value(engine.options());
            value.map(|value| value.to_string())
        };
        assert_eq!(set_and_read("Hash", "5").as_deref(), Some("5"));
        assert_eq!(set_and_read("Log File", "a b").as_deref(), Some("a b"));
        assert_eq!(set_and_read("Clear Hash", ""), None);
        let values = [
            ("Contempt", "-20"),
            ("Resign Moves", "7"),
            ("MultiPV Margin", "50"),
            ("MultiPV Margin", "0"),
            ("Offer Draws", "false"),
            ("SyzygyProbeDepth", "3"),
            ("Syzygy50MoveRule", "false"),
            ("SyzygyProbeLimit", "5"),
            ("UCI_Elo", "1500"),
            ("Skill Level", "7"),
            ("UCI_ShowWDL", "true"),
            ("Book Selection", "uniform"),
            ("Book Seed", "4"),
        ];
        for (name, value) in values {
            assert_eq!(set_and_read(name, value).as_deref(), Some(value), "{name}");
        }
    }

    #[test]
    fn strengths_out_of_range_are_replaced_by_the_nearest() {
        for (name, given, nearest) in [
            ("UCI_Elo", "150", Some(1000)),
            ("UCI_Elo", " 9999 ", Some(3000)),
            ("UCI_Elo", "1000", None),
            ("UCI_Elo", "strong", None),
            ("Skill Level", "-1", Some(0)),
            ("Threads", "0", None),
        ] {
            let spec = OptionSpec::find(name).unwrap();
            assert_eq!(spec.nearest(given), nearest, "{name} {given}");
        }
        assert!(CLAMPED.iter().all(|name| OptionSpec::find(name).is_ok()));
    }

    #[test]
    fn names_differ_without_case_spaces_and_prefix() {
        for (alias, name) in ALIASES {
            let is = |name| {
                OPTIONS
                    .iter()
                    .any(|spec| normalized(spec.name) == normalized(name))
            };
            assert!(is(name) && !is(alias), "{alias}");
        }
        for (i, spec) in OPTIONS.iter().enumerate() {
            let same = OPTIONS[..i]
                .iter()
                .find(|other| normalized(other.name) == normalized(spec.name));
            assert!(same.is_none(), "{}", spec.name);
        }
    }

    #[test]
    fn texts_may_be_empty_and_choices_are_in_the_list() {
        let opponent = OptionSpec::find("UCI_Opponent").unwrap();
        for (given, expected) in [
            (Some("GM 2800 human Ann Other"), "GM 2800 human Ann Other"),
            (Some("<empty>"), ""),
            (Some("<EMPTY>"), ""),
            (Some(""), ""),
            (None, ""),
        ] {
            let expected = OptionValue::Text(expected.to_owned());
            assert_eq!(opponent.parse(given), Ok(Some(expected)), "{given:?}");
        }
        let variant = OptionSpec::find("UCI_Variant").unwrap();
        for (text, choice) in [
            ("Chess", "chess"),
            ("threecheck", "3check"),
            ("king-of-the-hill", "kingofthehill"),
        ] {
            let choice = OptionValue::Choice(choice);
            assert_eq!(variant.parse(Some(text)), Ok(Some(choice)), "{text}");
        }
        assert!(variant.parse(Some("xiangqi")).is_err());
        assert!(variant.parse(Some("chess960")).is_err());
        assert!(variant.parse(None).is_err());
    }
}
