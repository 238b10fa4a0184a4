//! The commands that change how the engine searches and what it shows: `option`, `memory`, `cores`,
//! `egtpath`, `level`, `st`, `sd`, `time`, `otim`, `nps`, `post`, `hard`, `random`, `ics`, `name`, `rating`, …

use super::super::command::SettingCommand;
use super::super::effect::Effect;
use super::super::format;
use super::super::option_lines::cecp_options;
use super::CecpSession;
use super::request::Request;
use crate::engine::MAX_THREADS;
use crate::protocol::options::{
    OptionError, OptionKind, OptionSpec, Scope, reset_options, set_option,
};

impl CecpSession {
    pub(super) fn handle_setting(&mut self, setting: SettingCommand, request: &mut Request<'_>) {
        match setting {
            SettingCommand::Post(post) => self.search.set_post(post),
            SettingCommand::Ponder(ponder) => self.set_ponder(ponder, request),
            SettingCommand::Random => self.engine.set_variety(!self.engine.has_variety()),
            SettingCommand::Level(level) => self.clock.set_level(level, self.ply()),
            SettingCommand::TimePerMove(time) => self.clock.set_time_per_move(time),
            SettingCommand::Depth(depth) => self.clock.set_depth(depth),
            SettingCommand::DepthFollows => self.clock.expect_depth_line(),
            SettingCommand::Time(centiseconds) => self.clock.set_remaining(centiseconds),
            SettingCommand::OpponentTime(centiseconds) => {
                self.clock.set_opponent_remaining(centiseconds);
            }
            SettingCommand::Nps(nodes) => self.clock.set_nps(nodes),
            SettingCommand::Memory(mebibytes) => {
                let mebibytes = usize::try_from(mebibytes).unwrap_or(0);
                let changed = self.engine.set_memory_limit(mebibytes);
                self.finish_option(Ok(changed), request);
            }
            SettingCommand::Cores(count) => {
                let changed = self.set_cores(count);
                self.finish_option(Ok(changed), request);
            }
            // `egtpath syzygy PATH`: the option SyzygyPath
            SettingCommand::SyzygyPath(path) => {
                let result = set_option(&mut self.engine, self.log_file, "SyzygyPath", Some(&path));
                self.finish_option(result.map(|()| true), request);
            }
            SettingCommand::Option { name, value } => {
                let result = self.set_option(&name, value.as_deref(), request.out);
                self.finish_option(result, request);
            }
            SettingCommand::ChessServer(used) => self.clock.set_chess_server(used),
            SettingCommand::Computer => self.engine.options_mut().opponent.is_computer = Some(true),
            SettingCommand::OpponentName(name) => self.engine.options_mut().opponent.name = name,
            SettingCommand::OpponentRating(rating) => {
                let rating = u32::try_from(rating).ok().filter(|&rating| rating > 0);
                self.engine.options_mut().opponent.rating = rating;
            }
        }
    }

    /// Handles `hard` and `easy`.
    fn set_ponder(&mut self, ponder: bool, request: &mut Request<'_>) {
        let side = self.engine.game().position().side_to_move();
        let playing = self.game.is_playing();
        let expected = self.game.expected_reply(side);
        let effect = self.search.set_ponder(ponder, playing, expected);
        self.apply(effect, request.received, request.out);
    }

    /// Handles `cores`: uses the nearest possible number of threads. Returns whether that changes it.
    fn set_cores(&mut self, count: i64) -> bool {
        let threads = count.clamp(1, MAX_THREADS) as usize;
        self.engine.request_threads(threads)
    }

    /// Handles `option`. Returns whether that may change the running search.
    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut Vec<String>,
    ) -> Result<bool, OptionError> {
        let spec = OptionSpec::find(name).ok();
        let Some(spec) = spec.filter(|spec| spec.scope != Scope::Uci) else {
            return Err(OptionError::Unknown(name.to_owned()));
        };
        let before = self.engine.options().clone();
        match spec.kind {
            OptionKind::Save => out.push(self.settings_file.save(self.engine.options())),
            OptionKind::Reset => self.reset_options(out),
            _ => set_option(&mut self.engine, self.log_file, name, value)?,
        }
        // A file may have another content under the same name.
        let acts_anyway = matches!(
            spec.kind,
            OptionKind::Button { .. } | OptionKind::File { .. } | OptionKind::Path { .. }
        );
        Ok(acts_anyway || *self.engine.options() != before)
    }

    /// Sets the options that the GUI shows to their defaults, and announces them again if the GUI has
    /// forgotten them. Another GUI goes on showing the old values, which the user is told.
    fn reset_options(&mut self, out: &mut Vec<String>) {
        reset_options(&mut self.engine, self.log_file, cecp_options());
        self.rebel.clear_personality();
        if self.features.resets() {
            out.extend(self.features.option_lines(self.engine.options()));
        } else {
            out.push(format::user_info(
                "All options have their default values again; this program still shows the old ones",
            ));
        }
    }

    /// Reports an option that was not set, and lets one that changed (`Ok(true)`) take effect at once.
    pub(super) fn finish_option(
        &mut self,
        result: Result<bool, OptionError>,
        request: &mut Request<'_>,
    ) {
        match result {
            Ok(false) => {}
            Ok(true) => self.apply([Effect::RestartUnbounded], request.received, request.out),
            Err(OptionError::Unknown(_)) => request.error("no such option"),
            Err(OptionError::Unusable(reason)) => request.write(format::user_error(reason)),
            Err(OptionError::Value { expected, .. }) => {
                request.error(format_args!("{expected} expected"));
            }
        }
    }
}
