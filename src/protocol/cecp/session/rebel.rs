//! The extensions of Rebel Century.

use super::super::rebel::command::{RebelCommand, VariableRef};
use super::super::rebel::level::RebelLevel;
use super::super::rebel::state::{Assignment, OptionValues, RebelSources, SetVar, variable_line};
use super::super::rebel::variables::VariableError;
use super::CecpSession;
use super::request::Request;
use crate::protocol::options::{OptionError, set_option};

impl CecpSession {
    pub(super) fn handle_rebel(&mut self, command: RebelCommand, request: &mut Request<'_>) {
        let result = match command {
            RebelCommand::Begin => {
                self.rebel.begin();
                Ok(())
            }
            RebelCommand::End => self.end_group(request),
            RebelCommand::SetVar { target, value } => {
                self.rebel.set_in_use();
                self.set_variable(&target, &value, request)
            }
            RebelCommand::GetVar(target) => {
                self.rebel.set_in_use();
                self.show_variables(&target, request)
            }
            RebelCommand::SetLevel(level) => {
                self.rebel.set_in_use();
                self.set_rebel_level(level);
                Ok(())
            }
        };
        if let Err(error) = result {
            request.error(error);
        }
    }

    /// Serves `setlevel`.
    fn set_rebel_level(&mut self, level: RebelLevel) {
        match level {
            RebelLevel::Clock(level) => self.clock.set_level(level, self.ply()),
            RebelLevel::TimePerMove(time) => self.clock.set_time_per_move(time),
            RebelLevel::NonTime(limit) => self.clock.set_non_time_limit(limit),
        }
    }

    /// Serves `getvar`.
    fn show_variables(
        &self,
        target: &VariableRef,
        request: &mut Request<'_>,
    ) -> Result<(), VariableError> {
        let sources = RebelSources {
            options: self.engine.options(),
            current_move: self.current_move_text(),
            book_moves: self.rebel_book_moves(&self.book_moves_on_board()),
        };
        request.out.extend(self.rebel.get(target, &sources)?);
        Ok(())
    }

    /// Serves `setvar`.
    fn set_variable(
        &mut self,
        target: &VariableRef,
        value: &str,
        request: &mut Request<'_>,
    ) -> Result<(), VariableError> {
        match self.rebel.check(target, value)? {
            SetVar::Begin => {
                self.rebel.begin();
                request.write(variable_line("begin", value));
            }
            SetVar::End => {
                self.end_group(request)?;
                request.write(variable_line("end", value));
            }
            SetVar::Assign(assignment) => self.assign_variable(assignment, request)?,
        }
        Ok(())
    }

    fn assign_variable(
        &mut self,
        assignment: Assignment,
        request: &mut Request<'_>,
    ) -> Result<(), VariableError> {
        // Of the variables only the book can fail: the other values have been checked.
        let changed = self
            .set_variable_options(assignment.options())
            .map_err(|_| VariableError::Book)?;
        let line = self.rebel.store(assignment);
        request.write(line);
        self.finish_option(Ok(changed), request);
        Ok(())
    }

    /// Serves `end`. One option that fails does not keep the others from being set.
    fn end_group(&mut self, request: &mut Request<'_>) -> Result<(), VariableError> {
        let mut result = Ok(false);
        for options in self.rebel.end()? {
            let changed = self.set_variable_options(&options);
            result = result.and_then(|before| Ok(changed? || before));
        }
        self.finish_option(result, request);
        Ok(())
    }

    /// Sets the engine options of a variable. Returns whether there are any.
    fn set_variable_options(&mut self, options: &OptionValues) -> Result<bool, OptionError> {
        for (name, value) in options {
            set_option(&mut self.engine, self.log_file, name, Some(value))?;
        }
        Ok(!options.is_empty())
    }
}
