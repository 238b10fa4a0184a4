//! A GUI that sends lines and reads the answers. It drives either a session in its own process, to which it also
//! passes the engine's events, or the program over pipes (see `OVER_PIPES`).

use std::collections::VecDeque;
use std::io::Write;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use diglot::engine::{Engine, RawEvent};
use diglot::protocol::cecp::CecpSession;
use diglot::protocol::uci::UciSession;
use diglot::protocol::{Flow, Input, Session};

use crate::support::AT_ONCE;
use crate::support::program::Program;

/// Time limit for an answer, generous enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How long to wait before assuming that the program sends no line.
const PIPE_DELAY: Duration = Duration::from_millis(30);

/// The environment variable that makes the GUI drive the program over pipes.
pub(crate) const OVER_PIPES: &str = "DIGLOT_TEST_OVER_PIPES";

/// Whether the GUI drives the program over pipes.
pub(crate) fn over_pipes() -> bool {
    static SET: LazyLock<bool> = LazyLock::new(|| std::env::var_os(OVER_PIPES).is_some());
    *SET
}

/// A session that a command-line argument of the program selects.
pub(crate) trait Startable: Session + Sized + 'static {
    /// The command-line argument.
    const ARGUMENT: &str;
    /// The last line that the program prints at the start, if it prints any.
    const GREETING: Option<&str>;
}

impl Startable for UciSession {
    const ARGUMENT: &str = "uci";
    const GREETING: Option<&str> = Some("uciok");
}

impl Startable for CecpSession {
    const ARGUMENT: &str = "xboard";
    const GREETING: Option<&str> = None;
}

/// The other end of the connection.
enum Peer {
    /// A session in this process.
    Session(Box<dyn Session>, Receiver<RawEvent>),
    /// The program.
    Program(Program),
}

impl Program {
    fn input(&mut self, input: Input) {
        let text = match input {
            Input::Line { text, .. } => text,
            Input::Overlong { start } => start + &"x".repeat((1 << 20) + 1),
            Input::EndOfInput => {
                self.input = None;
                return;
            }
            Input::Event(_) => return,
        };
        if let Some(input) = &mut self.input {
            // An error means that the program has ended, which its closed output shows too.
            let _ = input.write_all(format!("{text}\n").as_bytes());
        }
    }
}

/// The GUI's end of the connection.
pub(crate) struct Gui {
    peer: Peer,
    unread: VecDeque<String>,
    transcript: Vec<String>,
    ended: bool,
}

impl Gui {
    /// Starts a session with a new engine.
    pub(crate) fn new<S: Startable>(make: impl FnOnce(Engine) -> S) -> Gui {
        let peer = if over_pipes() {
            Peer::Program(Program::start(&[S::ARGUMENT, "--no-settings"]))
        } else {
            let engine = Engine::new();
            let events = engine.raw_events().clone();
            Peer::Session(Box::new(make(engine)), events)
        };
        let mut gui = Gui {
            peer,
            unread: VecDeque::new(),
            transcript: Vec::new(),
            ended: false,
        };
        if let (true, Some(greeting)) = (over_pipes(), S::GREETING) {
            gui.wait_for(|line| line == greeting);
        }
        gui
    }

    /// Sends lines without handling events between them.
    pub(crate) fn send(&mut self, lines: &str) {
        for line in lines.lines() {
            self.transcript.push(format!("> {line}"));
            let text = line.to_owned();
            let received = Instant::now();
            self.input(Input::Line { text, received });
        }
    }

    /// Sends a line as if it had been received some time ago. Over pipes, where the program itself takes the time of
    /// each line, waits for this time after sending instead.
    pub(crate) fn send_ago(&mut self, line: &str, ago: Duration) {
        if over_pipes() {
            self.send(line);
            std::thread::sleep(ago);
        } else {
            self.transcript.push(format!("> {line}"));
            let text = line.to_owned();
            let received = Instant::now() - ago;
            self.input(Input::Line { text, received });
        }
    }

    /// Sends any other input.
    pub(crate) fn input(&mut self, input: Input) {
        assert!(!self.ended, "the session has ended: {self}");
        match &mut self.peer {
            Peer::Session(session, _) => {
                let mut out = Vec::new();
                self.ended = session.handle(input, &mut out) == Flow::Quit;
                self.transcript
                    .extend(out.iter().map(|line| format!("< {line}")));
                self.unread.extend(out);
            }
            Peer::Program(program) => program.input(input),
        }
    }

    /// The next line, or `None` if none arrives in time.
    pub(crate) fn next_line_within(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        while self.unread.is_empty() && !self.ended {
            match &self.peer {
                Peer::Session(_, events) => {
                    // Without time there is no point in spinning for an event.
                    let event = if time.is_zero() {
                        events.try_recv().ok()
                    } else {
                        events.recv_deadline(deadline).ok()
                    };
                    match event {
                        Some(event) => self.input(Input::Event(event)),
                        None => break,
                    }
                }
                Peer::Program(program) => {
                    match program
                        .lines
                        .recv_deadline(deadline.max(Instant::now() + PIPE_DELAY))
                    {
                        Ok(line) => {
                            self.transcript.push(format!("< {line}"));
                            self.unread.push_back(line);
                        }
                        Err(error) => {
                            self.ended = error.is_disconnected();
                            break;
                        }
                    }
                }
            }
        }
        self.unread.pop_front()
    }

    /// The next line. Panics if there is none.
    pub(crate) fn next_line(&mut self) -> String {
        match self.next_line_within(TIMEOUT) {
            Some(line) => line,
            None => panic!("no answer: {self}"),
        }
    }

    /// The lines up to and including the first match. Panics if none matches in time.
    pub(crate) fn lines_until(&mut self, matches: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            let found = matches(&line);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Waits for the first line that matches, skipping the lines before it.
    pub(crate) fn wait_for(&mut self, matches: impl Fn(&str) -> bool) -> String {
        self.lines_until(matches).pop().unwrap_or_default()
    }

    /// All lines received within this time.
    pub(crate) fn lines_within(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) =
            self.next_line_within(deadline.saturating_duration_since(Instant::now()))
        {
            lines.push(line);
        }
        lines
    }

    /// Closes the session's input and waits until it ends.
    pub(crate) fn close(&mut self) {
        self.input(Input::EndOfInput);
        let deadline = Instant::now() + TIMEOUT;
        let mut lines = Vec::new();
        while !self.has_ended() {
            assert!(
                Instant::now() < deadline,
                "the session does not end: {self}"
            );
            lines.extend(self.next_line_within(Duration::from_millis(50)));
        }
        lines.extend(std::mem::take(&mut self.unread));
        self.unread = lines.into();
    }

    /// Whether the session has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        if let Peer::Program(program) = &mut self.peer
            && !self.ended
        {
            loop {
                match program.lines.recv_timeout(AT_ONCE) {
                    Ok(line) => self.unread.push_back(line),
                    Err(error) => {
                        // The program closes its output only by ending.
                        self.ended = error.is_disconnected();
                        break;
                    }
                }
            }
        }
        self.ended
    }

    /// Runs a script line by line: `> X` sends X; `< X` expects X as the next line, where a trailing `*` matches any
    /// rest; `~ N` expects silence for N milliseconds. Skips lines for which `is_skipped` is true. Panics if a line is
    /// left at the end.
    pub(crate) fn check(&mut self, script: &str, is_skipped: impl Fn(&str) -> bool) {
        for step in script
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let (sign, text) = step.split_at(1);
            let text = text.strip_prefix(' ').unwrap_or(text);
            match sign {
                ">" => self.send(text),
                "<" => self.expect(text, &is_skipped),
                "~" => {
                    let time = Duration::from_millis(text.parse().unwrap());
                    self.expect_silence(time, &is_skipped);
                }
                _ => panic!("invalid step of a script: {step}"),
            }
        }
        self.expect_silence(Duration::ZERO, &is_skipped);
    }

    fn expect(&mut self, pattern: &str, is_skipped: &impl Fn(&str) -> bool) {
        let line = self.wait_for(|line| !is_skipped(line));
        let matches = match pattern.strip_suffix('*') {
            Some(beginning) => line.starts_with(beginning),
            None => line == pattern,
        };
        assert!(matches, "expected {pattern:?}, read {line:?}: {self}");
    }

    fn expect_silence(&mut self, time: Duration, is_skipped: &impl Fn(&str) -> bool) {
        let lines = self.lines_within(time);
        let line = lines.iter().find(|line| !is_skipped(line));
        assert!(line.is_none(), "expected silence, read {line:?}: {self}");
    }
}

/// The last lines of the transcript.
impl std::fmt::Display for Gui {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = self.transcript.len().saturating_sub(150);
        write!(f, "\n{}", self.transcript[start..].join("\n"))
    }
}
