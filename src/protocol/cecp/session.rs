//! The state of a conversation, and who handles which input.

use std::path::PathBuf;
use std::time::Instant;

use super::clock::TimeControl;
use super::edit::{EditStep, Editor};
use super::exclude::RootMoves;
use super::features::{Accepted as AcceptedFeatures, Version};
use super::format;
use super::highlight::Hand;
use super::notation::Notation;
use super::offers::Course;
use super::parse::{self, BoardCommand, Command, ParseError, PlayCommand, Query};
use super::pause::Pause;
use super::play;
use super::rebel::Rebel;
use crate::board::{MoveError, Position};
use crate::engine::{Engine, EngineEvent, Game, RawEvent};
use crate::protocol::{Flow, Input, LogFile, Session, parse_number};
use crate::search::{CurrentMove, Info, Limits, Report};
use crate::types::{Color, Move, Score};

/// What the engine does when a move comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing: it plays neither side.
    Force,
    /// It answers.
    Play,
    /// It analyses the new position.
    Analyze,
}

/// The search that runs.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) purpose: Purpose,
    /// The position that is searched.
    pub(super) root: Position,
    /// When it began; for the search of a move, when the engine's clock began to run.
    pub(super) started: Instant,
    /// How many moves it has to choose from.
    pub(super) moves: usize,
    /// Whether it ends without being stopped.
    pub(super) bounded: bool,
    /// The move is wanted at once.
    pub(super) urgent: bool,
    /// What it reported last.
    pub(super) info: Option<Info>,
    /// The root move it has reached.
    pub(super) current: Option<CurrentMove>,
}

/// What a search is for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The engine is to make a move.
    Think,
    /// The opponent is to make one.
    Ponder {
        /// The reply that is thought about; `None` if it is the opponent's whole choice.
        expected: Option<Move>,
        /// What bounds the search once the expected move has come.
        limits: Box<Limits>,
        /// Whether the GUI has been told the expected move.
        hinted: bool,
    },
    /// The user wants to know.
    Analyze,
}

/// A conversation in the Chess Engine Communication Protocol.
pub struct CecpSession {
    pub(super) engine: Engine,
    pub(super) log_file: Option<LogFile>,
    pub(super) mode: Mode,
    /// What the engine is searching for; `None` when it is not searching.
    pub(super) search: Option<Search>,
    pub(super) clock: TimeControl,
    pub(super) post: bool,
    pub(super) ponder: bool,
    /// What the GUI speaks.
    pub(super) version: Version,
    /// What the GUI takes.
    pub(super) accepted: AcceptedFeatures,
    /// The moves that may be searched.
    pub(super) root_moves: RootMoves,
    /// Nothing is thought about.
    pub(super) paused: Option<Pause>,
    /// Positions have got a score in this game.
    pub(super) scores_set: bool,
    /// What the user does with the pieces.
    pub(super) hand: Hand,
    /// Where settings are kept for another time.
    pub(super) settings_file: Option<PathBuf>,
    /// The board that is being set up with `edit`.
    pub(super) editor: Option<Editor>,
    /// The position sent last was illegal: the game stands as before, but nothing may be played.
    pub(super) refused: bool,
    /// The side that `white` or `black` has put on move.
    pub(super) turn: Option<Color>,
    /// The game has ended, and nobody has done anything about it since.
    pub(super) over: bool,
    /// The reply that the engine expects to its last move.
    pub(super) expected: Option<Move>,
    /// How the engine saw the game when it last thought about a move.
    pub(super) last_score: Option<Score>,
    /// What the extensions of Rebel Century need to remember.
    pub(super) rebel: Rebel,
    /// How the game has gone for the engine.
    pub(super) course: Course,
    /// The next line is the greatest depth.
    pub(super) depth_follows: bool,
    /// Since when the opponent has been on move, as far as the engine has seen it.
    pub(super) opponent_since: Option<Instant>,
    /// Answers to `ping` that wait for something to be done.
    pings: Vec<String>,
    /// Standard input has been closed.
    pub(super) ending: bool,
}

impl CecpSession {
    /// A conversation that begins as if with a new game.
    pub fn new(engine: Engine) -> CecpSession {
        let mut session = CecpSession {
            engine,
            log_file: None,
            mode: Mode::Play,
            search: None,
            clock: TimeControl::new(),
            post: false,
            ponder: false,
            version: Version::default(),
            accepted: AcceptedFeatures::default(),
            root_moves: RootMoves::default(),
            paused: None,
            scores_set: false,
            hand: Hand::default(),
            settings_file: None,
            editor: None,
            refused: false,
            turn: None,
            over: false,
            expected: None,
            last_score: None,
            rebel: Rebel::new(),
            course: Course::default(),
            depth_follows: false,
            opponent_since: None,
            pings: Vec::new(),
            ending: false,
        };
        session.set_fischerandom(false);
        session.engine.set_game(Game::new(Position::startpos()));
        session
    }

    /// Names the file that settings are saved in.
    #[must_use]
    pub fn with_settings_file(mut self, path: Option<PathBuf>) -> CecpSession {
        self.settings_file = path;
        self
    }

    /// Lets the option `Log File` have an effect.
    #[must_use]
    pub fn with_log_file(mut self, log_file: Option<LogFile>) -> CecpSession {
        self.log_file = log_file;
        self
    }

    fn handle_line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        if line.is_empty() || self.handle_edit(line, received, out) {
            return Flow::Continue;
        }
        if std::mem::take(&mut self.depth_follows)
            && let Some(depth) = parse_number(line)
        {
            self.clock.set_depth(depth);
            return Flow::Continue;
        }
        match parse::parse(line) {
            Ok(Command::Quit) => return Flow::Quit,
            Ok(command) => self.execute(command, line, received, out),
            Err(ParseError::Unknown) if self.looks_like_a_move(line) => {
                self.user_move(line, received, out);
            }
            Err(error) => out.push(format::error(error, line)),
        }
        Flow::Continue
    }

    /// In set-up mode lines are instructions. What every mode must hear gets through.
    fn handle_edit(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> bool {
        let Some(editor) = &mut self.editor else {
            return false;
        };
        match editor.follow(line) {
            EditStep::Changed => {}
            EditStep::Finished(setup) => self.finish_edit(&setup, received, out),
            EditStep::Unknown => match parse::parse(line) {
                Ok(
                    Command::Quit
                    | Command::Query(Query::Ping(_))
                    | Command::Board(BoardCommand::New | BoardCommand::SetBoard(_)),
                ) => return false,
                Ok(
                    Command::Setting(_)
                    | Command::FeatureReply { .. }
                    | Command::Play(PlayCommand::Force | PlayCommand::Result | PlayCommand::Exit),
                ) => return false,
                // An error that names one of these could make XBoard do without them.
                Ok(Command::Play(PlayCommand::Draw | PlayCommand::Analyze)) => {}
                Ok(Command::Protover(_) | Command::Ignored) => {}
                Ok(Command::Pause | Command::Resume | Command::Hand(_)) => {}
                Ok(_) => out.push(format::error("command not legal now", line)),
                Err(error) => out.push(format::error(error, line)),
            },
        }
        true
    }

    fn looks_like_a_move(&self, line: &str) -> bool {
        let parsed = self.engine.game().position().parse_move(line);
        parsed != Err(MoveError::NotAMove) || play::is_move_of_a_variant(line)
    }

    fn execute(&mut self, command: Command, line: &str, received: Instant, out: &mut Vec<String>) {
        let held = self.resume_for(&command, received, out);
        match command {
            Command::Protover(version) => self.protover(version, out),
            Command::FeatureReply { name, accepted } => {
                out.extend(self.accepted.answer(&name, accepted));
            }
            Command::Setting(setting) => self.change_setting(setting, line, received, out),
            Command::Board(command) => self.change_board(command, line, received, out),
            Command::Play(command) => self.change_play(command, line, received, out),
            Command::Root(command) => self.change_root_moves(&command, line, received, out),
            Command::Hand(command) => self.follow_hand(&command, line, out),
            Command::Pause => self.pause(received),
            Command::Resume => self.resume(received, out),
            Command::Query(query) => self.answer(query, received, out),
            Command::Rebel(command) => self.follow_rebel(command, line, received, out),
            Command::Ignored | Command::Quit => {}
        }
        self.hear(held, out);
    }

    fn answer(&mut self, query: Query, received: Instant, out: &mut Vec<String>) {
        match query {
            Query::Ping(number) => self.pings.push(number),
            Query::Hint => {
                if let Some(m) = self.hint() {
                    out.push(format!("Hint: {}", self.move_text(m)));
                }
            }
            Query::Book => self.tell_book(out),
            Query::Status => self.report_status(received, out),
        }
    }

    /// A move for the side on move, if one is known.
    fn hint(&self) -> Option<Move> {
        let Some(search) = &self.search else {
            // The reply is one of the side that the board has on move.
            return self.expected.filter(|_| self.unsettled_turn().is_none());
        };
        match search.purpose {
            Purpose::Ponder {
                expected: Some(m), ..
            } => Some(m),
            _ => search.info.as_ref()?.pv.first().copied(),
        }
    }

    pub(super) fn handle_event(&mut self, event: RawEvent, out: &mut Vec<String>) {
        let Some(event) = self.hold_back(event) else {
            return;
        };
        match self.engine.accept(event) {
            Some(EngineEvent::Report(Report::Progress(info))) => self.show_progress(info, out),
            Some(EngineEvent::Report(Report::CurrentMove(current))) => {
                if let Some(search) = &mut self.search {
                    search.current = Some(current);
                }
                self.show_current_move(out);
            }
            Some(EngineEvent::Report(Report::Done(best, finished))) => {
                if let Some(search) = self.search.take()
                    && matches!(search.purpose, Purpose::Think)
                {
                    self.make_own_move(best, &search, finished, out);
                }
            }
            Some(EngineEvent::BookLine(line)) => self.show_book_line(&line, out),
            Some(EngineEvent::Prepared(Err(reason))) => out.push(format::complaint(reason)),
            Some(EngineEvent::Prepared(Ok(Some(message)))) if self.accepted.debug => {
                out.push(format::harmless(&format!("# {message}")));
            }
            // UCI alone has words for the rest.
            Some(EngineEvent::Report(_) | EngineEvent::Prepared(Ok(_))) | None => {}
        }
    }

    fn show_progress(&mut self, info: Info, out: &mut Vec<String>) {
        self.name_expected_move(out);
        let notation = self.notation();
        let Some(search) = &mut self.search else {
            return;
        };
        let shown = match search.purpose {
            Purpose::Think => {
                self.last_score = Some(info.score);
                true
            }
            Purpose::Analyze => true,
            Purpose::Ponder { expected, .. } => expected.is_some(),
        };
        if shown && self.post {
            out.push(format::thinking(
                &info,
                &search.root,
                notation,
                self.version,
            ));
        }
        if info.multi_pv == 1 {
            search.info = Some(info);
        }
    }

    /// Says which reply is pondered on, once, where the GUI takes thoughts: these begin behind it.
    pub(super) fn name_expected_move(&mut self, out: &mut Vec<String>) {
        let search = self.search.as_mut().filter(|_| self.post);
        let Some(Purpose::Ponder {
            expected: Some(m),
            hinted: hinted @ false,
            ..
        }) = search.map(|search| &mut search.purpose)
        else {
            return;
        };
        *hinted = true;
        let m = *m;
        out.push(format!("Hint: {}", self.move_text(m)));
    }

    /// Answers `ping` if everything before is done: a move that the engine is to make, and what has
    /// to be ready for the next search. Nobody waits for pondering or analysis.
    fn answer_pings_if_idle(&mut self, out: &mut Vec<String>) {
        let waits = self.is_thinking() && self.paused.is_none();
        if !waits && !self.engine.is_preparing() {
            self.answer_pings(out);
        }
    }

    /// Answers `ping`. Before a search begins this is always right: the search waits for what has to
    /// be ready before it, and a GUI heeds no move while an older answer is outstanding.
    pub(super) fn answer_pings(&mut self, out: &mut Vec<String>) {
        out.extend(self.pings.drain(..).map(|number| format!("pong {number}")));
    }

    /// Whether the engine is finding the move it has to make.
    pub(super) fn is_thinking(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| matches!(search.purpose, Purpose::Think))
    }

    /// Nobody is left to say when the engine shall move.
    fn stop_endless_thinking(&mut self) {
        if self.is_thinking() && self.search.as_ref().is_some_and(|search| !search.bounded) {
            self.engine.stop();
        }
    }

    /// Starts a search of the position that the engine has now.
    pub(super) fn start(&mut self, purpose: Purpose, mut limits: Limits) {
        self.rebel.adjust_limits(&mut limits);
        let root = *self.engine.game().position();
        let moves = limits.search_moves.as_ref().map(Vec::len);
        self.search = Some(Search {
            purpose,
            root,
            started: limits.started,
            moves: moves.unwrap_or_else(|| root.count_legal_moves()),
            bounded: limits.is_bounded(),
            urgent: false,
            info: None,
            current: None,
        });
        self.engine.go(limits);
    }

    /// Ends the running search, if one runs, without its result.
    pub(super) fn abandon(&mut self) {
        self.engine.abandon();
        self.search = None;
    }

    pub(super) fn fischerandom(&self) -> bool {
        self.engine.options().chess960
    }

    /// How the GUI wants moves to be written.
    pub(super) fn notation(&self) -> Notation {
        Notation {
            fischerandom: self.fischerandom(),
            san: self.accepted.san,
        }
    }

    /// A legal move of the position on the board as the GUI wants it to be written.
    pub(super) fn move_text(&self, m: Move) -> String {
        self.notation().write(self.engine.game().position(), m)
    }
}

impl Session for CecpSession {
    fn handle(&mut self, input: Input, out: &mut Vec<String>) -> Flow {
        match input {
            Input::Line { text, received } => {
                if self.handle_line(text.trim(), received, out) == Flow::Quit {
                    return Flow::Quit;
                }
            }
            Input::Overlong => out.push(format::error("line too long", "...")),
            Input::EndOfInput => {
                self.ending = true;
                self.resume_for_good(out);
                self.stop_endless_thinking();
            }
            Input::Event(event) => self.handle_event(event, out),
        }
        self.answer_pings_if_idle(out);
        if self.ending && !self.is_thinking() && self.pings.is_empty() {
            return Flow::Quit;
        }
        Flow::Continue
    }

    fn is_busy(&self) -> bool {
        self.is_thinking() || !self.pings.is_empty()
    }

    fn into_engine(mut self: Box<Self>) -> Engine {
        self.abandon();
        self.resume_for_good(&mut Vec::new());
        // What has commands here and options elsewhere begins anew.
        self.engine.clear_memory_limit();
        self.set_fischerandom(false);
        self.engine
    }
}
