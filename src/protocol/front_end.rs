//! Selects the session by the first command and switches it if the GUI changes the protocol.

use std::path::Path;

use super::cecp::{CecpSession, cecp_options};
use super::detect::{self, FirstCommand, Protocol};
use super::help::help;
use super::log_file::LogFile;
use super::options::reset_options;
use super::session::{Flow, Input, Session};
use super::settings_file::{self, ReadMessages, SettingsFile};
use super::uci::UciSession;
use crate::engine::Engine;

enum State {
    /// The protocol is not known yet.
    Undecided(Box<Engine>),
    Session(Protocol, Box<dyn Session>),
}

/// Both protocols behind one interface.
pub(super) struct FrontEnd {
    /// `None` only within [`FrontEnd::start_session`].
    state: Option<State>,
    log_file: Option<LogFile>,
    settings_file: Option<SettingsFile>,
    /// Messages about reading the settings file, until they are shown.
    settings_messages: ReadMessages,
}

impl FrontEnd {
    pub(super) fn new(
        mut engine: Engine,
        log_file: Option<LogFile>,
        settings_file: Option<SettingsFile>,
    ) -> FrontEnd {
        let settings_messages = match &settings_file {
            Some(SettingsFile::Named(path)) => settings_file::read(path, &mut engine, log_file),
            _ => ReadMessages::default(),
        };
        FrontEnd {
            state: Some(State::Undecided(Box::new(engine))),
            log_file,
            settings_file,
            settings_messages,
        }
    }

    /// The protocol of the session, if there is one.
    pub(super) fn protocol(&self) -> Option<Protocol> {
        match self.state {
            Some(State::Session(protocol, _)) => Some(protocol),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(&self.state, Some(State::Session(_, session)) if session.is_busy())
    }

    /// Whether so much input waits to be handled that no more is to be read.
    pub(super) fn is_full(&self) -> bool {
        matches!(&self.state, Some(State::Session(_, session)) if session.is_full())
    }

    /// The answer to `help` before the protocol is known.
    fn help(&self) -> Vec<String> {
        match &self.state {
            Some(State::Undecided(engine)) => help(engine.network()),
            _ => Vec::new(),
        }
    }

    pub(super) fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow {
        if let Input::Line { text, .. } = &input {
            match self.protocol() {
                None => match detect::detect(text) {
                    FirstCommand::Of(protocol) => self.start_session(protocol),
                    FirstCommand::Help => out.extend(self.help()),
                    FirstCommand::Quit => return Flow::Quit,
                    FirstCommand::Unknown => {}
                },
                Some(current) => {
                    if let Some(requested) = detect::detect_switch(text)
                        && requested != current
                    {
                        self.start_session(requested);
                    }
                }
            }
        }
        match (&mut self.state, input) {
            (Some(State::Session(protocol, session)), input) => {
                let flow = session.handle(input, out);
                if *protocol == Protocol::Uci {
                    // After `uciok`.
                    let messages = std::mem::take(&mut self.settings_messages).errors;
                    out.extend(
                        messages
                            .iter()
                            .map(|message| format!("info string {message}")),
                    );
                }
                flow
            }
            (_, Input::EndOfInput) => Flow::Quit,
            (Some(State::Undecided(engine)), Input::Event(event)) => {
                engine.accept(event);
                Flow::Continue
            }
            (_, _) => Flow::Continue,
        }
    }

    /// Starts a session with the engine of the one before.
    fn start_session(&mut self, protocol: Protocol) {
        let mut engine = match self.state.take() {
            None => return,
            Some(State::Undecided(engine)) => *engine,
            Some(State::Session(before, session)) => {
                let mut engine = session.into_engine();
                if before == Protocol::Cecp {
                    self.drop_default_settings(&mut engine);
                }
                engine
            }
        };
        let session: Box<dyn Session> = match protocol {
            Protocol::Uci => Box::new(UciSession::new(engine).with_log_file(self.log_file)),
            Protocol::Cecp => {
                if let Some(SettingsFile::Default(path)) = &self.settings_file {
                    self.settings_messages = settings_file::read(path, &mut engine, self.log_file);
                }
                let session = CecpSession::new(engine).with_log_file(self.log_file);
                let path = self.settings_file.as_ref().map(SettingsFile::path);
                let messages = std::mem::take(&mut self.settings_messages);
                Box::new(session.with_settings_file(path.map(Path::to_owned), &messages))
            }
        };
        self.state = Some(State::Session(protocol, session));
    }

    /// Ends the effect of the default settings file: UCI announces the defaults of the options, and a GUI sends only
    /// the values that differ from them.
    fn drop_default_settings(&self, engine: &mut Engine) {
        if let Some(SettingsFile::Default(_)) = self.settings_file {
            reset_options(engine, self.log_file, cecp_options());
        }
    }
}
