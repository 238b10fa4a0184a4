//! `feature option="…"`: how options are announced.

use super::xboard_words::harmless;
use crate::engine::Options;
use crate::protocol::options::{OPTIONS, OptionKind, OptionSpec, OptionValue, Scope};

/// How the options are announced: each as its own type, or as an older one if the GUI has rejected that.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionLines {
    /// Names of the options that are announced as an older type.
    older: Vec<&'static str>,
}

impl OptionLines {
    /// The lines that announce the options with their current values, and the `done=1` that ends the features.
    pub(super) fn all(&self, options: &Options) -> Vec<String> {
        cecp_options()
            .map(|spec| self.announce(spec, options))
            .chain(["feature done=1".to_owned()])
            .collect()
    }

    /// Serves the rejection of an option. Returns the line that announces it as an older type, once, if there is
    /// one that serves.
    pub(super) fn reject(
        &mut self,
        spec: &'static OptionSpec,
        options: &Options,
    ) -> Option<String> {
        if older_type(spec.kind).is_none() || self.older.contains(&spec.name) {
            return None;
        }
        self.older.push(spec.name);
        Some(self.announce(spec, options))
    }

    fn announce(&self, spec: &OptionSpec, options: &Options) -> String {
        let older = older_type(spec.kind).filter(|_| self.older.contains(&spec.name));
        let kind = older.unwrap_or_else(|| type_of(spec.kind));
        let option = describe_option(spec, kind, spec.value(options));
        format!("feature option=\"{option}\"")
    }
}

/// The options that CECP announces and sets.
pub(in crate::protocol) fn cecp_options() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| spec.scope != Scope::Uci)
}

/// The option that a rejection is about: `NAME -TYPE VALUE ...`, or only the name.
pub(super) fn rejected_option(text: &str) -> Option<&'static OptionSpec> {
    let name = text.split(" -").next()?.trim();
    let spec = OptionSpec::find(name).ok()?;
    (spec.scope != Scope::Uci).then_some(spec)
}

/// The type of an option in the protocol.
fn type_of(kind: OptionKind) -> &'static str {
    match kind {
        OptionKind::Check { .. } => "check",
        OptionKind::Spin { .. } => "spin",
        OptionKind::Combo { .. } => "combo",
        OptionKind::Text { .. } => "string",
        OptionKind::File { .. } => "file",
        OptionKind::Path { .. } => "path",
        OptionKind::Button { .. } => "button",
        OptionKind::Save => "save",
        OptionKind::Reset => "reset",
    }
}

/// The type that can stand in for a newer one. XBoard 4.9 does not know `reset`, other GUIs know only the types
/// of UCI.
fn older_type(kind: OptionKind) -> Option<&'static str> {
    match kind {
        OptionKind::File { .. } | OptionKind::Path { .. } => Some("string"),
        OptionKind::Save | OptionKind::Reset => Some("button"),
        _ => None,
    }
}

/// `NAME -TYPE VALUE ...`. The name is one word, since python-chess ends it at the first blank.
fn describe_option(spec: &OptionSpec, kind: &str, value: Option<OptionValue>) -> String {
    let name = name_in_one_word(spec.name);
    let value = match value {
        Some(OptionValue::Check(on)) => u8::from(on).to_string(),
        Some(value) => quotable(&value.to_string()),
        None => String::new(),
    };
    match spec.kind {
        OptionKind::Spin { min, max, .. } => {
            format!("{name} -{kind} {value} {min} {max}")
        }
        OptionKind::Combo { choices, .. } => {
            let mark = |choice: &&str| if *choice == value { "*" } else { "" };
            let choices = choices
                .iter()
                .map(|choice| format!("{}{choice}", mark(choice)));
            let choices: Vec<_> = choices.collect();
            format!("{name} -{kind} {}", choices.join(" /// "))
        }
        OptionKind::Check { .. }
        | OptionKind::Text { .. }
        | OptionKind::File { .. }
        | OptionKind::Path { .. } => format!("{name} -{kind} {value}"),
        OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset => {
            format!("{name} -{kind}")
        }
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
    use crate::protocol::options::OptionGroup;

    fn spec(kind: OptionKind) -> OptionSpec {
        OptionSpec {
            name: "UCI_A B",
            group: OptionGroup::Game,
            kind,
            scope: Scope::Both,
            help: "",
        }
    }

    fn described(kind: OptionKind) -> String {
        let spec = spec(kind);
        describe_option(&spec, type_of(kind), spec.default_value())
    }

    #[test]
    fn newer_types_have_an_older_form() {
        let get = |_: &Options| "/a";
        for (kind, older) in [
            (
                OptionKind::File {
                    get,
                    set: |_, _| Ok(()),
                },
                "AB -string /a",
            ),
            (
                OptionKind::Path {
                    get,
                    set: |_, _| Ok(()),
                },
                "AB -string /a",
            ),
            (OptionKind::Save, "AB -button"),
            (OptionKind::Reset, "AB -button"),
        ] {
            let spec = spec(kind);
            let text =
                older_type(kind).map(|older| describe_option(&spec, older, spec.default_value()));
            assert_eq!(text.as_deref(), Some(older));
        }
        assert!(older_type(OptionKind::Button { press: |_| {} }).is_none());
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
                    aliases: |_| None,
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
            let line = describe_option(spec, type_of(spec.kind), Some(value));
            assert_eq!(line, format!("LogFile -file {shown}"));
        }
    }
}
