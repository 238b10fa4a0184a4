//! The state machine of a UCI session.
//!
//! Commands are handled in the order in which they come. None of them blocks: a `go` that finds a
//! search running stops it and waits, with everything after it, for that search's best move.

use std::collections::VecDeque;
use std::time::Instant;

use super::format::{self, InfoStyle};
use super::limits::limits;
use super::parse::{GoArgs, PositionArgs, UciCommand, parse};
use crate::board::{CastlingMode, Position, SetupWarning};
use crate::engine::{Engine, EngineEvent, Game};
use crate::eval;
use crate::protocol::options::{OptionError, OptionSpec, Scope, set_option};
use crate::protocol::{Flow, Input, LogFile, Session};
use crate::search::{BestMove, Info, Report};

/// Options of other engines that some GUIs send without asking.
const IGNORED_OPTIONS: &[&str] = &["NalimovPath", "NalimovCache", "UCI_ShredderbasesPath"];

/// A line that waits to be handled.
struct Line {
    text: String,
    received: Instant,
}

/// The running search, as far as its reports depend on it.
struct ReportedSearch {
    /// The format of its reports, independent of later changes of the options.
    style: InfoStyle,
    /// Whether it certainly ends by itself. A search for a mate may not.
    ends: bool,
    /// Whether a principal variation has been reported.
    reported: bool,
}

/// A session in UCI.
pub struct UciSession {
    engine: Engine,
    log_file: Option<LogFile>,
    debug: bool,
    search: Option<ReportedSearch>,
    /// A `go` that waits for the end of the running search, and the lines after it.
    waiting: VecDeque<Line>,
    /// Number of `isready` that are not answered yet.
    unready: usize,
    /// Set after the end of input: quit once everything is answered.
    ending: bool,
}

impl UciSession {
    /// Creates a session that drives an engine.
    pub fn new(engine: Engine) -> UciSession {
        UciSession {
            engine,
            log_file: None,
            debug: false,
            search: None,
            waiting: VecDeque::new(),
            unready: 0,
            ending: false,
        }
    }

    /// Sets the effect of the option Log File.
    #[must_use]
    pub fn with_log_file(mut self, log_file: Option<LogFile>) -> UciSession {
        self.log_file = log_file;
        self
    }

    fn handle_line(&mut self, line: Line, out: &mut Vec<String>) -> Flow {
        if parse(&line.text) == Some(UciCommand::Quit) {
            return Flow::Quit;
        }
        if self.debug {
            let message = format!("received: {}", line.text);
            out.push(format::info_string(&message));
        }
        self.waiting.push_back(line);
        if self.waiting.len() == 1 {
            self.handle_waiting(out);
        }
        Flow::Continue
    }

    /// Handles lines up to one that needs the end of the running search.
    fn handle_waiting(&mut self, out: &mut Vec<String>) {
        while let Some(line) = self.waiting.pop_front() {
            match parse(&line.text) {
                Some(command) if command.replaces_search() && self.engine.running().is_some() => {
                    self.engine.stop();
                    self.waiting.push_front(line);
                    return;
                }
                Some(command) => self.execute(command, line.received, out),
                None if self.debug && !line.text.trim_ascii().is_empty() => {
                    let message = format!("unknown command: {}", line.text);
                    out.push(format::info_string(&message));
                }
                None => {}
            }
        }
    }

    fn execute(&mut self, command: UciCommand, received: Instant, out: &mut Vec<String>) {
        match command {
            UciCommand::Uci => out.extend(format::identification()),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.unready += 1,
            UciCommand::SetOption { name, value } => self.set_option(&name, value, out),
            UciCommand::Register(true) => {
                out.extend(["registration checking", "registration ok"].map(str::to_owned));
            }
            UciCommand::Register(false) => {}
            UciCommand::NewGame => self.engine.clear(),
            UciCommand::Position(position) => self.set_position(&position, out),
            UciCommand::Go(go) => self.go(&go, received, out),
            UciCommand::Stop => self.engine.stop(),
            UciCommand::PonderHit => self.engine.ponderhit(received, None),
            // Handled at once by `handle_line`.
            UciCommand::Quit => {}
            UciCommand::Perft(depth) => self.count(depth, out),
            UciCommand::Display => {
                let position = self.engine.game().position();
                out.extend(format::diagram(
                    position,
                    self.engine.options().castling_mode(),
                ));
            }
            UciCommand::Eval => {
                let position = self.engine.game().position();
                let text = eval::evaluate_for_display(position, self.engine.network());
                out.extend(text.lines().map(str::to_owned));
            }
            UciCommand::Bench(settings) => {
                self.begin(true);
                self.engine.bench(settings);
            }
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut Vec<String>) {
        let ignored = |name: &str| {
            IGNORED_OPTIONS
                .iter()
                .any(|other| other.eq_ignore_ascii_case(name))
        };
        let found = OptionSpec::find(name);
        let result = if found.is_ok_and(|spec| spec.scope == Scope::Cecp) {
            Err(OptionError::Unknown(name.to_owned()))
        } else {
            set_option(&mut self.engine, self.log_file, name, value)
        };
        match result {
            Ok(()) => {}
            Err(OptionError::Unknown(name)) if ignored(&name) => {}
            Err(error) => out.push(format::info_string(&error.to_string())),
        }
    }

    fn set_position(&mut self, command: &PositionArgs, out: &mut Vec<String>) {
        match read_game(command, self.engine.options().castling_mode()) {
            Ok((game, warnings)) => {
                self.engine.set_game(game);
                if !warnings.is_empty() {
                    let warnings: Vec<_> = warnings.iter().map(SetupWarning::to_string).collect();
                    out.push(format::info_string(&warnings.join("; ")));
                }
            }
            Err(reason) => {
                let message = format!("position refused: {reason}");
                out.push(format::info_string(&message));
            }
        }
    }

    fn go(&mut self, go: &GoArgs, received: Instant, out: &mut Vec<String>) {
        let (mut limits, dropped) = limits(go, self.engine.game().position(), received);
        limits.multi_pv = self.engine.options().multi_pv;
        if !dropped.is_empty() {
            let message = format!("searchmoves dropped: {}", dropped.join(" "));
            out.push(format::info_string(&message));
        }
        if self.debug {
            out.push(format::info_string(&format!("{limits:?}")));
        }
        let only_mate = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.move_time.is_none()
            && limits.clock.is_none();
        self.begin(limits.is_bounded() && !only_mate);
        self.engine.go(limits);
    }

    /// The format of the reports of a search that begins now.
    fn style(&self) -> InfoStyle {
        let options = self.engine.options();
        InfoStyle {
            castling: options.castling_mode(),
            show_wdl: options.show_wdl,
        }
    }

    /// Starts a perft.
    fn count(&mut self, depth: u32, out: &mut Vec<String>) {
        if depth == 0 {
            out.extend([String::new(), format::nodes_searched(1)]);
            return;
        }
        self.begin(true);
        self.engine.count(depth);
    }

    /// Registers a search that begins.
    fn begin(&mut self, ends: bool) {
        self.search = Some(ReportedSearch {
            style: self.style(),
            ends,
            reported: false,
        });
    }

    fn handle_event(&mut self, event: EngineEvent, out: &mut Vec<String>) {
        match event {
            EngineEvent::Report(report) => self.report(report, out),
            EngineEvent::BookLine(line) => self.show_book_line(&line, out),
            EngineEvent::Prepared(Ok(None)) => {}
            EngineEvent::Prepared(Ok(Some(message)) | Err(message)) => {
                out.push(format::info_string(&message))
            }
        }
    }

    /// Reports a book move with a line and a score, which GUIs expect before every best move.
    fn show_book_line(&mut self, line: &Info, out: &mut Vec<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        if self.debug {
            out.push(format::info_string("from the book"));
        }
        search.reported = true;
        out.push(format::info(line, search.style));
    }

    fn report(&mut self, report: Report, out: &mut Vec<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        match report {
            Report::Progress(info) => {
                search.reported = true;
                out.push(format::info(&info, search.style));
            }
            Report::CurrentMove(current) => {
                out.push(format::current_move(&current, search.style.castling));
            }
            Report::CurrentLine(line) => {
                out.push(format::current_line(&line, search.style.castling));
            }
            Report::Refutation(line) => out.push(format::refutation(&line, search.style.castling)),
            Report::Perft(counts) => {
                match counts {
                    Some(counts) => out.extend(format::perft(&counts, search.style.castling)),
                    None => out.push(format::info_string("perft stopped")),
                }
                self.search = None;
                self.handle_waiting(out);
            }
            Report::Bench(result) => {
                out.push(match result {
                    Some(result) => result.to_string(),
                    None => format::info_string("bench stopped"),
                });
                self.search = None;
                self.handle_waiting(out);
            }
            Report::Done(result, _) => {
                search.report_end(&result, out);
                self.search = None;
                self.handle_waiting(out);
            }
        }
    }

    /// Sends the answers that any input may have made due.
    fn settle(&mut self, out: &mut Vec<String>) -> Flow {
        if !self.engine.is_preparing() {
            let ready = std::mem::take(&mut self.unready);
            out.extend(std::iter::repeat_n("readyok".to_owned(), ready));
        }
        if !self.ending {
            return Flow::Continue;
        }
        match &self.search {
            Some(search) if search.ends && !self.engine.is_pondering() => {}
            Some(_) => self.engine.stop(),
            None if self.waiting.is_empty() && self.unready == 0 => return Flow::Quit,
            None => {}
        }
        Flow::Continue
    }
}

impl ReportedSearch {
    fn report_end(&self, result: &BestMove, out: &mut Vec<String>) {
        if !self.reported {
            out.push(format::bare_score(result.score));
        }
        out.push(format::best_move(result, self.style.castling));
    }
}

impl Session for UciSession {
    fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow {
        match input {
            Input::Line { text, received } => {
                let line = Line { text, received };
                if self.handle_line(line, out) == Flow::Quit {
                    return Flow::Quit;
                }
            }
            Input::Overlong => out.push(format::info_string("line too long, ignored")),
            Input::EndOfInput => self.ending = true,
            Input::Event(event) => {
                if let Some(event) = self.engine.accept(event) {
                    self.handle_event(event, out);
                }
            }
        }
        self.settle(out)
    }

    fn is_busy(&self) -> bool {
        let search = self.search.as_ref();
        let ends = search.is_some_and(|search| search.ends && !self.engine.is_pondering());
        ends || !self.waiting.is_empty() || self.unready > 0
    }

    fn into_engine(mut self: Box<Self>) -> Engine {
        self.engine.abandon();
        self.engine
    }
}

/// Sets up a game and plays its moves. An error rejects the whole command.
fn read_game(
    command: &PositionArgs,
    mode: CastlingMode,
) -> Result<(Game, Vec<SetupWarning>), String> {
    let (start, warnings) = match command.fen {
        None => (Position::startpos(), Vec::new()),
        Some("") => return Err("neither startpos nor a FEN given".to_owned()),
        Some(fen) => Position::from_fen(fen, mode).map_err(|error| error.to_string())?,
    };
    let mut game = Game::new(start);
    for (i, text) in command.moves.iter().enumerate() {
        match game.position().parse_move(text) {
            Ok(m) => game.play(m),
            Err(error) => return Err(format!("{error}: {text:?}, number {} of the line", i + 1)),
        }
    }
    Ok((game, warnings))
}
