//! `feature option="…"`: how options are announced.

use super::xboard_words::harmless;
use crate::engine::Options;
use crate::protocol::options::{OPTIONS, OptionKind, OptionSpec, OptionValue, Scope};

/// The lines that announce the options with their current values, and the `done=1` that ends the features.
pub(super) fn option_lines(options: &Options) -> Vec<String> {
    cecp_options()
        .map(|spec| describe_option(spec, spec.value(options)))
        .map(|option| format!("feature option=\"{option}\""))
        .chain(["feature done=1".to_owned()])
        .collect()
}

/// The options that CECP announces and sets.
pub(super) fn cecp_options() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| spec.scope != Scope::Uci)
}

/// `NAME -TYPE VALUE ...`. The name is one word, since python-chess ends it at the first blank.
fn describe_option(spec: &OptionSpec, value: Option<OptionValue>) -> String {
    let name = name_in_one_word(spec.name);
    let value = match value {
        Some(OptionValue::Check(on)) => u8::from(on).to_string(),
        Some(value) => quotable(&value.to_string()),
        None => String::new(),
    };
    match spec.kind {
        OptionKind::Check { .. } => format!("{name} -check {value}"),
        OptionKind::Spin { min, max, .. } => format!("{name} -spin {value} {min} {max}"),
        OptionKind::Slider { min, max, .. } => format!("{name} -slider {value} {min} {max}"),
        OptionKind::Combo { choices, .. } => {
            let mark = |choice: &&str| if *choice == value { "*" } else { "" };
            let choices = choices
                .iter()
                .map(|choice| format!("{}{choice}", mark(choice)));
            let choices: Vec<_> = choices.collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Text { .. } => format!("{name} -string {value}"),
        OptionKind::File { .. } => format!("{name} -file {value}"),
        OptionKind::Path { .. } => format!("{name} -path {value}"),
        OptionKind::Button { .. } => format!("{name} -button"),
        OptionKind::Save => format!("{name} -save"),
        OptionKind::Reset => format!("{name} -reset"),
    }
}

/// An option's name without spaces and UCI's prefix, for GUIs that end a name at its first space.
fn name_in_one_word(name: &str) -> String {
    let name = name.strip_prefix("UCI_").unwrap_or(name);
    name.split_ascii_whitespace().collect()
}

/// A text that can stand in double quotes and does not look like a failed engine start. A backslash at the
/// end would escape the closing quotation mark.
fn quotable(text: &str) -> String {
    let text = harmless(text).replace('"', "'");
    match text.strip_suffix('\\') {
        Some(path) => format!("{path}/"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(kind: OptionKind) -> String {
        let spec = OptionSpec {
            name: "UCI_A B",
            kind,
            scope: Scope::Both,
            help: "",
        };
        describe_option(&spec, spec.default_value())
    }

    #[test]
    fn every_kind_of_option_is_announced_in_its_own_way() {
        for (kind, text) in [
            (OptionKind::Button { press: |_| {} }, "AB -button"),
            (OptionKind::Save, "AB -save"),
            (OptionKind::Reset, "AB -reset"),
            (
                OptionKind::Check {
                    get: |_| true,
                    set: |_, _| {},
                },
                "AB -check 1",
            ),
            (
                OptionKind::Check {
                    get: |_| false,
                    set: |_, _| {},
                },
                "AB -check 0",
            ),
            (
                OptionKind::Text {
                    get: |_| "a b",
                    set: |_, _| Ok(()),
                },
                "AB -string a b",
            ),
            (
                OptionKind::Spin {
                    min: -1,
                    max: 9,
                    get: |_| 5,
                    set: |_, _| {},
                },
                "AB -spin 5 -1 9",
            ),
            (
                OptionKind::Slider {
                    min: -1,
                    max: 9,
                    get: |_| 5,
                    set: |_, _| {},
                },
                "AB -slider 5 -1 9",
            ),
            (
                OptionKind::File {
                    get: |_| "/a b",
                    set: |_, _| Ok(()),
                },
                "AB -file /a b",
            ),
            (
                OptionKind::Path {
                    get: |_| "",
                    set: |_, _| Ok(()),
                },
                "AB -path ",
            ),
            (
                OptionKind::Combo {
                    choices: &["x", "y z"],
                    get: |_| "y z",
                    set: |_, _| {},
                },
                "AB -combo x /// *y z",
            ),
        ] {
            assert_eq!(described(kind), text);
        }
    }

    #[test]
    fn values_are_the_current_ones_and_never_end_the_string() {
        let Ok(spec) = OptionSpec::find("LogFile") else {
            unreachable!("the option is in the table");
        };
        for (value, shown) in [
            ("a\"b", "a'b"),
            (r"C:\logs\", r"C:\logs/"),
            (r"\\", r"\/"),
            (
                "/files not found/No such file",
                "/files not_found/No_such_file",
            ),
        ] {
            let value = OptionValue::Text(value.to_owned());
            let line = describe_option(spec, Some(value));
            assert_eq!(line, format!("LogFile -file {shown}"));
        }
    }
}
