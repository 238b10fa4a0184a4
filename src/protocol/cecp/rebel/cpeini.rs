//! The `.cpeini` file, in which ChessPartner looks for the variables of an engine.

use super::variables::{ReadOnlyVariable, VARIABLES, Variable, VariableKind};

/// The lines of a `.cpeini` file: the section `[Engine]`, which ChessPartner requires and which is empty, and
/// a line `NAME=TYPE` for each variable that a client may set, after a comment.
pub fn cpeini() -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        format!(
            "; Diglot {version} in ChessPartner: put this file beside the program, under the same name with"
        ),
        "; the extension .cpeini (diglot.cpeini for diglot.exe).".to_owned(),
        String::new(),
        "[Engine]".to_owned(),
        String::new(),
        "[Variables]".to_owned(),
    ];
    lines.extend(VARIABLES.iter().flat_map(describe_variable));
    lines
}

/// Read-only variables are described in comments only: a client has nothing to ask the user for.
fn describe_variable(variable: &Variable) -> Vec<String> {
    let name = variable.name;
    let kind = type_text(variable.kind);
    let description = variable.description;
    match variable.kind {
        VariableKind::ReadOnly(_) => vec![format!("; {name} ({kind}, read-only): {description}")],
        VariableKind::Number { default, .. } => vec![
            format!("; {name} (default {default}): {description}"),
            format!("{name}={kind}"),
        ],
        VariableKind::Personality | VariableKind::Book { .. } => vec![
            format!("; {name} (default none): {description}"),
            format!("{name}={kind}"),
        ],
    }
}

/// The type of a variable in the notation of the file.
fn type_text(kind: VariableKind) -> String {
    match kind {
        VariableKind::Number { values, .. } => {
            let values = values.iter().enumerate();
            let values = values.map(|(number, value)| format!("{number}={}", value.label));
            format!("Integer({})", values.collect::<Vec<_>>().join(","))
        }
        VariableKind::Personality => "Filename(Personality (*.txt)|*.txt)".to_owned(),
        VariableKind::Book { .. } => "Filename(Polyglot (*.bin)|*.bin)".to_owned(),
        VariableKind::ReadOnly(ReadOnlyVariable::CurrentMove) => "String".to_owned(),
        VariableKind::ReadOnly(ReadOnlyVariable::BookMoves) => "array of String".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_that_can_be_set_has_its_type() {
        let lines = cpeini();
        let start = lines.iter().position(|line| line == "[Variables]");
        let types: Vec<&str> = lines
            .iter()
            .skip(start.map_or(0, |start| start + 1))
            .filter(|line| !line.starts_with(';'))
            .map(String::as_str)
            .collect();
        assert!(start.is_some() && lines.iter().any(|line| line == "[Engine]"));
        assert_eq!(
            types,
            [
                "personality=Filename(Personality (*.txt)|*.txt)",
                "antigm=Integer(0=Off,1=Active,2=Strong,3=Smart)",
                "playstyle=Integer(0=Aggressive,1=Active,2=Normal,3=Solid,4=Defensive)",
                "playstrength=Integer(0=Novice,1=Club player,2=Strong)",
                "eocuse=Integer(0=None,1=Moderate,2=Strong,3=Book)",
                "ecofile=Filename(Polyglot (*.bin)|*.bin)",
                "bookfile=Filename(Polyglot (*.bin)|*.bin)",
            ]
        );
        for variable in VARIABLES {
            let comment = format!("; {} (", variable.name);
            assert!(lines.iter().any(|line| line.starts_with(&comment)));
        }
    }
}
