//! What the engine tells a GUI that speaks version 2, and what the GUI says to it.

use super::format;
use crate::engine::Options;
use crate::protocol::options::{OPTIONS, OptionKind, OptionSpec, OptionValue, Scope};

/// Fixed features. GUIs read no line longer than a few hundred characters. SIGTERM is not needed, since
/// `quit` is obeyed at any time; whoever sends it all the same ends the process with it. `fen960` asks for
/// castling rights that name the rook's file, which no inner rook makes ambiguous. Of XBoard's other
/// features that no document describes, `level` and `xedit` are about commands that are taken in every
/// form, or not needed beside `setboard`.
const FEATURES: &[&str] = &[
    "ping=1 setboard=1 playother=1 usermove=1 san=1 time=1 draw=1 reuse=1 analyze=1",
    "sigint=0 sigterm=0 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1",
    "exclude=1 setscore=1 highlight=1 fen960=1 oocastle=1",
    "variants=\"normal,fischerandom\" egt=\"syzygy\"",
];

/// The lines of features; the last one ends the list. They need no time, so that no `done=0` goes before
/// them.
pub(super) fn lines(options: &Options) -> Vec<String> {
    let name = format!("myname=\"Diglot {}\"", env!("CARGO_PKG_VERSION"));
    FEATURES
        .iter()
        .map(|&features| features.to_owned())
        .chain([name])
        .map(|features| format!("feature {features}"))
        .chain(option_lines(options))
        .collect()
}

/// The lines that announce the options with their present values, and end the list of features.
pub(super) fn option_lines(options: &Options) -> Vec<String> {
    shown_options()
        .map(|spec| describe(spec, spec.value(options)))
        .map(|option| format!("feature option=\"{option}\""))
        .chain(["feature done=1".to_owned()])
        .collect()
}

/// The options that this protocol announces and sets.
pub(super) fn shown_options() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| spec.scope != Scope::Uci)
}

/// `NAME -TYPE VALUE ...`; the name in one word, since python-chess ends it at the first blank.
fn describe(spec: &OptionSpec, value: Option<OptionValue>) -> String {
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

/// A text that neither ends the quotation around it nor looks like the failure of a program. With a
/// backslash before it the quotation mark at the end would be none.
fn quotable(text: &str) -> String {
    let text = format::harmless(text).replace('"', "'");
    match text.strip_suffix('\\') {
        Some(path) => format!("{path}/"),
        None => text,
    }
}

/// The version of the protocol that is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Version {
    /// The GUI has not told that it knows another.
    #[default]
    One,
    /// The GUI speaks this version or a later one.
    Two,
}

/// What the GUI has answered to features that make the engine say something. Of the others nothing has
/// to be remembered: without them the GUI does not send the command, or sends it in the old form, which
/// is always understood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accepted {
    /// Comments are taken.
    pub(super) debug: bool,
    /// Moves are taken in SAN.
    pub(super) san: bool,
    /// Marks on the board are taken.
    pub(super) highlight: bool,
    /// Options are announced anew after the button that changes them all: the GUI has forgotten them.
    pub(super) reset: bool,
}

impl Default for Accepted {
    /// Before any answer: marks and new options answer commands that would not be sent.
    fn default() -> Accepted {
        Accepted {
            debug: false,
            san: false,
            highlight: true,
            reset: true,
        }
    }
}

impl Accepted {
    /// Takes an answer to the feature of this name. Gives back a line that announces something else
    /// instead: XBoard 4.9 does not know the kind of option that changes others, but it knows buttons.
    pub(super) fn answer(&mut self, name: &str, accepted: bool) -> Option<String> {
        if let Some(option) = name.strip_prefix("option ")
            && let Some(button) = option.strip_suffix(" -reset")
        {
            self.reset = accepted;
            return (!accepted).then(|| format!("feature option=\"{button} -button\""));
        }
        match name {
            "debug" => self.debug = accepted,
            "san" => self.san = accepted,
            "highlight" => self.highlight = accepted,
            _ => {}
        }
        None
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
        describe(&spec, spec.default_value())
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
    fn values_are_the_present_ones_and_never_end_the_string() {
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
            let line = describe(spec, Some(value));
            assert_eq!(line, format!("LogFile -file {shown}"));
        }
    }
}
