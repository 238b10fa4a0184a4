//! A GUI that talks with a session in its own process: it sends lines, hands the engine's events
//! over, and reads the answers.

#![allow(dead_code)] // every test file uses a part of it

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use diglot::engine::{Engine, Event};
use diglot::protocol::{Flow, Input, Session};

/// Longer than any answer takes, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The GUI's side of a conversation.
pub struct Gui {
    session: Box<dyn Session>,
    events: Receiver<Event>,
    unread: VecDeque<String>,
    transcript: Vec<String>,
    ended: bool,
}

impl Gui {
    /// Starts a session around a new engine.
    pub fn new<S: Session + 'static>(make: impl FnOnce(Engine) -> S) -> Gui {
        let (sender, events) = unbounded();
        Gui {
            session: Box::new(make(Engine::new(sender))),
            events,
            unread: VecDeque::new(),
            transcript: Vec::new(),
            ended: false,
        }
    }

    /// Sends lines, all at once: no event is heard between them.
    pub fn send(&mut self, lines: &str) {
        for line in lines.lines() {
            self.transcript.push(format!("> {line}"));
            let text = line.to_owned();
            let received = Instant::now();
            self.input(Input::Line { text, received });
        }
    }

    /// Hands over anything else that a session may be told.
    pub fn input(&mut self, input: Input) {
        assert!(!self.ended, "the session has ended: {self}");
        let mut out = Vec::new();
        self.ended = self.session.handle(input, &mut out) == Flow::Quit;
        self.transcript
            .extend(out.iter().map(|line| format!("< {line}")));
        self.unread.extend(out);
    }

    /// The next line, if one comes in this time.
    pub fn next_line_within(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        while self.unread.is_empty() && !self.ended {
            match self.events.recv_deadline(deadline) {
                Ok(event) => self.input(Input::Event(event)),
                Err(_) => break,
            }
        }
        self.unread.pop_front()
    }

    /// The next line, which must come.
    pub fn next_line(&mut self) -> String {
        match self.next_line_within(PATIENCE) {
            Some(line) => line,
            None => panic!("no answer: {self}"),
        }
    }

    /// The lines up to the first one that fits, which must come, and is the last one returned.
    pub fn lines_until(&mut self, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            let found = fits(&line);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The first line that fits; those before it are passed over.
    pub fn wait_for(&mut self, fits: impl Fn(&str) -> bool) -> String {
        self.lines_until(fits).pop().unwrap_or_default()
    }

    /// Everything said in this time.
    pub fn lines_within(&mut self, time: Duration) -> Vec<String> {
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
    pub fn close(&mut self) {
        self.input(Input::EndOfInput);
        let deadline = Instant::now() + PATIENCE;
        while !self.ended {
            match self.events.recv_deadline(deadline) {
                Ok(event) => self.input(Input::Event(event)),
                Err(_) => panic!("the session does not end: {self}"),
            }
        }
    }

    /// Whether the session has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Plays a script, line by line: `> X` sends X; `< X` is the next line that must come, where a
    /// `*` at its end stands for any rest; `~ N` waits N milliseconds, in which nothing may be said.
    /// Lines that `passes_over` chooses do not count. At the end no line may be left.
    pub fn check(&mut self, script: &str, passes_over: impl Fn(&str) -> bool) {
        for step in script
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let (sign, text) = step.split_at(1);
            let text = text.strip_prefix(' ').unwrap_or(text);
            match sign {
                ">" => self.send(text),
                "<" => self.expect(text, &passes_over),
                "~" => {
                    let time = Duration::from_millis(text.parse().unwrap());
                    self.expect_silence(time, &passes_over);
                }
                _ => panic!("no step of a script: {step}"),
            }
        }
        self.expect_silence(Duration::ZERO, &passes_over);
    }

    fn expect(&mut self, pattern: &str, passes_over: &impl Fn(&str) -> bool) {
        let line = self.wait_for(|line| !passes_over(line));
        let fits = match pattern.strip_suffix('*') {
            Some(beginning) => line.starts_with(beginning),
            None => line == pattern,
        };
        assert!(fits, "expected {pattern:?}, read {line:?}: {self}");
    }

    fn expect_silence(&mut self, time: Duration, passes_over: &impl Fn(&str) -> bool) {
        let lines = self.lines_within(time);
        let line = lines.iter().find(|line| !passes_over(line));
        assert!(line.is_none(), "expected silence, read {line:?}: {self}");
    }
}

/// The end of the conversation.
impl std::fmt::Display for Gui {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = self.transcript.len().saturating_sub(150);
        write!(f, "\n{}", self.transcript[start..].join("\n"))
    }
}
