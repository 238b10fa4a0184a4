//! A GUI that speaks UCI, and parsers for the answers.

use std::time::Duration;

use diglot::board::{CastlingMode, Position};
use diglot::protocol::Input;
use diglot::protocol::uci::UciSession;

use super::gui;

pub(crate) struct Gui {
    inner: gui::Gui,
    /// Lines received but not yet returned.
    pending: Vec<String>,
}

impl Gui {
    pub(crate) fn new() -> Gui {
        Gui {
            inner: gui::Gui::new(UciSession::new),
            pending: Vec::new(),
        }
    }

    pub(crate) fn handle(&mut self, input: Input) {
        self.inner.input(input);
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.inner.send(text);
    }

    /// Sends a line as if it had been received some time ago: see [`gui::Gui::send_ago`].
    pub(crate) fn send_ago(&mut self, text: &str, ago: Duration) {
        self.inner.send_ago(text, ago);
    }

    /// Sends several lines.
    pub(crate) fn send_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.send(line);
        }
    }

    /// Sends a line and returns its immediate answer.
    pub(crate) fn answer(&mut self, text: &str) -> Vec<String> {
        assert!(self.pending.is_empty(), "unread: {:?}", self.pending);
        self.send(text);
        if !gui::over_pipes() {
            self.take()
        } else if text.ends_with("isready") {
            self.wait_for("readyok")
        } else {
            self.take_until_ready()
        }
    }

    /// Waits for `readyok` and returns the program's answers to the lines sent so far.
    fn take_until_ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.retain(|line| !matches!(line.as_str(), "readyok" | "info string received: isready"));
        lines
    }

    /// Closes the input, waits for the session to end and returns the remaining lines.
    pub(crate) fn close(&mut self) -> Vec<String> {
        self.inner.close();
        self.take()
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.inner.has_ended()
    }

    /// All lines since the last call.
    pub(crate) fn take(&mut self) -> Vec<String> {
        self.pump(Duration::ZERO);
        std::mem::take(&mut self.pending)
    }

    /// Handles events until `done` holds for the lines since the last call.
    pub(crate) fn wait(&mut self, done: impl Fn(&[String]) -> bool) -> Vec<String> {
        while !done(&self.pending) {
            let line = self.inner.next_line();
            self.pending.push(line);
        }
        std::mem::take(&mut self.pending)
    }

    /// Waits for a line that starts with `start` and returns all lines since the last call.
    pub(crate) fn wait_for(&mut self, start: &str) -> Vec<String> {
        self.wait(|lines| lines.iter().any(|line| line.starts_with(start)))
    }

    /// Handles events for this time and returns the lines.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<String> {
        self.pump(time);
        self.take()
    }

    /// Handles events for this time and keeps the lines for later calls.
    pub(crate) fn pump(&mut self, time: Duration) {
        self.pending.extend(self.inner.lines_within(time));
    }

    /// Searches and returns all lines.
    pub(crate) fn go(&mut self, command: &str) -> Search {
        self.send(command);
        self.finish()
    }

    /// Waits for the best move of the running search.
    pub(crate) fn finish(&mut self) -> Search {
        let lines = self.wait_for("bestmove");
        let last = lines.last().unwrap();
        assert!(
            last.starts_with("bestmove "),
            "lines after the best move: {lines:?}"
        );
        Search { lines }
    }
}

/// The lines of a search, ending with `bestmove`.
pub(crate) struct Search {
    pub(crate) lines: Vec<String>,
}

impl Search {
    pub(crate) fn best(&self) -> &str {
        self.lines.last().unwrap().split(' ').nth(1).unwrap()
    }

    pub(crate) fn ponder(&self) -> Option<&str> {
        let mut words = self.lines.last().unwrap().split(' ').skip(2);
        (words.next() == Some("ponder")).then(|| words.next().unwrap())
    }

    /// The lines with a score.
    pub(crate) fn infos(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.lines
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with("info ") && line.contains(" score "))
    }

    pub(crate) fn last_info(&self) -> &str {
        self.infos().next_back().expect("no info line")
    }
}

/// The number after a keyword of an info line.
pub(crate) fn number(line: &str, keyword: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&word| word != keyword);
    let number = words.nth(1).and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no {keyword} in {line:?}"))
}

/// The moves after `pv`.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    let (_, moves) = line.split_once(" pv ").unwrap_or((line, ""));
    moves.split(' ').filter(|text| !text.is_empty()).collect()
}

/// The position that a `position` command sets up.
pub(crate) fn position(command: &str, mode: CastlingMode) -> Position {
    let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    let mut position = match start.strip_prefix("position fen ") {
        Some(fen) => Position::from_fen(fen, mode).unwrap().0,
        None => Position::startpos(),
    };
    for text in moves.split_ascii_whitespace() {
        position = position.after(position.parse_move(text).unwrap());
    }
    position
}

/// Checks that each of these moves is legal and in the notation of the mode.
pub(crate) fn assert_legal(position: &Position, moves: &[&str], mode: CastlingMode) {
    let mut position = *position;
    for text in moves {
        let m = position
            .parse_coordinate(text)
            .unwrap_or_else(|error| panic!("{error}: {text} of {moves:?} in {position:?}"));
        assert_eq!(m.to_coordinate(mode == CastlingMode::Chess960), *text);
        position = position.after(m);
    }
}

pub(crate) const MATED: &str =
    "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

pub(crate) const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// White mates by Re8.
pub(crate) const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

/// The king's only move is Ka2.
pub(crate) const FORCED: &str = "position fen 7k/8/8/8/8/1r6/8/K6r w - - 0 1";

/// The FEN printed by `d`.
pub(crate) fn fen(gui: &mut Gui) -> String {
    let lines = gui.answer("d");
    let line = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    line.unwrap().to_owned()
}

/// The MultiPV lines that were reported last. Checks that they are complete, lines 1, 2, …, and that none is deeper
/// than one before it: an iteration that was stopped may have finished only the first lines.
pub(crate) fn last_multipv_lines(search: &Search, count: usize) -> Vec<&str> {
    let infos: Vec<&str> = search.infos().collect();
    let last = &infos[infos.len() - count..];
    for (i, line) in last.iter().enumerate() {
        assert_eq!(number(line, "multipv"), i as i64 + 1, "{infos:#?}");
    }
    let depths = last.iter().map(|line| -number(line, "depth"));
    assert!(depths.is_sorted(), "{infos:#?}");
    last.to_vec()
}

/// Checks that MultiPV lines of the same depth are sorted by their scores.
pub(crate) fn assert_best_line_first(lines: &[&str]) {
    for same_depth in lines.chunk_by(|a, b| number(a, "depth") == number(b, "depth")) {
        assert!(
            same_depth.is_sorted_by_key(|line| -score_order(line)),
            "{lines:#?}"
        );
    }
}

/// A number that orders scores: mates above all others, short mates above long ones.
pub(crate) fn score_order(line: &str) -> i64 {
    if !line.contains(" score mate ") {
        return number(line, "cp");
    }
    match number(line, "mate") {
        mate @ 1.. => 100_000 - mate,
        mated => -100_000 - mated,
    }
}

/// The position after a2a3.
pub(crate) const AFTER_A3: &str = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";
