//! The variables: `setvar`, `getvar`, `begin` and `end`.

use std::fmt::Display;
use std::time::Duration;

use super::super::xboard_words::harmless;
use super::command::VariableRef;
use super::variables::{ReadOnlyVariable, VARIABLES, Variable, VariableError, VariableKind};
use crate::engine::Options;
use crate::search::Limits;

/// A client of the extensions asks for the root move being searched, and gets it earlier than others.
const CURRENT_MOVE_DELAY: Duration = Duration::from_millis(200);

/// The values of the variables.
pub(in super::super) struct RebelState {
    /// Whether the client has used the extensions.
    in_use: bool,
    /// The value of each variable of the table.
    values: Vec<String>,
    /// The variables set since `begin`, as indices of the table; `None` outside of a group.
    group: Option<Vec<usize>>,
}

/// What read-only variables and variables that set options are read from.
pub(in super::super) struct RebelSources<'a> {
    pub(in super::super) options: &'a Options,
    /// `curmov`
    pub(in super::super) current_move: Option<String>,
    /// `bookmoves`
    pub(in super::super) book_moves: Vec<String>,
}

/// A valid `setvar`.
pub(in super::super) enum SetVar {
    /// `setvar begin`
    Begin,
    /// `setvar end`
    End,
    /// A variable and its value.
    Assign(Assignment),
}

/// A variable and its new value, which [`RebelState::store`] stores once the options are set.
pub(in super::super) struct Assignment {
    index: usize,
    value: String,
    /// The options to set now.
    options: OptionValues,
}

/// Names and values of engine options.
pub(in super::super) type OptionValues = Vec<(&'static str, String)>;

/// The value of a variable.
enum VariableValue {
    Single(String),
    Array(Vec<String>),
}

impl RebelState {
    /// All variables have their defaults.
    pub(in super::super) fn new() -> RebelState {
        let defaults = VARIABLES
            .iter()
            .map(|variable| variable.kind.default_text());
        RebelState {
            in_use: false,
            values: defaults.collect(),
            group: None,
        }
    }

    /// The client has sent `setvar`, `getvar` or `setlevel`.
    pub(in super::super) fn set_in_use(&mut self) {
        self.in_use = true;
    }

    pub(in super::super) fn is_in_use(&self) -> bool {
        self.in_use
    }

    /// Asks a search for `curmov` in time.
    pub(in super::super) fn adjust_limits(&self, limits: &mut Limits) {
        if self.in_use {
            limits.current_move_delay = CURRENT_MOVE_DELAY;
        }
    }

    /// Serves `begin`: starts a group.
    pub(in super::super) fn begin(&mut self) {
        self.group.get_or_insert_default();
    }

    /// Serves `end`: ends the group. Returns the options to set, variable by variable.
    pub(in super::super) fn end(&mut self) -> Result<Vec<OptionValues>, VariableError> {
        let group = self.group.take().ok_or(VariableError::NoGroup)?;
        let options = |index: usize| VARIABLES[index].options_for(&self.values[index]);
        Ok(group.into_iter().map(options).collect())
    }

    /// Checks a `setvar`.
    pub(in super::super) fn check(
        &self,
        target: &VariableRef,
        value: &str,
    ) -> Result<SetVar, VariableError> {
        match target.name.to_ascii_lowercase().as_str() {
            "begin" | "end" if target.element.is_some() => return Err(VariableError::NotAnArray),
            "begin" => return Ok(SetVar::Begin),
            "end" => return Ok(SetVar::End),
            _ => {}
        }
        let index = Variable::find(&target.name)?;
        let value = VARIABLES[index].check(value)?;
        if target.element.is_some() {
            return Err(VariableError::NotAnArray);
        }
        let options = if self.group.is_some() {
            Vec::new()
        } else {
            VARIABLES[index].options_for(&value)
        };
        Ok(SetVar::Assign(Assignment {
            index,
            value,
            options,
        }))
    }

    /// Stores a value. Returns the line that echoes it.
    pub(in super::super) fn store(&mut self, assignment: Assignment) -> String {
        let Assignment { index, value, .. } = assignment;
        if let Some(group) = &mut self.group {
            group.push(index);
        }
        let line = variable_line(VARIABLES[index].name, &value);
        self.values[index] = value;
        line
    }

    /// Serves `getvar`: the lines of the variables that match, or of one element.
    pub(in super::super) fn get(
        &self,
        target: &VariableRef,
        sources: &RebelSources<'_>,
    ) -> Result<Vec<String>, VariableError> {
        let matching: Vec<usize> = (0..VARIABLES.len())
            .filter(|&index| VARIABLES[index].matches(&target.name))
            .collect();
        if matching.is_empty() {
            return Err(VariableError::Unknown);
        }
        let mut lines = Vec::new();
        for index in matching {
            let name = VARIABLES[index].name;
            match (self.value(index, sources), target.element) {
                (VariableValue::Single(value), None) => lines.push(variable_line(name, value)),
                (VariableValue::Single(_), Some(_)) => return Err(VariableError::NotAnArray),
                (VariableValue::Array(elements), element) => {
                    lines.extend(array_lines(name, &elements, element)?);
                }
            }
        }
        Ok(lines)
    }

    fn value(&self, index: usize, sources: &RebelSources<'_>) -> VariableValue {
        match VARIABLES[index].kind {
            VariableKind::Number { .. } | VariableKind::File | VariableKind::Book => {
                VariableValue::Single(self.current_value(index, sources.options))
            }
            VariableKind::ReadOnly(ReadOnlyVariable::CurrentMove) => {
                VariableValue::Single(sources.current_move.clone().unwrap_or_default())
            }
            VariableKind::ReadOnly(ReadOnlyVariable::BookMoves) => {
                VariableValue::Array(sources.book_moves.clone())
            }
        }
    }

    /// The stored value. A variable that sets options has the value nearest to them, since they may have
    /// changed otherwise; not while it waits for `end`.
    fn current_value(&self, index: usize, options: &Options) -> String {
        let group = self.group.as_ref();
        let waits = group.is_some_and(|group| group.contains(&index));
        let in_force = VARIABLES[index].value_in(options);
        let stored = || self.values[index].clone();
        in_force.filter(|_| !waits).unwrap_or_else(stored)
    }
}

impl Assignment {
    /// The options to set before the value is stored.
    pub(in super::super) fn options(&self) -> &OptionValues {
        &self.options
    }
}

/// The line `var:curmov=…`.
pub(in super::super) fn current_move_line(text: &str) -> String {
    variable_line("curmov", text)
}

/// The lines `var:bookmoves[n/m]=…`.
pub(in super::super) fn book_move_lines(elements: &[String]) -> Vec<String> {
    array_lines("bookmoves", elements, None).unwrap_or_default()
}

/// The line `var:NAME=VALUE`.
pub(in super::super) fn variable_line(name: impl Display, value: impl Display) -> String {
    harmless(&format!("var:{name}={value}"))
}

/// The lines of an array, or the line of one element.
fn array_lines(
    name: &str,
    elements: &[String],
    element: Option<usize>,
) -> Result<Vec<String>, VariableError> {
    let count = elements.len();
    let line =
        |number: usize, value: &str| variable_line(format_args!("{name}[{number}/{count}]"), value);
    match element {
        Some(number) => {
            let value = elements.get(number - 1);
            let value = value.ok_or(VariableError::NoSuchElement)?;
            Ok(vec![line(number, value)])
        }
        None if elements.is_empty() => Ok(vec![line(0, "")]),
        None => {
            let numbered = elements.iter().enumerate();
            Ok(numbered.map(|(i, value)| line(i + 1, value)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_elements_count_from_1_and_name_the_size() {
        let moves = ["e2e4 Priority=3 Score=51", "d2d4 Priority=1"].map(str::to_owned);
        let all = [
            "var:b[1/2]=e2e4 Priority=3 Score=51",
            "var:b[2/2]=d2d4 Priority=1",
        ]
        .map(str::to_owned);
        assert_eq!(array_lines("b", &moves, None), Ok(all.to_vec()));
        assert_eq!(array_lines("b", &moves, Some(2)), Ok(all[1..].to_vec()));
        assert_eq!(
            array_lines("b", &moves, Some(3)),
            Err(VariableError::NoSuchElement)
        );
        assert_eq!(
            array_lines("b", &[], None),
            Ok(vec!["var:b[0/0]=".to_owned()])
        );
        assert!(array_lines("b", &[], Some(1)).is_err());
    }
}
