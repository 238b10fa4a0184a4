//! The conversation from the first line to the end of the process: which session has the word, and
//! the loop that brings it lines and events and takes its answers to standard output.

use std::io;
use std::mem;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{select, unbounded};
use log::info;

use super::cecp::CecpSession;
use super::detect::{self, Opening, Protocol};
use super::io::{Writer, spawn_reader};
use super::settings_file;
use super::uci::UciSession;
use super::{Flow, Input, LogFile, Session};
use crate::engine::Engine;
use crate::signals::SessionSignals;

/// What a conversation is given from outside.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// Where the lines come from.
    pub source: Source,
    /// What the option `Log File` does.
    pub log_file: Option<LogFile>,
    /// A file of options and their values, to begin with and to be saved to.
    pub settings_file: Option<PathBuf>,
}

/// Where the lines come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Standard input.
    Input {
        /// A line that is handled before the first one is read.
        first: Option<String>,
    },
    /// From here, and standard input is not read. Each line waits until the one before it has been
    /// answered. After the last one the input has ended.
    Lines(Vec<String>),
}

impl Source {
    /// Standard input after a first line.
    pub fn after(first: &str) -> Source {
        Source::Input {
            first: Some(first.to_owned()),
        }
    }

    /// What there is without reading.
    fn given(self) -> impl Iterator<Item = Input> {
        let (lines, ends) = match self {
            Source::Input { first } => (first.into_iter().collect(), false),
            Source::Lines(lines) => (lines, true),
        };
        let line = |text| Input::Line {
            text,
            received: Instant::now(),
        };
        let end = ends.then_some(Input::EndOfInput);
        lines.into_iter().map(line).chain(end)
    }
}

const LOG_TARGET: &str = "diglot::protocol";

/// How long the end of the process waits for a GUI that does not read.
const WRITE_LIMIT: Duration = Duration::from_millis(500);

/// Talks on standard input and output until told to quit, until the input ends or until nobody reads
/// the output. The process is expected to end when this returns: threads may still be running.
pub fn run(settings: RunConfig) -> io::Result<()> {
    let (input_sender, inputs) = unbounded();
    let signals = SessionSignals::install()?;
    let writer = Writer::start(io::stdout())?;
    let mut engine = Engine::new();
    let events = engine.raw_events().clone();
    if let Some(path) = &settings.settings_file {
        settings_file::read(path, &mut engine, settings.log_file);
    }
    let mut front_end = FrontEnd {
        state: Some(State::Undecided(Box::new(engine))),
        log_file: settings.log_file,
        settings_file: settings.settings_file,
    };
    if matches!(settings.source, Source::Input { .. }) {
        // A sender stays here: a channel that is closed would be ready for ever.
        spawn_reader(input_sender.clone())?;
    }
    let mut given = settings.source.given();
    loop {
        let next = match front_end.is_busy() {
            true => None,
            false => given.next(),
        };
        let input = match next {
            Some(input) => input,
            None => select! {
                recv(inputs) -> input => input.unwrap_or(Input::EndOfInput),
                recv(events) -> event => event.map_or(Input::EndOfInput, Input::Event),
                recv(signals.terminated()) -> _ => break,
                recv(writer.ended()) -> _ => {
                    info!(target: LOG_TARGET, "< (nobody reads any more)");
                    break;
                }
            },
        };
        log_input(&input);
        let mut out = Vec::new();
        let flow = front_end.handle(input, &mut out);
        for line in &out {
            info!(target: LOG_TARGET, "< {line}");
        }
        signals.ignore_interrupts(front_end.protocol() == Some(Protocol::Cecp));
        writer.write(out);
        if flow == Flow::Quit {
            break;
        }
    }
    writer.finish(WRITE_LIMIT);
    drop(input_sender);
    // The threads of the engine end with the process. Waiting for them could take long: one of them
    // may be clearing a large table.
    mem::forget(front_end);
    Ok(())
}

/// Every line in and out goes to the log when the session hears or says it, so that a log that begins
/// or ends with a command holds what comes after or before it.
fn log_input(input: &Input) {
    match input {
        Input::Line { text, .. } => info!(target: LOG_TARGET, "> {text}"),
        Input::Overlong => info!(target: LOG_TARGET, "> (a line that is too long)"),
        Input::EndOfInput => info!(target: LOG_TARGET, "> (end of input)"),
        Input::Event(_) => {}
    }
}

/// Whoever has the word.
enum State {
    /// Nobody has said what protocol it will be.
    Undecided(Box<Engine>),
    /// A session is on.
    Speaking(Protocol, Box<dyn Session>),
}

/// Both protocols behind one door.
struct FrontEnd {
    /// `None` only within [`FrontEnd::speak`].
    state: Option<State>,
    log_file: Option<LogFile>,
    settings_file: Option<PathBuf>,
}

impl FrontEnd {
    fn protocol(&self) -> Option<Protocol> {
        match self.state {
            Some(State::Speaking(protocol, _)) => Some(protocol),
            _ => None,
        }
    }

    fn is_busy(&self) -> bool {
        matches!(&self.state, Some(State::Speaking(_, session)) if session.is_busy())
    }

    fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow {
        if let Input::Line { text, .. } = &input {
            match self.protocol() {
                None => match detect::detect(text) {
                    Opening::Speaks(protocol) => self.speak(protocol),
                    Opening::Help => out.extend(detect::HELP.iter().map(|&line| line.to_owned())),
                    Opening::Quit => return Flow::Quit,
                    Opening::Unknown => {}
                },
                Some(current) => {
                    if let Some(wanted) = detect::detect_switch(text)
                        && wanted != current
                    {
                        self.speak(wanted);
                    }
                }
            }
        }
        match (&mut self.state, input) {
            (Some(State::Speaking(_, session)), input) => session.handle(input, out),
            (_, Input::EndOfInput) => Flow::Quit,
            (Some(State::Undecided(engine)), Input::Event(event)) => {
                engine.accept(event);
                Flow::Continue
            }
            (_, _) => Flow::Continue,
        }
    }

    /// Begins a session in this protocol with the engine of whoever had the word before.
    fn speak(&mut self, protocol: Protocol) {
        let engine = match self.state.take() {
            None => return,
            Some(State::Undecided(engine)) => *engine,
            Some(State::Speaking(_, session)) => session.into_engine(),
        };
        let session: Box<dyn Session> = match protocol {
            Protocol::Uci => Box::new(UciSession::new(engine).with_log_file(self.log_file)),
            Protocol::Cecp => {
                let session = CecpSession::new(engine).with_log_file(self.log_file);
                Box::new(session.with_settings_file(self.settings_file.clone()))
            }
        };
        self.state = Some(State::Speaking(protocol, session));
    }
}
