//! The variables: `setvar`, `getvar`, `begin` and `end`.

use std::fmt::Display;
use std::time::{Duration, Instant};

use super::super::xboard_words::harmless;
use super::command::VariableRef;
use super::known_scores::{KnownScore, KnownScores};
use super::personality::{Personality, PersonalityChange};
use super::variables::{
    OptionValues, ReadOnlyVariable, VARIABLES, Variable, VariableError, VariableKind,
};
use crate::board::AnyPosition;
use crate::engine::Options;
use crate::protocol::options::OptionSpec;
use crate::search::Info;
use crate::types::Move;

/// The shortest time between two lines `curmov`: fewer than ten a second.
const CURRENT_MOVE_INTERVAL: Duration = Duration::from_millis(110);

/// The state of the extensions. The values of most variables are those of engine options.
#[derive(Default)]
pub(in super::super) struct RebelState {
    /// Whether the client has used the extensions.
    in_use: bool,
    personality: Personality,
    known_scores: KnownScores,
    /// Whether options have changed since `begin`; `None` outside of a group.
    group: Option<bool>,
    /// When `curmov` was sent last.
    current_move_sent: Option<Instant>,
    /// The root move has changed since.
    current_move_waits: bool,
}

/// The source of read-only variables and of variables that set options.
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
    /// Options to set.
    Options(Assignment),
    /// A personality to load.
    Personality(PersonalityChange),
}

/// A variable and its new value.
pub(in super::super) struct Assignment {
    name: &'static str,
    value: String,
    pub(in super::super) options: OptionValues,
}

/// The value of a variable.
enum VariableValue {
    Single(String),
    Array(Vec<String>),
}

impl RebelState {
    /// The client has sent `setvar`, `getvar` or `setlevel`.
    pub(in super::super) fn set_in_use(&mut self) {
        self.in_use = true;
    }

    pub(in super::super) fn is_in_use(&self) -> bool {
        self.in_use
    }

    /// A search starts: the root move of the one before is not sent any more.
    pub(in super::super) fn search_started(&mut self) {
        self.current_move_waits = false;
    }

    /// The search has come to another root move.
    pub(in super::super) fn current_move_changed(&mut self) {
        self.current_move_waits = self.in_use;
    }

    /// Whether to send the root move now: if it has changed, but not in quick succession.
    pub(in super::super) fn is_current_move_due(&mut self, now: Instant) -> bool {
        let is_early = self
            .current_move_sent
            .is_some_and(|sent| now.saturating_duration_since(sent) < CURRENT_MOVE_INTERVAL);
        if is_early || !self.current_move_waits {
            return false;
        }
        self.current_move_waits = false;
        self.current_move_sent = Some(now);
        true
    }

    /// Takes the scores that a search of `root` reports.
    pub(in super::super) fn add_scores(&mut self, root: &AnyPosition, info: &Info) {
        if self.in_use {
            self.known_scores.add(root, info);
        }
    }

    /// The score of a move, if a search has found one.
    pub(in super::super) fn known_score(
        &self,
        position: &AnyPosition,
        m: Move,
    ) -> Option<KnownScore> {
        self.known_scores.get(position, m)
    }

    /// Handles `new`.
    pub(in super::super) fn new_game(&mut self) {
        self.known_scores.clear();
    }

    /// Handles `begin`: starts a group.
    pub(in super::super) fn begin(&mut self) {
        self.group.get_or_insert(false);
    }

    /// Handles `end`: ends the group. Returns whether options have changed in it.
    pub(in super::super) fn end(&mut self) -> Result<bool, VariableError> {
        self.group.take().ok_or(VariableError::NoGroup)
    }

    /// Options have been set. Returns whether they take effect now, not at the end of a group.
    pub(in super::super) fn options_changed(&mut self) -> bool {
        match &mut self.group {
            Some(changed) => {
                *changed = true;
                false
            }
            None => true,
        }
    }

    /// Checks a `setvar`.
    pub(in super::super) fn check(
        &self,
        target: &VariableRef,
        value: &str,
        options: &Options,
    ) -> Result<SetVar, VariableError> {
        match target.name.to_ascii_lowercase().as_str() {
            "begin" | "end" if target.element.is_some() => return Err(VariableError::NotAnArray),
            "begin" => return Ok(SetVar::Begin),
            "end" => return Ok(SetVar::End),
            _ => {}
        }
        let variable = Variable::find(&target.name)?;
        let value = variable.check(value)?;
        if target.element.is_some() {
            return Err(VariableError::NotAnArray);
        }
        if variable.kind == VariableKind::Personality {
            let change = self
                .personality
                .change_to(&value, |name| option_text(options, name))
                .map_err(|error| VariableError::Unusable(error.to_string()))?;
            return Ok(SetVar::Personality(change));
        }
        let assignment = Assignment {
            name: variable.name,
            options: variable.options_for(&value),
            value,
        };
        // Inside a group the file may follow.
        if self.group.is_none() && assignment.options.iter().any(uses_encyclopedia) {
            check_encyclopedia(options)?;
        }
        Ok(SetVar::Options(assignment))
    }

    /// Records the personality whose options have been set. Returns the line that echoes it.
    pub(in super::super) fn set_personality(&mut self, change: PersonalityChange) -> String {
        self.personality = change.into_personality();
        variable_line("personality", self.personality.path())
    }

    /// Ends the personality without restoring the options that it has set.
    pub(in super::super) fn clear_personality(&mut self) {
        self.personality = Personality::default();
    }

    /// Handles `getvar`: the lines of the variables that match, or of one element.
    pub(in super::super) fn get(
        &self,
        target: &VariableRef,
        sources: &RebelSources<'_>,
    ) -> Result<Vec<String>, VariableError> {
        let matching: Vec<&Variable> = VARIABLES
            .iter()
            .filter(|variable| variable.matches(&target.name))
            .collect();
        if matching.is_empty() {
            return Err(VariableError::Unknown);
        }
        let mut lines = Vec::new();
        for variable in matching {
            let name = variable.name;
            match (self.value(variable, sources), target.element) {
                (VariableValue::Single(value), None) => lines.push(variable_line(name, value)),
                (VariableValue::Single(_), Some(_)) => return Err(VariableError::NotAnArray),
                (VariableValue::Array(elements), element) => {
                    lines.extend(array_lines(name, &elements, element)?);
                }
            }
        }
        Ok(lines)
    }

    fn value(&self, variable: &Variable, sources: &RebelSources<'_>) -> VariableValue {
        match variable.kind {
            VariableKind::Number { .. } | VariableKind::Book { .. } => {
                VariableValue::Single(variable.value_in(sources.options).unwrap_or_default())
            }
            VariableKind::Personality => VariableValue::Single(self.personality.path().to_owned()),
            VariableKind::ReadOnly(ReadOnlyVariable::CurrentMove) => {
                VariableValue::Single(sources.current_move.clone().unwrap_or_default())
            }
            VariableKind::ReadOnly(ReadOnlyVariable::BookMoves) => {
                VariableValue::Array(sources.book_moves.clone())
            }
        }
    }
}

impl Assignment {
    /// The line that echoes it.
    pub(in super::super) fn line(&self) -> String {
        variable_line(self.name, &self.value)
    }
}

/// The value of an option, as it is set.
pub(in super::super) fn option_text(options: &Options, name: &str) -> String {
    let value = OptionSpec::find(name)
        .ok()
        .and_then(|spec| spec.value(options));
    value.map_or_else(String::new, |value| value.to_string())
}

fn uses_encyclopedia((name, value): &(&str, String)) -> bool {
    *name == "ECO Use" && value != "none"
}

/// The use of an encyclopedia needs one.
pub(in super::super) fn check_encyclopedia(options: &Options) -> Result<(), VariableError> {
    if options.eco_file().is_empty() {
        Err(VariableError::NoEncyclopedia)
    } else {
        Ok(())
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
        None if elements.is_empty() => Ok(vec![variable_line(name, "")]),
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
    fn current_moves_come_at_most_ten_times_a_second() {
        let mut rebel = RebelState::default();
        let start = Instant::now();
        rebel.current_move_changed();
        assert!(!rebel.is_current_move_due(start), "not in use");
        rebel.set_in_use();
        rebel.search_started();
        let mut sent = Vec::new();
        for milliseconds in 0..10_000 {
            rebel.current_move_changed();
            if rebel.is_current_move_due(start + Duration::from_millis(milliseconds)) {
                sent.push(milliseconds);
            }
        }
        assert!(sent.windows(11).all(|lines| lines[10] - lines[0] > 1000));
        assert!(sent.len() > 80);
        // The last change is not lost: it is sent at the next occasion.
        assert!(rebel.is_current_move_due(start + Duration::from_secs(11)));
        assert!(!rebel.is_current_move_due(start + Duration::from_secs(12)));
    }

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
        assert_eq!(array_lines("b", &[], None), Ok(vec!["var:b=".to_owned()]));
        assert!(array_lines("b", &[], Some(1)).is_err());
    }
}
