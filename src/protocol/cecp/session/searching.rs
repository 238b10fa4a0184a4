//! Searches for the engine's move, on the opponent's time, for analysis and for a hint; `exclude` and
//! `include`.

use std::time::{Duration, Instant};

use super::super::command::ExcludeCommand;
use super::super::effect::Effect;
use super::super::game_state::{GameEvent, Mode};
use super::super::search::Purpose;
use super::CecpSession;
use super::request::Request;
use crate::board::Outcome;
use crate::search::Limits;
use crate::types::{Color, Move};

/// The time and the nodes of a search for a hint: a user who waits for it hardly notices.
const HINT_TIME: Duration = Duration::from_secs(1);
const HINT_NODES: u64 = 300_000;

impl CecpSession {
    /// Starts a search of the position that the engine has now. Where all root moves are excluded it waits
    /// for one.
    fn start_search(&mut self, purpose: Purpose, mut limits: Limits) {
        let options = self.engine.options();
        (limits.multi_pv, limits.multi_pv_margin) = (options.multi_pv, options.multi_pv_margin);
        self.rebel.search_started();
        let root = *self.engine.game().position();
        let shown = Limits {
            search_moves: self.engine.root_moves(&limits),
            ..limits.clone()
        };
        // Pondering without an expected reply looks for the opponent's move.
        let is_opponents = matches!(purpose, Purpose::Ponder { expected: None, .. });
        let side = root.side_to_move();
        let own_side = if is_opponents { !side } else { side };
        self.search.start(purpose, root, &shown);
        if self.search.is_waiting() {
            self.engine.abandon();
        } else {
            self.engine.go_as(own_side, limits);
        }
    }

    /// Starts the search for the engine's move.
    pub(super) fn think(&mut self, received: Instant, out: &mut Vec<String>) {
        self.change_game(GameEvent::ThinkingStarted, received, out);
        self.answer_pings(out);
        self.take_side(self.side_to_move(), received, out);
        self.start_search(Purpose::Think, self.thinking_limits(received));
    }

    /// Restarts the search for the engine's move on the time that is left for it, or the one for a hint. If
    /// `?` has come, the move is made at once, but never one that is excluded.
    pub(super) fn restart_bounded(&mut self, at: Instant, out: &mut Vec<String>) {
        if self.search.is_for_hint() {
            self.apply([Effect::AbandonHint], at, out);
            self.suggest(at, out);
        } else if let Some((started, move_now)) = self.search.thinking_since() {
            self.start_search(Purpose::Think, self.thinking_limits(started));
            if move_now {
                let effect = self.search.move_now();
                self.apply(effect, at, out);
            }
        }
    }

    /// Restarts pondering or analysis. A search for the engine's move is not disturbed.
    pub(super) fn restart_unbounded(&mut self, at: Instant, out: &mut Vec<String>) {
        if self.game.mode() == Mode::Analyze {
            self.analyze(at, out);
        } else if let Some(expected) = self.search.pondering() {
            let effects = [Effect::AbandonSearch, Effect::Ponder(expected)];
            self.apply(effects, at, out);
        }
    }

    /// The limits of the search for the engine's move.
    fn thinking_limits(&self, started: Instant) -> Limits {
        let mut limits = self.clock.limits(started, self.ply());
        self.root_moves.restrict(&mut limits);
        self.partner.restrict(&mut limits);
        limits
    }

    /// The engine plays this side. The scores of the other side do not hold for it.
    pub(super) fn take_side(&mut self, side: Color, at: Instant, out: &mut Vec<String>) {
        if self.clock.take_side(side) {
            self.apply([Effect::ResetScores], at, out);
        }
    }

    /// Starts pondering: on the answer to the expected reply, or on the opponent's best move.
    pub(super) fn ponder(&mut self, expected: Option<Move>, at: Instant, out: &mut Vec<String>) {
        self.change_game(GameEvent::ReplyExpected(expected), at, out);
        let Some(m) = expected else {
            let mut limits = Limits::none(at);
            limits.infinite = true;
            limits.ponder = true;
            limits.time_source = self.clock.time_source();
            self.start_pondering(None, limits);
            return;
        };
        // The search keeps its own copy of the game, so that the move can be taken back at once.
        self.engine.game_mut().play(m);
        if self.engine.game().outcome().is_none() {
            let mut limits = self.clock.limits(at, self.ply());
            limits.ponder = true;
            self.start_pondering(expected, limits);
        }
        self.engine.game_mut().undo();
    }

    fn start_pondering(&mut self, expected: Option<Move>, limits: Limits) {
        if !self.engine.game().position().has_legal_move() {
            return;
        }
        let purpose = Purpose::Ponder {
            expected,
            limits: Box::new(limits.clone()),
        };
        self.start_search(purpose, limits);
    }

    /// Analyses the position on the board. Without anything to search the mode continues idle.
    pub(super) fn analyze(&mut self, received: Instant, out: &mut Vec<String>) {
        self.apply([Effect::AbandonSearch], received, out);
        let searchable = self.engine.game().position().has_legal_move();
        let idle = !searchable || self.root_moves.is_empty();
        if self.game.is_position_illegal() || self.editor.is_some() || idle {
            return;
        }
        let mut limits = Limits::none(received);
        limits.infinite = true;
        limits.time_source = self.clock.time_source();
        self.root_moves.restrict(&mut limits);
        self.start_search(Purpose::Analyze, limits);
    }

    /// Suggests a move to the user: the book's, or that of a short search, which ends with the line.
    pub(super) fn suggest(&mut self, at: Instant, out: &mut Vec<String>) {
        let ended = self.engine.game().outcome();
        if self.root_moves.is_empty() || ended.is_some_and(Outcome::needs_no_claim) {
            return;
        }
        let mut book_moves = self.book_moves_on_board().into_iter().map(|book| book.m);
        if let Some(m) = book_moves.find(|&m| self.root_moves.includes(m)) {
            out.push(self.hint_text(m));
            return;
        }
        let mut limits = Limits::none(at);
        limits.move_time = Some(HINT_TIME);
        limits.nodes = Some(HINT_NODES);
        self.root_moves.restrict(&mut limits);
        let root = *self.engine.game().position();
        self.search.start(Purpose::Hint, root, &limits);
        self.engine.suggest(limits);
    }

    /// Handles `exclude` and `include`. The running search restarts with the new set.
    pub(super) fn handle_exclude(&mut self, command: &ExcludeCommand, request: &mut Request<'_>) {
        if !self.apply_requested_side(request) {
            request.error_not_legal_now();
            return;
        }
        let position = self.engine.game().position();
        let in_analysis = self.game.mode() == Mode::Analyze;
        let effect = match self.root_moves.handle(command, position, in_analysis) {
            Ok(false) => return,
            Ok(true) if in_analysis => Effect::Analyze,
            Ok(true) => Effect::RestartBounded,
            // XBoard would take a line that starts with `Illegal` for the refusal of a move.
            Err(_) => {
                request.error("no such move here");
                return;
            }
        };
        self.apply([effect], request.received, request.out);
    }
}
