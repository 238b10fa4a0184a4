//! The main loop: brings lines and events to the session and its answers to standard output.

use std::io;
use std::mem;
use std::time::{Duration, Instant};

use crossbeam_channel::{never, select};
use log::info;

use super::detect::Protocol;
use super::front_end::FrontEnd;
use super::io::{Writer, input_channel, spawn_reader, tell};
use super::log_file::LogFile;
use super::session::{Flow, Input};
use super::settings_file::SettingsFile;
use super::terminal;
use crate::engine::Engine;
use crate::signals::SessionSignals;
use crate::streams;

/// The configuration of [`run`].
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// The source of the input lines.
    pub source: InputSource,
    /// The effect of the option Log File.
    pub log_file: Option<LogFile>,
    /// The file to read options from at start and to save them to; `None` for no file.
    pub settings_file: Option<SettingsFile>,
}

/// The source of the input lines.
#[derive(Clone, Debug)]
pub enum InputSource {
    /// Standard input.
    Stdin {
        /// A line to handle before the first one is read.
        first: Option<String>,
    },
    /// These lines, then the end of input. Each waits until the one before is answered.
    Lines(Vec<String>),
}

impl InputSource {
    /// Standard input after a first line.
    pub fn stdin_after(first: &str) -> InputSource {
        InputSource::Stdin {
            first: Some(first.to_owned()),
        }
    }

    /// The inputs that are known without reading.
    fn given(self) -> impl Iterator<Item = Input> {
        let (lines, ends) = match self {
            InputSource::Stdin { first } => (first.into_iter().collect(), false),
            InputSource::Lines(lines) => (lines, true),
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

/// How long the end of the process waits for a GUI that does not read its input.
const WRITE_LIMIT: Duration = Duration::from_millis(500);

/// Runs sessions on standard input and output until `quit`, SIGTERM, the end of input or a broken pipe. An error
/// if there is too little memory for the search, or if a thread or a signal handler cannot be set up.
/// The process is expected to end when this returns: threads may still be running.
pub fn run(config: RunConfig) -> io::Result<()> {
    let (input_sender, inputs) = input_channel();
    let signals = SessionSignals::install()?;
    let writer = Writer::start(streams::output()?)?;
    let output_closed = streams::watch_output()?;
    let engine = Engine::try_new().map_err(io::Error::other)?;
    let events = engine.raw_events().clone();
    let mut front_end = FrontEnd::new(engine, config.log_file, config.settings_file);
    let reads_stdin = matches!(config.source, InputSource::Stdin { .. });
    let person = reads_stdin && streams::are_used_by_a_person();
    if person {
        tell(&terminal::GREETING);
    }
    if reads_stdin {
        // This function keeps a sender, since a closed channel would always be ready.
        spawn_reader(input_sender.clone())?;
    }
    let mut given = config.source.given();
    let no_inputs = never();
    loop {
        let is_full = front_end.is_full() || writer.is_full();
        let readable = if is_full { &no_inputs } else { &inputs };
        let next = if front_end.is_busy() {
            None
        } else {
            given.next()
        };
        let input = match next {
            Some(input) => input,
            None => select! {
                recv(readable) -> input => input.unwrap_or(Input::EndOfInput),
                recv(events) -> event => event.map_or(Input::EndOfInput, Input::Event),
                recv(writer.drained()) -> _ => continue,
                recv(signals.terminated()) -> _ => break,
                recv(writer.ended()) -> _ => {
                    info!(target: LOG_TARGET, "< (output is closed)");
                    break;
                }
                recv(output_closed) -> _ => {
                    info!(target: LOG_TARGET, "< (nobody reads the output)");
                    break;
                }
            },
        };
        let is_report = matches!(&input, Input::Event(event) if event.is_progress());
        let mut out = Vec::new();
        let flow = handle(&mut front_end, input, person, &mut out);
        if is_report && writer.is_congested() {
            out.clear();
        }
        // XBoard interrupts engines to get their attention; a person wants to leave.
        signals.ignore_interrupts(front_end.protocol() == Some(Protocol::Cecp) && !person);
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

/// Hands an input to the session and logs both sides. A person gets a hint after a line that is no command.
fn handle(front_end: &mut FrontEnd, input: Input, person: bool, out: &mut Vec<String>) -> Flow {
    log_input(&input);
    let typed = match &input {
        Input::Line { text, .. } if person => Some((front_end.protocol(), text.clone())),
        _ => None,
    };
    let flow = front_end.handle(input, out);
    for line in &*out {
        info!(target: LOG_TARGET, "< {line}");
    }
    if let Some((protocol, line)) = typed
        && let Some(hint) = terminal::hint(protocol, &line, out)
    {
        tell(&[hint]);
    }
    flow
}

/// Logs an input when the session handles it, not when it arrives, so that the log shows inputs and
/// answers in the order of their effects.
fn log_input(input: &Input) {
    match input {
        Input::Line { text, .. } => info!(target: LOG_TARGET, "> {text}"),
        Input::Overlong { start } => {
            info!(target: LOG_TARGET, "> {start}... (line too long)");
        }
        Input::EndOfInput => info!(target: LOG_TARGET, "> (end of input)"),
        Input::Event(_) => {}
    }
}
