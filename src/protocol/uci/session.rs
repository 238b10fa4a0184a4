//! The state machine of a UCI session.
//!
//! Commands are handled in the order in which they come. None of them blocks: a `go` that finds a
//! search running stops it and waits, with everything after it, for that search's best move.

use std::time::{Duration, Instant};

use super::format::{self, InfoStyle, MoveStyle};
use super::limits::limits;
use super::nodes_time::NodesTime;
use super::null_answer::NullAnswer;
use super::parse::{GoArgs, PositionArgs, UciCommand, parse};
use super::position::read_game;
use super::waiting::{Line, WaitingLines};
use crate::engine::{Engine, EngineEvent};
use crate::eval;
use crate::protocol::help::{help, version};
use crate::protocol::input_end;
use crate::protocol::options::{OptionError, OptionSpec, Scope, option_notice, set_option};
use crate::protocol::{Flow, Input, LogFile, Session};
use crate::search::{BenchConfig, BestMove, Info, Report};

/// Options of other engines that some GUIs send without asking.
const IGNORED_OPTIONS: &[&str] = &["NalimovPath", "NalimovCache", "UCI_ShredderbasesPath"];

/// The running search, as far as its reports depend on it.
struct ReportedSearch {
    /// The format of its reports, independent of later changes of the options.
    style: InfoStyle,
    /// Whether it certainly ends by itself. A search for a mate may not.
    ends: bool,
    /// Whether its end is awaited once the input has ended.
    awaited_at_input_end: bool,
    /// Whether the GUI has stopped it.
    is_stopped: bool,
    /// Whether a principal variation has been reported.
    reported: bool,
    /// Time that the search has used, up to its last report.
    used: Duration,
}

/// A session in UCI.
pub struct UciSession {
    engine: Engine,
    log_file: Option<LogFile>,
    debug: bool,
    search: Option<ReportedSearch>,
    /// The clock of the option nodestime.
    nodes_time: NodesTime,
    /// Why there is no position to search: the last `position` was refused.
    refused_position: Option<String>,
    /// The answer to a `go` after a refused `position`, until it is due.
    null_answer: Option<NullAnswer>,
    /// A line that waits for the end of the running search or for tablebases, and the lines after it.
    waiting: WaitingLines,
    /// Number of `isready` that are not answered yet.
    unready: usize,
    /// Set after the end of input: quit once everything is answered.
    ending: bool,
}

impl UciSession {
    /// Creates a session that drives an engine.
    pub fn new(mut engine: Engine) -> UciSession {
        // UCI announces chess as the variant to begin with.
        if engine.variant().is_some() {
            engine.new_game(None);
        }
        UciSession {
            engine,
            log_file: None,
            debug: false,
            search: None,
            nodes_time: NodesTime::default(),
            refused_position: None,
            null_answer: None,
            waiting: WaitingLines::default(),
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
        self.waiting.push(line);
        if self.waiting.len() == 1 {
            self.handle_waiting(out);
        }
        Flow::Continue
    }

    /// Handles lines up to one that needs the end of the running search, or tablebases that are being opened.
    fn handle_waiting(&mut self, out: &mut Vec<String>) {
        while let Some(line) = self.waiting.pop() {
            match parse(&line.text) {
                // It shows the verdict of the tablebases.
                Some(UciCommand::Display) if self.engine.is_opening_tablebases() => {
                    self.waiting.put_back(line);
                    return;
                }
                Some(command) if command.replaces_search() && self.engine.running().is_some() => {
                    self.engine.stop();
                    self.waiting.put_back(line);
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
        if command.replaces_search() {
            self.end_null_answer(out);
        }
        match command {
            UciCommand::Uci => out.extend(format::identification()),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.unready += 1,
            UciCommand::SetOption { name, value } => self.set_option(&name, value, out),
            UciCommand::Register(true) => {
                out.extend(["registration checking", "registration ok"].map(str::to_owned));
            }
            UciCommand::Register(false) => {}
            UciCommand::NewGame => {
                self.nodes_time.new_game();
                self.engine.begin_game();
            }
            UciCommand::Position(position) => self.set_position(&position, out),
            UciCommand::Go(go) => self.go(&go, received, out),
            UciCommand::Stop => {
                self.end_null_answer(out);
                self.engine.stop();
                if let Some(search) = &mut self.search {
                    search.is_stopped = true;
                }
            }
            UciCommand::PonderHit => {
                if let Some(answer) = &mut self.null_answer {
                    answer.ponder = false;
                }
                self.nodes_time.ponderhit();
                self.engine.ponderhit(received, None);
            }
            // Handled at once by `handle_line`.
            UciCommand::Quit => {}
            UciCommand::Perft(depth) => self.perft(depth, out),
            UciCommand::Display => self.display(out),
            UciCommand::Eval => self.evaluate(out),
            UciCommand::Bench(config) => self.bench(config, out),
            UciCommand::Help => out.extend(help(self.engine.network())),
            UciCommand::Compiler => out.extend(version(self.engine.network())),
        }
    }

    /// Shows the position, the last valid one after a refused `position`.
    fn display(&mut self, out: &mut Vec<String>) {
        self.report_refused_position(out);
        let position = self.engine.game().position();
        let mode = self.engine.options().castling_mode();
        out.extend(format::diagram(position, mode));
        if let Some(verdict) = self.engine.probe_tablebases() {
            out.extend(format::tablebase_verdict(verdict));
        }
    }

    fn evaluate(&mut self, out: &mut Vec<String>) {
        if !self.report_refused_position(out) {
            let network = self.engine.network();
            let position = self.engine.game().position();
            out.extend(eval::evaluate_for_display(position, network));
        }
    }

    fn bench(&mut self, config: BenchConfig, out: &mut Vec<String>) {
        out.push(format::info_string(&format!("bench: {config}")));
        self.begin(true, true);
        self.engine.bench(config);
    }

    /// Reports that the last `position` was refused. Returns whether it was.
    fn report_refused_position(&self, out: &mut Vec<String>) -> bool {
        if let Some(reason) = &self.refused_position {
            out.push(format::info_string(&format!("no valid position: {reason}")));
        }
        self.refused_position.is_some()
    }

    /// Answers a `go` that searches nothing, whether or not the answer is due.
    fn end_null_answer(&mut self, out: &mut Vec<String>) {
        if self.null_answer.take().is_some() {
            out.push(format::NO_BEST_MOVE.to_owned());
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut Vec<String>) {
        let ignored = |name: &str| {
            IGNORED_OPTIONS
                .iter()
                .any(|other| other.eq_ignore_ascii_case(name))
        };
        let found = OptionSpec::find(name).ok();
        let before = self.engine.options().clone();
        let result = if found.is_some_and(|spec| spec.scope == Scope::Cecp) {
            Err(OptionError::Unknown(name.to_owned()))
        } else {
            set_option(&mut self.engine, self.log_file, name, value)
        };
        match result {
            Ok(()) => {
                if self.engine.variant() != before.variant() {
                    self.refused_position = None;
                    self.nodes_time.new_game();
                }
                let notice =
                    found.and_then(|spec| option_notice(spec, value, &before, &self.engine));
                out.extend(notice.map(|message| format::info_string(&message)));
            }
            Err(OptionError::Unknown(name)) if ignored(&name) => {}
            Err(error) => out.push(format::info_string(&error.to_string())),
        }
    }

    fn set_position(&mut self, command: &PositionArgs, out: &mut Vec<String>) {
        match read_game(command, self.engine.variant()) {
            Ok((game, messages)) => {
                self.engine.set_game(game);
                self.refused_position = None;
                out.extend(messages.iter().map(|message| format::info_string(message)));
            }
            Err(reason) => {
                out.push(format::info_string(&format!("position refused: {reason}")));
                self.refused_position = Some(reason);
            }
        }
    }

    /// A `position` command that cannot be read is refused, as any other, so that no `go` searches the position before.
    fn ignore_overlong_line(&mut self, start: &str, out: &mut Vec<String>) {
        out.push(format::info_string("line too long, ignored"));
        if start.split_ascii_whitespace().next() == Some("position") {
            self.refused_position = Some("line too long".to_owned());
        }
    }

    fn go(&mut self, go: &GoArgs, received: Instant, out: &mut Vec<String>) {
        let (mut limits, messages) = limits(go, self.engine.game().position(), received);
        if self.report_refused_position(out) {
            self.null_answer = Some(NullAnswer {
                infinite: limits.infinite,
                ponder: limits.ponder,
            });
            return;
        }
        let options = self.engine.options();
        (limits.multi_pv, limits.multi_pv_margin) = (options.multi_pv, options.multi_pv_margin);
        self.nodes_time.begin(options.nodes_time, &mut limits);
        out.extend(messages.iter().map(|message| format::info_string(message)));
        if self.debug {
            out.push(format::info_string(&format!("{limits:?}")));
        }
        let ends = input_end::is_awaited(&limits);
        self.begin(ends, ends);
        self.engine.go(limits);
    }

    /// The format of the reports of a search that begins now.
    fn style(&self) -> InfoStyle {
        let options = self.engine.options();
        InfoStyle {
            moves: MoveStyle::new(self.engine.game().position(), options.castling_mode()),
            show_wdl: options.show_wdl,
        }
    }

    /// Starts a perft.
    fn perft(&mut self, depth: u32, out: &mut Vec<String>) {
        if self.report_refused_position(out) {
            return;
        }
        if depth == 0 {
            out.extend([String::new(), format::nodes_searched(1)]);
            return;
        }
        self.begin(true, input_end::is_perft_awaited(depth));
        self.engine.perft(depth);
    }

    /// Registers a search that begins.
    fn begin(&mut self, ends: bool, awaited_at_input_end: bool) {
        self.search = Some(ReportedSearch {
            style: self.style(),
            ends,
            awaited_at_input_end,
            is_stopped: false,
            reported: false,
            used: Duration::ZERO,
        });
    }

    fn handle_event(&mut self, event: EngineEvent, out: &mut Vec<String>) {
        match event {
            EngineEvent::Report(report) => self.report(report, out),
            EngineEvent::BookLine(line) => self.show_book_line(&line, out),
            EngineEvent::Prepared(result) => {
                if let Ok(Some(message)) | Err(message) = result {
                    out.push(format::info_string(&message));
                }
                self.handle_waiting(out);
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
                search.used = info.used;
                out.push(format::info(&info, search.style));
            }
            Report::CurrentMove(current) => {
                out.push(format::current_move(&current, &search.style.moves));
            }
            Report::CurrentLines(lines) => {
                let style = &search.style.moves;
                out.extend(lines.iter().map(|line| format::current_line(line, style)));
            }
            Report::Statistics(statistics) => out.push(format::statistics(&statistics)),
            Report::Refutation(line) => out.push(format::refutation(&line, &search.style.moves)),
            Report::Perft(counts) => {
                match counts {
                    Ok(counts) => out.extend(format::perft(&counts, &search.style.moves)),
                    Err(error) => out.push(format::info_string(&format!("perft {error}"))),
                }
                self.search = None;
                self.handle_waiting(out);
            }
            Report::Bench(result) => {
                out.push(match result {
                    Ok(result) => result.to_string(),
                    Err(error) => format::info_string(&format!("bench {error}")),
                });
                self.search = None;
                self.handle_waiting(out);
            }
            Report::Done(result, _) => {
                search.report_end(&result, out);
                self.nodes_time.end(search.used);
                self.search = None;
                self.handle_waiting(out);
            }
        }
    }

    /// Sends the answers that any input may have made due.
    fn settle(&mut self, out: &mut Vec<String>) -> Flow {
        if self.ending || self.null_answer.is_some_and(NullAnswer::is_due) {
            self.end_null_answer(out);
        }
        // A GUI takes what follows `readyok` for the search that it starts then.
        let is_stopping = self.search.as_ref().is_some_and(|search| search.is_stopped);
        if !is_stopping && !self.engine.is_preparing() {
            let ready = std::mem::take(&mut self.unready);
            out.extend(std::iter::repeat_n("readyok".to_owned(), ready));
        }
        if !self.ending {
            return Flow::Continue;
        }
        match &self.search {
            Some(search) if search.awaited_at_input_end && !self.engine.is_pondering() => {}
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
        out.push(format::best_move(result, &self.style.moves));
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
            Input::Overlong { start } => self.ignore_overlong_line(&start, out),
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

    fn is_full(&self) -> bool {
        self.waiting.is_full()
    }

    fn into_engine(mut self: Box<Self>) -> Engine {
        self.engine.abandon();
        self.engine
    }
}
