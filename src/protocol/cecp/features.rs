//! What the engine tells a GUI that speaks version 2.

use crate::engine::{OPTIONS, OptionKind, OptionSpec, Scope};

/// Fixed features. GUIs read no line longer than a few hundred characters. SIGTERM is not needed, since
/// `quit` is obeyed at any time; whoever sends it all the same ends the process with it.
const FEATURES: &[&str] = &[
    "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 reuse=1 analyze=1",
    "sigint=0 sigterm=0 colors=0 name=1 debug=1 memory=1 smp=1 nps=0",
    "variants=\"normal,fischerandom\"",
];

/// The lines of features; the last one ends the list.
pub(super) fn lines() -> Vec<String> {
    let name = format!("myname=\"Diglot {}\"", env!("CARGO_PKG_VERSION"));
    let options = OPTIONS
        .iter()
        .filter(|spec| spec.scope != Scope::Uci)
        .map(|spec| format!("option=\"{}\"", describe(spec)));
    FEATURES
        .iter()
        .map(|&features| features.to_owned())
        .chain([name])
        .chain(options)
        .chain(["done=1".to_owned()])
        .map(|features| format!("feature {features}"))
        .collect()
}

/// `NAME -TYPE DEFAULT ...`; the name in one word, since python-chess ends it at the first blank.
fn describe(spec: &OptionSpec) -> String {
    let name = spec.name_in_one_word();
    match spec.kind {
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let mark = |choice: &&str| if *choice == default { "*" } else { "" };
            let choices = choices
                .iter()
                .map(|choice| format!("{}{choice}", mark(choice)));
            let choices: Vec<_> = choices.collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::File { default } => format!("{name} -file {default}"),
        OptionKind::Button => format!("{name} -button"),
    }
}
