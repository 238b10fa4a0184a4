//! The session: hands each input to the part that it is about, and carries out the effects.

mod board;
mod bughouse;
mod events;
mod options;
mod pausing;
mod play;
mod queries;
mod rebel;
mod request;
mod searching;

use std::path::PathBuf;
use std::time::Instant;

use self::request::Request;
use super::clock::TimeControl;
use super::command::{BoardCommand, CecpCommand, PlayCommand, QueryCommand};
use super::draw_resign::DrawResign;
use super::editor::{EditStep, Editor};
use super::effect::Effect;
use super::exclude::RootMoves;
use super::features::Features;
use super::format;
use super::game_state::{GameEvent, GameState};
use super::highlight::Highlight;
use super::notation::{self, Notation};
use super::parse;
use super::parse_error::ParseError;
use super::partner::Partner;
use super::pause::{Pause, PauseEnd};
use super::rebel::state::RebelState;
use super::search::SearchState;
use super::settings_file::SettingsFile;
use crate::board::{MoveError, Position};
use crate::engine::{Engine, Game};
use crate::protocol::settings_file::ReadMessages;
use crate::protocol::{Flow, Input, LogFile, Session};
use crate::types::Move;

/// Number of unanswered `ping`s beyond which no more input is to be read.
const MAX_PINGS: usize = 100_000;

/// A session in the Chess Engine Communication Protocol.
pub struct CecpSession {
    engine: Engine,
    log_file: Option<LogFile>,
    settings_file: SettingsFile,
    features: Features,
    game: GameState,
    search: SearchState,
    clock: TimeControl,
    draw_resign: DrawResign,
    root_moves: RootMoves,
    highlight: Highlight,
    /// The partner in bughouse.
    partner: Partner,
    /// The board being set up between `edit` and `.`.
    editor: Option<Editor>,
    pause: Pause,
    rebel: RebelState,
    /// `setscore` has come in this game.
    scores_assigned: bool,
    /// Numbers of the `ping`s that are not answered yet.
    pings: Vec<String>,
    /// Standard input has been closed.
    input_ended: bool,
}

impl CecpSession {
    /// A session in the state after `new`.
    pub fn new(engine: Engine) -> CecpSession {
        let mut session = CecpSession {
            engine,
            log_file: None,
            settings_file: SettingsFile::default(),
            features: Features::default(),
            game: GameState::default(),
            search: SearchState::default(),
            clock: TimeControl::new(),
            draw_resign: DrawResign::default(),
            root_moves: RootMoves::default(),
            highlight: Highlight::default(),
            partner: Partner::default(),
            editor: None,
            pause: Pause::default(),
            rebel: RebelState::default(),
            scores_assigned: false,
            pings: Vec::new(),
            input_ended: false,
        };
        session.set_fischerandom(false);
        session.engine.set_game(Game::new(Position::startpos()));
        session
    }

    /// Sets the file of the option `Save Settings`, and messages about reading the file.
    #[must_use]
    pub(in crate::protocol) fn with_settings_file(
        mut self,
        path: Option<PathBuf>,
        messages: &ReadMessages,
    ) -> CecpSession {
        self.settings_file = SettingsFile::new(path, messages);
        self
    }

    /// Sets what the option `Log File` calls.
    #[must_use]
    pub fn with_log_file(mut self, log_file: Option<LogFile>) -> CecpSession {
        self.log_file = log_file;
        self
    }

    fn handle_line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        let mut request = Request {
            line,
            received,
            version: self.features.version(),
            out,
        };
        if line.is_empty() || self.handle_edit_line(&mut request) {
            return Flow::Continue;
        }
        if self.clock.read_depth_line(line) {
            return Flow::Continue;
        }
        match parse::parse(line) {
            Ok(CecpCommand::Quit) => return Flow::Quit,
            Ok(command) => self.execute(command, &mut request),
            Err(ParseError::Unknown) if self.looks_like_a_move(line) => {
                self.resume(received, request.out);
                self.user_move(line, &mut request);
            }
            Err(error) => request.error(error),
        }
        Flow::Continue
    }

    /// Handles a line after `edit`. Returns `false` for the commands that work there as everywhere.
    fn handle_edit_line(&mut self, request: &mut Request<'_>) -> bool {
        let Some(editor) = &mut self.editor else {
            return false;
        };
        match editor.handle(request.line) {
            EditStep::Changed => {}
            EditStep::Finished(result) => self.finish_edit(*result, request),
            EditStep::Unknown => match parse::parse(request.line) {
                Ok(
                    CecpCommand::Quit
                    | CecpCommand::Partner(_)
                    | CecpCommand::Board(BoardCommand::Holding(_))
                    | CecpCommand::Query(QueryCommand::Ping(_) | QueryCommand::Help)
                    | CecpCommand::Board(BoardCommand::New | BoardCommand::SetBoard(_))
                    | CecpCommand::Setting(_)
                    | CecpCommand::FeatureReply { .. }
                    | CecpCommand::Play(PlayCommand::Force | PlayCommand::Result | PlayCommand::Exit),
                ) => return false,
                // XBoard would switch these commands off after an error that names one.
                Ok(CecpCommand::Play(PlayCommand::Draw | PlayCommand::Analyze)) => {}
                Ok(CecpCommand::Protover(_) | CecpCommand::Ignored) => {}
                Ok(CecpCommand::Pause | CecpCommand::Resume | CecpCommand::Highlight(_)) => {}
                Ok(_) => request.error_not_legal_now(),
                Err(error) => request.error(error),
            },
        }
        true
    }

    fn looks_like_a_move(&self, line: &str) -> bool {
        let parsed = notation::parse_move(self.engine.game().position(), line);
        parsed != Err(MoveError::NotAMove) || notation::has_form_of_a_move(line)
    }

    fn execute(&mut self, command: CecpCommand, request: &mut Request<'_>) {
        let held_back = match PauseEnd::of(&command) {
            PauseEnd::None => Vec::new(),
            PauseEnd::ResumeFirst => {
                self.resume(request.received, request.out);
                Vec::new()
            }
            PauseEnd::CommandFirst => self.end_pause(request.received),
        };
        // `xboard` may come before `protover`, whose answer comes first.
        let tells_user = command != CecpCommand::Ignored;
        match command {
            CecpCommand::Protover(version) => {
                let lines = self.features.protover(version, self.engine.options());
                request.out.extend(lines);
            }
            CecpCommand::FeatureReply { name, accepted } => {
                let options = self.engine.options();
                let again = self.features.answer(&name, accepted, options);
                request.out.extend(again);
                if self.features.debug() {
                    request.out.extend(self.settings_file.take_comments());
                }
            }
            CecpCommand::Setting(setting) => self.handle_setting(setting, request),
            CecpCommand::Board(command) => self.handle_board(command, request),
            CecpCommand::Partner(command) => self.handle_partner(&command, request),
            CecpCommand::Play(command) => self.handle_play(command, request),
            CecpCommand::Exclude(command) => self.handle_exclude(&command, request),
            CecpCommand::Highlight(command) => self.handle_highlight(command, request),
            CecpCommand::Pause => self.start_pause(request.received),
            CecpCommand::Query(query) => self.handle_query(query, request),
            CecpCommand::Rebel(command) => self.handle_rebel(command, request),
            CecpCommand::Resume | CecpCommand::Ignored | CecpCommand::Quit => {}
        }
        self.handle_events(held_back, request.out);
        if tells_user {
            request.out.extend(self.settings_file.take_notice());
        }
    }

    /// Changes the state of the game, and carries out what follows from it.
    fn change_game(&mut self, event: GameEvent, at: Instant, out: &mut Vec<String>) {
        let effects = self.game.handle(event);
        self.apply(effects, at, out);
    }

    /// Carries out what parts of the session ask for.
    fn apply(
        &mut self,
        effects: impl IntoIterator<Item = Effect>,
        at: Instant,
        out: &mut Vec<String>,
    ) {
        for effect in effects {
            match effect {
                Effect::AbandonSearch => {
                    self.engine.abandon();
                    self.search.abandon();
                }
                Effect::AbandonHint => {
                    if self.search.is_for_hint() {
                        self.engine.abandon();
                        self.search.abandon();
                    }
                }
                Effect::StopSearch => self.engine.stop(),
                Effect::Think => self.think(at, out),
                Effect::Ponder(expected) => self.ponder(expected, at, out),
                Effect::Analyze => self.analyze(at, out),
                Effect::RestartUnbounded => self.restart_unbounded(at, out),
                Effect::RestartBounded => self.restart_bounded(at, out),
                Effect::ResetRootMoves => self.root_moves.reset(),
                Effect::EndAnalysis => self.root_moves.end_analysis(),
                Effect::ResetScores => self.draw_resign.reset_scores(),
                Effect::VoidDrawOffer => self.draw_resign.void_offer(),
                Effect::ResetOpponentTime => self.clock.reset_opponent(),
                Effect::ReleaseClocks => self.clock.release(),
            }
        }
    }

    /// Answers `ping` once all earlier commands are done: the engine's move is made or the hint is given,
    /// and the next search can start. Pondering and analysis are not waited for.
    fn answer_pings_if_idle(&mut self, out: &mut Vec<String>) {
        let busy = self.search.owes_answer() && self.pause.since().is_none();
        if !busy && !self.engine.is_preparing() {
            self.answer_pings(out);
        }
    }

    /// Answers `ping`. Always right before a search starts: the search waits until everything is ready,
    /// and a GUI ignores moves while a `pong` is outstanding.
    fn answer_pings(&mut self, out: &mut Vec<String>) {
        out.extend(self.pings.drain(..).map(|number| format!("pong {number}")));
    }

    fn fischerandom(&self) -> bool {
        self.engine.options().chess960
    }

    /// How the GUI wants moves to be written.
    fn notation(&self) -> Notation {
        Notation {
            fischerandom: self.fischerandom(),
            san: self.features.san(),
        }
    }

    /// Writes a legal move of the position on the board.
    fn move_text(&self, m: Move) -> String {
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
            Input::Overlong { .. } => {
                let version = self.features.version();
                out.push(format::error("line too long", "...", version));
            }
            Input::EndOfInput => {
                self.input_ended = true;
                self.end_pause_without_resume(out);
                // No `?` will come any more.
                if self.search.is_thinking_endlessly() {
                    self.apply([Effect::StopSearch], Instant::now(), out);
                }
            }
            Input::Event(event) => self.handle_event(event, out),
        }
        self.answer_pings_if_idle(out);
        if self.input_ended && !self.search.owes_answer() && self.pings.is_empty() {
            return Flow::Quit;
        }
        Flow::Continue
    }

    fn is_busy(&self) -> bool {
        self.search.owes_answer() || !self.pings.is_empty()
    }

    fn is_full(&self) -> bool {
        self.pings.len() > MAX_PINGS
    }

    fn into_engine(mut self: Box<Self>) -> Engine {
        let mut out = Vec::new();
        self.apply([Effect::AbandonSearch], Instant::now(), &mut out);
        self.end_pause_without_resume(&mut out);
        // `memory` and `variant` have options in UCI instead.
        self.engine.clear_memory_limit();
        self.set_fischerandom(false);
        self.engine.new_game(None);
        self.engine
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_pause_is_charged_to_nobody() {
        let engine = Engine::new();
        let events = engine.raw_events().clone();
        let mut session = CecpSession::new(engine);
        let mut out = Vec::new();
        let mut say = |session: &mut CecpSession, text: &str, received| {
            let text = text.to_owned();
            let _ = session.handle(Input::Line { text, received }, &mut out);
        };
        let second = Duration::from_secs(1);
        let now = Instant::now();
        say(&mut session, "level 0 10 0", now);
        say(&mut session, "go", now - 5 * second);
        say(&mut session, "?", now);
        say(&mut session, "pause", now);
        loop {
            let Ok(event) = events.recv_timeout(60 * second) else {
                unreachable!("every search ends");
            };
            let is_end = event.is_search_end();
            let _ = session.handle(Input::Event(event), &mut Vec::new());
            if is_end {
                break;
            }
        }
        say(&mut session, "resume", now + 100 * second);
        assert!(session.clock.opponent_since() >= Some(now + 100 * second));
        let clock = session.clock.limits(now, 2).clock;
        let left = clock.map(|clock| clock.remaining);
        assert!(left <= Some(595 * second) && left > Some(500 * second));
    }

    #[test]
    fn new_clears_the_hash_table_once() {
        let engine = Engine::new();
        let events = engine.raw_events().clone();
        let mut session = CecpSession::new(engine);
        for text in ["setscore 5 5", "new", "sd 1", "go"] {
            let (text, received) = (text.to_owned(), Instant::now());
            let _ = session.handle(Input::Line { text, received }, &mut Vec::new());
        }
        let mut prepared = 0;
        while session.search.is_thinking() {
            let Ok(event) = events.recv_timeout(Duration::from_secs(60)) else {
                unreachable!("every search ends");
            };
            prepared += usize::from(!event.is_from_search());
            let _ = session.handle(Input::Event(event), &mut Vec::new());
        }
        assert_eq!(prepared, 2);
    }
}
