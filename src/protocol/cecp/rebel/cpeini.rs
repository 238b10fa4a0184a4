//! The `.cpeini` file, in which ChessPartner looks for the variables of an engine.

use super::variables::{VARIABLES, Variable, VariableKind};

/// The lines of a `.cpeini` file: the section `[Engine]`, which ChessPartner requires and which is empty, and
/// the variables with their defaults and a comment each.
pub fn cpeini() -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        format!(
            "; Diglot {version} in ChessPartner: this file belongs beside the program, with its name"
        ),
        "; and the ending .cpeini (diglot.exe has diglot.cpeini).".to_owned(),
        String::new(),
        "[Engine]".to_owned(),
        String::new(),
        "[Variables]".to_owned(),
    ];
    lines.extend(VARIABLES.iter().flat_map(describe_variable));
    lines
}

fn describe_variable(variable: &Variable) -> Vec<String> {
    let name = variable.name;
    let mut lines = vec![format!(
        "; {name} ({}): {}",
        variable.kind, variable.description
    )];
    if let VariableKind::Number { min, .. } = variable.kind {
        for (value, options) in (min..).zip(variable.options) {
            let set = options
                .iter()
                .map(|(name, value)| format!("{name} {value}"));
            let set: Vec<_> = set.collect();
            lines.push(format!(";   {value}: option {}", set.join(", ")));
        }
    }
    if !matches!(variable.kind, VariableKind::ReadOnly(_)) {
        lines.push(format!("{name}={}", variable.kind.default_text()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_described_and_writable_ones_have_their_default() {
        let lines = cpeini();
        let has = |line: &str| lines.iter().any(|other| other == line);
        assert!(has("[Engine]") && has("[Variables]"));
        assert!(has("playstyle=2") && has("antigm=0") && has("bookfile="));
        assert!(has(";   1: option UCI_LimitStrength true, UCI_Elo 2200"));
        for variable in VARIABLES {
            let comment = format!("; {} (", variable.name);
            assert!(lines.iter().any(|line| line.starts_with(&comment)));
            let setting = format!("{}=", variable.name);
            let writable = !matches!(variable.kind, VariableKind::ReadOnly(_));
            assert_eq!(
                lines.iter().any(|line| line.starts_with(&setting)),
                writable,
                "{setting}"
            );
        }
    }
}
