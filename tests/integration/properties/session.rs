//! Whole sessions in both protocols.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use diglot::engine::{Engine, RawEvent};
use diglot::protocol::cecp::CecpSession;
use diglot::protocol::uci::UciSession;
use diglot::protocol::{Flow, Input, Session};

/// How long an answer may take: far longer than on a busy machine, far shorter than for ever.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Parts of commands that take long, name files or use much memory, in lower case.
const HARMFUL: [&str; 13] = [
    "bench", "file", "log", "path", "settings", "hash", "threads", "cores", "memory", "book",
    "person", "eco", "eval",
];

/// Whether a line neither takes long, nor names files, nor asks for much memory.
pub fn is_harmless(line: &str) -> bool {
    let line = line.to_lowercase();
    let counts_long = line.contains("perft") && line.contains(|c: char| ('4'..='9').contains(&c));
    !counts_long && !HARMFUL.iter().any(|part| line.contains(part))
}

/// A session in this process and what it has written.
struct Driver {
    session: Box<dyn Session>,
    events: Receiver<RawEvent>,
    lines: Vec<String>,
    ended: bool,
}

impl Driver {
    fn new<S: Session + 'static>(make: impl FnOnce(Engine) -> S) -> Driver {
        let mut engine = Engine::new();
        engine.set_hash(1);
        let events = engine.raw_events().clone();
        Driver {
            session: Box::new(make(engine)),
            events,
            lines: Vec::new(),
            ended: false,
        }
    }

    fn input(&mut self, input: Input) {
        let before = self.lines.len();
        self.ended = self.session.handle(input, &mut self.lines) == Flow::Quit;
        for line in &self.lines[before..] {
            assert!(!line.contains(['\n', '\r', '\0']), "{line:?}");
        }
    }

    fn send(&mut self, line: &str) {
        if !self.ended {
            let text = line.to_owned();
            let received = Instant::now();
            self.input(Input::Line { text, received });
        }
        while let (false, Ok(event)) = (self.ended, self.events.try_recv()) {
            self.input(Input::Event(event));
        }
    }

    /// Handles events until `done`. Panics if that takes too long.
    fn wait(&mut self, done: impl Fn(&Driver) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !self.ended && !done(self) {
            match self.events.recv_deadline(deadline) {
                Ok(event) => self.input(Input::Event(event)),
                Err(error) => panic!("no answer ({error}): {:?}", self.lines),
            }
        }
    }

    fn wait_for(&mut self, line: &str) {
        self.wait(|driver| driver.lines.iter().any(|other| other == line));
    }

    /// Closes the session's input. It ends.
    fn close(mut self) {
        if !self.ended {
            self.input(Input::EndOfInput);
        }
        self.wait(|driver| driver.ended);
    }
}

/// Sends lines to a UCI session. It goes on answering, and gives no more best moves than it got lines with `go`.
pub fn check_uci(text: &str) {
    let mut driver = Driver::new(UciSession::new);
    driver.send("uci");
    let lines: Vec<&str> = text.lines().filter(|line| is_harmless(line)).collect();
    for line in &lines {
        driver.send(line);
    }
    driver.send("stop");
    driver.wait(|driver| !driver.session.is_busy());
    driver.send("isready");
    driver.wait_for("readyok");
    let asked = lines.iter().filter(|line| line.contains("go")).count();
    let answers = driver.lines.iter();
    let answered = answers.filter(|line| line.starts_with("bestmove")).count();
    assert!(answered <= asked, "{lines:?} {:?}", driver.lines);
    driver.close();
}

/// Sends lines to a CECP session. It goes on answering.
pub fn check_cecp(text: &str) {
    let mut driver = Driver::new(CecpSession::new);
    driver.send("xboard");
    driver.send("protover 2");
    for line in text.lines().filter(|line| is_harmless(line)) {
        driver.send(line);
    }
    // Leave every mode in which the session waits or thinks.
    for line in [
        "resume",
        "exit",
        ".",
        "?",
        "force",
        "new",
        "force",
        "ping 123456789",
    ] {
        driver.send(line);
    }
    driver.wait_for("pong 123456789");
    driver.close();
}
