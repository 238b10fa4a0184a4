//! What the GUI says about itself, and how the engine is to think and talk.

use std::time::Instant;

use super::features::{self, Version};
use super::format;
use super::parse::Setting;
use super::session::{CecpSession, Mode, Purpose};
use crate::engine::MAX_THREADS;
use crate::protocol::options::{OptionError, OptionSpec, Scope, set_option};
use crate::types::Move;

impl CecpSession {
    /// Version 1 is spoken by saying nothing.
    pub(super) fn protover(&mut self, version: i64, out: &mut Vec<String>) {
        if version >= 2 {
            self.version = Version::Two;
            out.extend(features::lines(self.engine.options()));
        }
    }

    pub(super) fn change_setting(
        &mut self,
        setting: Setting,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match setting {
            Setting::Post(post) => self.post = post,
            Setting::Ponder(ponder) => self.switch_pondering(ponder, received),
            Setting::Random => self.engine.set_variety(!self.engine.has_variety()),
            Setting::Level(level) => {
                let ply = self.engine.game().moves().len();
                self.clock.set_level(level, ply);
            }
            Setting::TimePerMove(time) => self.clock.set_time_per_move(time),
            Setting::Depth(depth) => self.clock.set_depth(depth),
            Setting::DepthFollows => self.depth_follows = true,
            Setting::Time(centiseconds) => self.clock.set_remaining(centiseconds),
            Setting::OpponentTime(centiseconds) => self.clock.set_opponent_remaining(centiseconds),
            Setting::Computer => self.engine.options_mut().opponent.is_computer = Some(true),
            Setting::Memory(mebibytes) => {
                let mebibytes = usize::try_from(mebibytes).unwrap_or(0);
                let changes = self.engine.set_memory_limit(mebibytes);
                self.settle_option(Ok(changes), line, received, out);
            }
            Setting::Cores(count) => {
                let threads = count.clamp(1, MAX_THREADS) as usize;
                let changes = threads != self.engine.options().threads();
                if changes {
                    self.engine.set_threads(threads);
                }
                self.settle_option(Ok(changes), line, received, out);
            }
            Setting::Option { name, value } => {
                let spec = OptionSpec::find(&name).ok();
                let result = match spec.filter(|spec| spec.scope != Scope::Uci) {
                    Some(spec) if self.press(spec.kind, out) => Ok(()),
                    Some(_) => set_option(&mut self.engine, self.log_file, &name, value.as_deref()),
                    None => Err(OptionError::Unknown(name)),
                };
                self.settle_option(result.map(|()| true), line, received, out);
            }
            Setting::SyzygyPath(path) => {
                let result = set_option(&mut self.engine, self.log_file, "SyzygyPath", Some(&path));
                self.settle_option(result.map(|()| true), line, received, out);
            }
            Setting::NodeRate(nodes) => self.clock.set_node_rate(nodes),
            Setting::OpponentName(name) => self.engine.options_mut().opponent.name = name,
            Setting::OpponentRating(rating) => {
                let rating = u32::try_from(rating).ok().filter(|&rating| rating > 0);
                self.engine.options_mut().opponent.rating = rating;
            }
        }
    }

    /// Begins a search anew that would otherwise go on for as long as the opponent or the user likes.
    /// One for the engine's move is not disturbed.
    pub(super) fn search_anew(&mut self, received: Instant) {
        if self.mode == Mode::Analyze {
            self.analyze(received);
        } else if let Some(expected) = self.pondering() {
            self.abandon();
            self.start_pondering(expected, received);
        }
    }

    /// Complains of an option that was not set. One that changed shall hold at once.
    pub(super) fn settle_option(
        &mut self,
        result: Result<bool, OptionError>,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match result {
            Ok(false) => {}
            Ok(true) => self.search_anew(received),
            Err(OptionError::Unknown(_)) => out.push(format::error("no such option", line)),
            Err(OptionError::Unusable(reason)) => out.push(format::complaint(reason)),
            Err(OptionError::Value { expected, .. }) => {
                out.push(format::error(format_args!("{expected} expected"), line));
            }
        }
    }

    fn switch_pondering(&mut self, ponder: bool, received: Instant) {
        self.ponder = ponder;
        // A reply is expected after a move of the engine only: it does not ponder on the first one.
        let idle = self.search.is_none() && self.mode == Mode::Play && !self.over;
        let replies = self.expected.is_some() && self.unsettled_turn().is_none();
        if ponder && idle && replies {
            self.start_pondering(self.expected, received);
        } else if !ponder && self.pondering().is_some() {
            self.abandon();
        }
    }

    /// What a pondering search is about.
    fn pondering(&self) -> Option<Option<Move>> {
        match self.search.as_ref()?.purpose {
            Purpose::Ponder { expected, .. } => Some(expected),
            Purpose::Think | Purpose::Analyze => None,
        }
    }
}
