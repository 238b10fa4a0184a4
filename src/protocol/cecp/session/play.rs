//! Playing: `go`, `playother`, `force`, `usermove`, `?`, `draw`, `result`, `analyze` and `exit`, and the
//! engine's own moves.

use std::time::Instant;

use super::super::command::PlayCommand;
use super::super::draw_resign::Decision;
use super::super::effect::Effect;
use super::super::format;
use super::super::game_state::{GameEvent, Mode};
use super::super::notation::{self, NULL_MOVE};
use super::super::ponder_limits::can_continue;
use super::super::search::FinishedSearch;
use super::super::variants::{can_check_win, may_claim};
use super::CecpSession;
use super::request::Request;
use crate::board::{DrawReason, MoveError, Outcome};
use crate::search::BestMove;
use crate::types::{Color, Move};

/// Moves that GUIs send before a position with Black to move, for old engines that take the side from a move: XBoard's and
/// Cute Chess's. In some variants they are illegal, which Cute Chess would count as a loss.
const DUMMY_MOVES: [&str; 2] = ["a2a3", "b2b3"];

impl CecpSession {
    pub(super) fn handle_play(&mut self, command: PlayCommand, request: &mut Request<'_>) {
        match command {
            // PyChess sends it before each position, and `analyze` only once.
            PlayCommand::Force if self.game.mode() == Mode::Analyze => {}
            PlayCommand::Force | PlayCommand::Result => {
                self.change_game(GameEvent::Force, request.received, request.out);
            }
            PlayCommand::Go => self.go(request),
            PlayCommand::PlayOther => self.play_other(request),
            PlayCommand::MoveNow => {
                let effect = self.search.move_now();
                self.apply(effect, request.received, request.out);
            }
            PlayCommand::Draw => self.answer_draw_offer(request),
            PlayCommand::Analyze => self.enter_analysis(request),
            PlayCommand::Exit => self.change_game(GameEvent::Exit, request.received, request.out),
        }
    }

    /// Handles `go`.
    fn go(&mut self, request: &mut Request<'_>) {
        if self.game.is_position_illegal() || self.search.is_thinking() {
            return;
        }
        if !self.apply_requested_side(request) {
            request.error_not_legal_now();
            return;
        }
        self.change_game(GameEvent::Go, request.received, request.out);
        self.take_side(self.side_to_move(), request.received, request.out);
        if !self.claim_end(request.received, request.out) {
            self.apply([Effect::Think], request.received, request.out);
        }
    }

    /// Handles `playother`.
    fn play_other(&mut self, request: &mut Request<'_>) {
        if self.game.is_position_illegal() {
            return;
        }
        if !self.apply_requested_side(request) {
            request.error_not_legal_now();
            return;
        }
        let received = request.received;
        self.change_game(GameEvent::Go, received, request.out);
        self.take_side(!self.side_to_move(), received, request.out);
        if self.claim_end(received, request.out) {
            return;
        }
        self.clock.start_opponent(received);
        if self.search.ponders() {
            self.apply([Effect::Ponder(None)], received, request.out);
        }
    }

    /// Handles `analyze`. Without an error where the requested side cannot move: XBoard would switch
    /// analysis off.
    fn enter_analysis(&mut self, request: &mut Request<'_>) {
        if self.game.mode() != Mode::Analyze && self.apply_requested_side(request) {
            self.change_game(GameEvent::Analyze, request.received, request.out);
        }
    }

    /// Handles `draw`: accepts the offer, remembers it for the next move, or is silent.
    fn answer_draw_offer(&mut self, request: &mut Request<'_>) {
        if self.game.mode() == Mode::Force {
            // python-chess sends the offer before `go`.
            self.draw_resign.remember_offer();
        }
        if !self.game.is_playing() || self.game.is_position_illegal() {
            return;
        }
        let own = if self.search.is_thinking() {
            self.side_to_move()
        } else {
            !self.side_to_move()
        };
        let (game, options) = (self.engine.game(), self.engine.options());
        if self.draw_resign.answer_offer(game, own, options) {
            request.write("offer draw");
        }
    }

    /// Handles `usermove` and plain moves: the opponent moves, or in force mode and analysis either side.
    pub(super) fn user_move(&mut self, text: &str, request: &mut Request<'_>) {
        if self.game.is_position_illegal() {
            request.illegal_move(text);
            return;
        }
        if self.search.is_thinking() {
            request.illegal_move_because("not your turn", text);
            return;
        }
        let legal_side = self.apply_requested_side(request);
        if text == NULL_MOVE {
            self.pass(legal_side, request);
            return;
        }
        let m = match notation::parse_move(self.engine.game().position(), text) {
            Ok(_) if self.game.is_over() => {
                request.illegal_move_because("the game is over", text);
                return;
            }
            Ok(m) if legal_side => m,
            Err(MoveError::Ambiguous) if legal_side => {
                request.error_about(text, MoveError::Ambiguous);
                return;
            }
            _ => {
                let is_dummy = DUMMY_MOVES.contains(&text) && self.ply() == 0;
                if !is_dummy || self.game.mode() != Mode::Force {
                    request.illegal_move(text);
                }
                return;
            }
        };
        match self.game.mode() {
            Mode::Force | Mode::Analyze => self.make_move(m, request.received, request.out),
            Mode::Play => self.reply(m, request),
        }
    }

    fn make_move(&mut self, m: Move, at: Instant, out: &mut Vec<String>) {
        self.engine.game_mut().play(m);
        self.change_game(GameEvent::MoveMade, at, out);
    }

    /// Serves the null move `@@@@` in analysis and in force mode.
    fn pass(&mut self, legal_side: bool, request: &mut Request<'_>) {
        let allowed = self.game.mode() != Mode::Play && legal_side;
        if allowed && self.engine.game_mut().pass() {
            self.change_game(GameEvent::MoveMade, request.received, request.out);
        } else {
            request.illegal_move(NULL_MOVE);
        }
    }

    /// Answers a move of the opponent.
    fn reply(&mut self, m: Move, request: &mut Request<'_>) {
        let received = request.received;
        self.clock.stop_opponent(self.ply(), received);
        self.make_move(m, received, request.out);
        self.take_side(self.side_to_move(), received, request.out);
        let ponderhit = self.is_ponderhit(m);
        if self.claim_result(received, request.out) {
            self.apply([Effect::AbandonSearch], received, request.out);
        } else if ponderhit {
            let clock = self.clock.limits(received, self.ply()).clock;
            self.engine.ponderhit(received, clock);
            self.search.ponderhit(received);
        } else {
            let effects = [Effect::AbandonSearch, Effect::Think];
            self.apply(effects, received, request.out);
        }
    }

    /// Whether the running search ponders on this reply, with limits that still hold.
    fn is_ponderhit(&self, reply: Move) -> bool {
        self.search
            .pondered_on(reply)
            .is_some_and(|(started, planned)| {
                can_continue(planned, &self.clock.limits(started, self.ply()))
            })
    }

    /// Makes the move that a search has found, or resigns.
    pub(super) fn make_own_move(
        &mut self,
        best: BestMove,
        search: &FinishedSearch,
        finished: Instant,
        out: &mut Vec<String>,
    ) {
        // A search only starts where there is a legal move.
        let Some(m) = best.best else {
            return;
        };
        let (game, options) = (self.engine.game(), self.engine.options());
        let decision = self.draw_resign.decide(best.score, game, options);
        if decision == Decision::Resign {
            self.change_game(GameEvent::GameOver, finished, out);
            out.push("resign".to_owned());
            return;
        }
        // The engine's own measurement; a GUI that keeps clocks corrects it with `time`.
        let passed = finished.saturating_duration_since(search.started);
        let used = self.clock.time_used(passed, search.info.as_ref());
        self.clock.moved(self.ply(), used);
        let text = self.move_text(m);
        self.make_move(m, finished, out);
        self.clock.start_opponent(finished);
        // A draw that the move completes is claimed before it (see `offer draw` in the protocol).
        if decision == Decision::OfferDraw || self.is_draw_to_claim() {
            out.push("offer draw".to_owned());
        }
        out.push(format!("move {text}"));
        if self.claim_result(finished, out) {
            return;
        }
        let expected = best.ponder.filter(|&reply| self.is_legal(reply));
        self.change_game(GameEvent::ReplyExpected(expected), finished, out);
        if self.search.ponders() && !self.input_ended {
            self.apply([Effect::Ponder(expected)], finished, out);
            // At once: python-chess accepts it only before the `pong` to the `ping` that it sends now.
            self.show_ponder_hint(out);
        }
    }

    /// Whether the position is a draw that is offered before the move: by repetition, by the fifty-move rule, or by a
    /// rule of the variant that XBoard does not know.
    fn is_draw_to_claim(&self) -> bool {
        let outcome = self.engine.game().outcome();
        outcome.is_some_and(|outcome| match outcome {
            Outcome::Draw(DrawReason::Repetition | DrawReason::FiftyMoves) => true,
            _ => !may_claim(self.engine.variant(), outcome),
        })
    }

    /// Writes the result if the move just made has ended the game by rule. Returns whether it has.
    fn claim_result(&mut self, at: Instant, out: &mut Vec<String>) -> bool {
        let game = self.engine.game();
        let outcome = game.outcome().map(|outcome| match game.claimable_draw() {
            Some(reason) if !may_claim(self.engine.variant(), outcome) => Outcome::Draw(reason),
            _ => outcome,
        });
        self.claim(outcome, at, out)
    }

    /// Writes the result if the game has ended in the position in which the engine is to play. A draw that
    /// needs a claim is played on: the user has asked for it. Returns whether the game is over.
    fn claim_end(&mut self, at: Instant, out: &mut Vec<String>) -> bool {
        let outcome = self.engine.game().outcome();
        self.claim(outcome.filter(|end| end.needs_no_claim()), at, out)
    }

    /// Ends the game and writes its result, unless a drop may still revive it (bughouse). Returns whether it is over.
    fn claim(&mut self, outcome: Option<Outcome>, at: Instant, out: &mut Vec<String>) -> bool {
        let variant = self.engine.variant();
        let is_claimed = |outcome: &Outcome| {
            may_claim(variant, *outcome) || !self.engine.game().position().has_legal_move()
        };
        let Some(outcome) = outcome.filter(is_claimed) else {
            return false;
        };
        self.change_game(GameEvent::GameOver, at, out);
        // XBoard ignores a result while a `pong` is outstanding.
        self.answer_pings(out);
        if self.awaits_drop() {
            return true;
        }
        let against_computer = self.engine.options().opponent.is_known_computer();
        if against_computer && !may_claim(self.engine.variant(), outcome) {
            // The offer before the own move, or this one, ends the game if the opponent offers a draw too.
            let is_to_move = self.clock.side() == Some(self.side_to_move());
            out.extend(is_to_move.then(|| "offer draw".to_owned()));
        } else if !self.leaves_claim_to_opponent(outcome) {
            out.push(format::result(outcome));
        }
        true
    }

    /// Whether the opponent, a program, is to claim the result: XBoard takes the engine's claim for a false one.
    fn leaves_claim_to_opponent(&self, outcome: Outcome) -> bool {
        let is_own_win = outcome.winner().is_some() && outcome.winner() == self.clock.side();
        let against_computer = self.engine.options().opponent.is_known_computer();
        is_own_win && against_computer && !can_check_win(self.engine.variant(), outcome)
    }

    pub(super) fn is_legal(&self, m: Move) -> bool {
        self.engine.game().position().legal_moves().contains(&m)
    }

    /// Number of plies made since the start of the game.
    pub(super) fn ply(&self) -> usize {
        self.engine.game().moves().len()
    }

    pub(super) fn side_to_move(&self) -> Color {
        self.engine.game().position().side_to_move()
    }
}
