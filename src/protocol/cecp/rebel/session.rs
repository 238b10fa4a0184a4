//! What the extensions do.

use std::fmt::Display;
use std::time::{Duration, Instant};

use super::super::format;
use super::super::session::{CecpSession, Purpose};
use super::level::RebelLevel;
use super::parse::{Command, Reference};
use super::variables::{Kind, Report, VARIABLES, Variable, VariableError};
use crate::book::BookMove;
use crate::protocol::options::{OptionError, set_option};
use crate::search::Limits;

/// A client of the extensions is told the move being searched earlier than others: it asked for it.
const CURRENT_MOVE_DELAY: Duration = Duration::from_millis(200);

/// What the extensions need to remember.
pub(in super::super) struct Rebel {
    /// Whether the client has used them.
    in_use: bool,
    /// The value of each variable of the table.
    values: Vec<String>,
    /// The variables set since `begin`, by their place in the table; `None` outside of a group.
    group: Option<Vec<usize>>,
}

/// What a variable has.
enum Value {
    Single(String),
    Array(Vec<String>),
}

impl Rebel {
    /// All variables have their defaults.
    pub(in super::super) fn new() -> Rebel {
        let defaults = VARIABLES
            .iter()
            .map(|variable| variable.kind.default_text());
        Rebel {
            in_use: false,
            values: defaults.collect(),
            group: None,
        }
    }

    /// Asks a search for what the client wants to be told of it.
    pub(in super::super) fn adjust_limits(&self, limits: &mut Limits) {
        if self.in_use {
            limits.current_move_delay = CURRENT_MOVE_DELAY;
        }
    }
}

impl CecpSession {
    pub(in super::super) fn follow_rebel(
        &mut self,
        command: Command,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match command {
            Command::Begin => self.begin_group(),
            Command::End => {
                self.end_group(line, received, out);
            }
            Command::Set { target, value } => {
                self.rebel.in_use = true;
                self.set_variable(&target, &value, line, received, out);
            }
            Command::Get(target) => {
                self.rebel.in_use = true;
                match self.tell_variables(&target) {
                    Ok(lines) => out.extend(lines),
                    Err(error) => out.push(format::error(error, line)),
                }
            }
            Command::Level(level) => {
                self.rebel.in_use = true;
                match level {
                    RebelLevel::Clock(level) => {
                        let ply = self.engine.game().moves().len();
                        self.clock.set_level(level, ply);
                    }
                    RebelLevel::TimePerMove(time) => self.clock.set_time_per_move(time),
                    RebelLevel::Untimed(untimed) => self.clock.set_untimed(untimed),
                }
            }
        }
    }

    fn begin_group(&mut self) {
        self.rebel.group.get_or_insert_default();
    }

    /// Lets the settings of the group act. Returns whether there was one.
    fn end_group(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> bool {
        match self.rebel.group.take() {
            Some(changed) => {
                self.act_on(&changed, line, received, out);
                true
            }
            None => {
                out.push(format::error("command not legal now", line));
                false
            }
        }
    }

    fn set_variable(
        &mut self,
        target: &Reference,
        value: &str,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match target.name.to_ascii_lowercase().as_str() {
            "begin" | "end" if target.element.is_some() => {
                out.push(format::error(VariableError::NotAnArray, line));
                return;
            }
            "begin" => {
                self.begin_group();
                out.push(variable_line("begin", value));
                return;
            }
            "end" => {
                if self.end_group(line, received, out) {
                    out.push(variable_line("end", value));
                }
                return;
            }
            _ => {}
        }
        match self.keep_value(target, value) {
            Ok((place, acts)) => {
                out.push(variable_line(
                    VARIABLES[place].name,
                    &self.rebel.values[place],
                ));
                self.settle_option(Ok(acts), line, received, out);
            }
            Err(error) => out.push(format::error(error, line)),
        }
    }

    /// Gives a variable a value, and lets it act if no group is open. Returns its place in the table, and
    /// whether options have been set.
    fn keep_value(
        &mut self,
        target: &Reference,
        value: &str,
    ) -> Result<(usize, bool), VariableError> {
        let place = Variable::find(&target.name)?;
        let value = VARIABLES[place].check(value)?;
        if target.element.is_some() {
            return Err(VariableError::NotAnArray);
        }
        let acts = match &mut self.rebel.group {
            Some(changed) => {
                changed.push(place);
                false
            }
            // All other values have been checked.
            None => self
                .set_options(place, &value)
                .map_err(|_| VariableError::Book)?,
        };
        self.rebel.values[place] = value;
        Ok((place, acts))
    }

    /// Lets the variables of a group act.
    fn act_on(&mut self, changed: &[usize], line: &str, received: Instant, out: &mut Vec<String>) {
        let mut result = Ok(false);
        for &place in changed {
            let value = self.rebel.values[place].clone();
            let acts = self.set_options(place, &value);
            result = result.and_then(|before| Ok(acts? || before));
        }
        self.settle_option(result, line, received, out);
    }

    /// Sets the engine options that a variable stands for. Returns whether there are any.
    fn set_options(&mut self, place: usize, value: &str) -> Result<bool, OptionError> {
        let options = VARIABLES[place].options_for(value);
        for (name, value) in &options {
            set_option(&mut self.engine, self.log_file, name, Some(value))?;
        }
        Ok(!options.is_empty())
    }

    /// The lines that tell the variables, or the element, that are meant.
    fn tell_variables(&self, target: &Reference) -> Result<Vec<String>, VariableError> {
        let fitting: Vec<usize> = (0..VARIABLES.len())
            .filter(|&place| VARIABLES[place].fits(&target.name))
            .collect();
        if fitting.is_empty() {
            return Err(VariableError::Unknown);
        }
        let mut lines = Vec::new();
        for place in fitting {
            let name = VARIABLES[place].name;
            match (self.value(place), target.element) {
                (Value::Single(value), None) => lines.push(variable_line(name, value)),
                (Value::Single(_), Some(_)) => return Err(VariableError::NotAnArray),
                (Value::Array(elements), element) => {
                    lines.extend(array_lines(name, &elements, element)?);
                }
            }
        }
        Ok(lines)
    }

    fn value(&self, place: usize) -> Value {
        match VARIABLES[place].kind {
            Kind::Number { .. } | Kind::File | Kind::Book => {
                Value::Single(self.kept_or_acting(place))
            }
            Kind::Report(Report::CurrentMove) => {
                Value::Single(self.current_move_text().unwrap_or_default())
            }
            Kind::Report(Report::BookMoves) => Value::Array(self.book_moves()),
        }
    }

    /// The value that a variable was given, or where that stands for options, which have changed since
    /// then, the value that they have come nearest to.
    fn kept_or_acting(&self, place: usize) -> String {
        let group = self.rebel.group.as_ref();
        let waits = group.is_some_and(|changed| changed.contains(&place));
        let acting = VARIABLES[place].value_in(self.engine.options());
        let kept = || self.rebel.values[place].clone();
        acting.filter(|_| !waits).unwrap_or_else(kept)
    }

    /// The move being searched for the position on the board: iteration, number of the move, number of
    /// all moves, and the move.
    fn current_move_text(&self) -> Option<String> {
        let search = self.search.as_ref()?;
        if matches!(search.purpose, Purpose::Ponder { .. }) {
            return None;
        }
        let current = search.current?;
        let m = format::move_text(current.m, self.fischerandom());
        Some(format!(
            "{} {} {} {m}",
            current.depth, current.number, search.moves
        ))
    }

    /// Tells a client of the extensions which move has its turn.
    pub(in super::super) fn show_current_move(&self, out: &mut Vec<String>) {
        if self.rebel.in_use
            && let Some(text) = self.current_move_text()
        {
            out.push(variable_line("curmov", text));
        }
    }

    /// What the book has for the position on the board, each element `MOVE key=value …`.
    fn book_moves(&self) -> Vec<String> {
        let moves = self.book_moves_on_board();
        let element = |found: &BookMove| {
            let m = format::move_text(found.m, self.fischerandom());
            let percent = found.percent(&moves);
            format!("{m} Weight={} Percent={percent:.1}", found.weight)
        };
        moves.iter().map(element).collect()
    }

    /// Tells a client of the extensions what the book has.
    pub(in super::super) fn list_book_moves(&self, out: &mut Vec<String>) {
        if self.rebel.in_use
            && let Ok(lines) = array_lines("bookmoves", &self.book_moves(), None)
        {
            out.extend(lines);
        }
    }
}

fn variable_line(name: impl Display, value: impl Display) -> String {
    format::harmless(&format!("var:{name}={value}"))
}

/// The lines of an array, or the one of the element that is meant.
fn array_lines(
    name: &str,
    elements: &[String],
    wanted: Option<usize>,
) -> Result<Vec<String>, VariableError> {
    let count = elements.len();
    let line = |number: usize, element: &str| {
        variable_line(format_args!("{name}[{number}/{count}]"), element)
    };
    match wanted {
        Some(number) => {
            let element = elements.get(number - 1);
            let element = element.ok_or(VariableError::NoSuchElement)?;
            Ok(vec![line(number, element)])
        }
        None if elements.is_empty() => Ok(vec![line(0, "")]),
        None => {
            let numbered = elements.iter().enumerate();
            Ok(numbered.map(|(i, element)| line(i + 1, element)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_count_from_1_and_tell_their_size() {
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
