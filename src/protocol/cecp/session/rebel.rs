//! The extensions of Rebel Century.

use super::super::rebel::command::{RebelCommand, VariableRef};
use super::super::rebel::level::RebelLevel;
use super::super::rebel::state::{
    RebelSources, SetVar, check_encyclopedia, option_text, variable_line,
};
use super::super::rebel::variables::{OptionValues, VariableError};
use super::CecpSession;
use super::request::Request;
use crate::engine::EcoUse;
use crate::protocol::options::set_option;

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

    /// Handles `setlevel`.
    fn set_rebel_level(&mut self, level: RebelLevel) {
        match level {
            RebelLevel::Clock(level) => self.clock.set_level(level, self.ply()),
            RebelLevel::TimePerMove(time) => self.clock.set_time_per_move(time),
            RebelLevel::NonTime(limit) => self.clock.set_non_time_limit(limit),
        }
    }

    /// Handles `getvar`.
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

    /// Handles `setvar`.
    fn set_variable(
        &mut self,
        target: &VariableRef,
        value: &str,
        request: &mut Request<'_>,
    ) -> Result<(), VariableError> {
        match self.rebel.check(target, value, self.engine.options())? {
            SetVar::Begin => {
                self.rebel.begin();
                request.write(variable_line("begin", value));
            }
            SetVar::End => {
                self.end_group(request)?;
                request.write(variable_line("end", value));
            }
            SetVar::Options(assignment) => {
                self.set_options(&assignment.options)?;
                request.write(assignment.line());
                self.finish_variable(request);
            }
            SetVar::Personality(change) => {
                self.set_options(&change.options)?;
                let line = self.rebel.set_personality(change);
                request.write(line);
                self.finish_variable(request);
            }
        }
        Ok(())
    }

    /// Lets changed options take effect at once, unless `end` is to come.
    fn finish_variable(&mut self, request: &mut Request<'_>) {
        let changed = self.rebel.options_changed();
        self.finish_option(Ok(changed), request);
    }

    /// Handles `end`.
    fn end_group(&mut self, request: &mut Request<'_>) -> Result<(), VariableError> {
        let changed = self.rebel.end()?;
        let mut result = Ok(());
        if self.engine.options().eco_use != EcoUse::None {
            result = check_encyclopedia(self.engine.options());
        }
        if result.is_err() {
            self.engine.options_mut().eco_use = EcoUse::None;
        }
        self.finish_option(Ok(changed), request);
        result
    }

    /// Sets engine options. If one fails, none is changed.
    fn set_options(&mut self, values: &OptionValues) -> Result<(), VariableError> {
        let before: OptionValues = values
            .iter()
            .map(|&(name, _)| (name, option_text(self.engine.options(), name)))
            .collect();
        for (i, (name, value)) in values.iter().enumerate() {
            let Err(error) = set_option(&mut self.engine, self.log_file, name, Some(value)) else {
                continue;
            };
            for (name, value) in before[..i].iter().rev() {
                let restored = set_option(&mut self.engine, self.log_file, name, Some(value));
                if let Err(error) = restored {
                    log::warn!("{error}");
                }
            }
            return Err(VariableError::Unusable(error.to_string()));
        }
        Ok(())
    }
}
