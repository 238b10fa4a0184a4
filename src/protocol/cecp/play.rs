//! Playing: whose move it is, thinking, pondering, and what is said at the end of a game.

use std::time::Instant;

use super::clock;
use super::format;
use super::offers::Verdict;
use super::parse::PlayCommand;
use super::session::{CecpSession, Mode, Purpose, Search};
use crate::board::{DrawReason, MoveError, Outcome};
use crate::search::{BestMove, Limits};
use crate::types::{Color, Move, Square};

/// Passing, written as a move.
const NULL_MOVE: &str = "@@@@";

/// Whether a line is a move that only variants know: `P@h3`, `c4d5,d5e4`, or the null move.
pub(super) fn is_move_of_a_variant(line: &str) -> bool {
    let is_square = |text: &str| Square::parse(text).is_some();
    let is_leg = |leg: &str| {
        leg.split_at_checked(2)
            .is_some_and(|(from, to)| is_square(from) && is_square(to))
    };
    let is_drop = line
        .split_once('@')
        .is_some_and(|(piece, square)| piece.len() == 1 && piece.is_ascii() && is_square(square));
    line == NULL_MOVE || is_drop || line.contains(',') && line.split(',').all(is_leg)
}

impl CecpSession {
    pub(super) fn change_play(
        &mut self,
        command: PlayCommand,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match command {
            PlayCommand::Force | PlayCommand::Result => {
                self.abandon();
                self.mode = Mode::Force;
                self.over = false;
                self.forget_judgement();
                self.clock.release();
            }
            PlayCommand::Go => self.go(line, received, out),
            PlayCommand::PlayOther => self.play_other(line, received, out),
            PlayCommand::MoveNow => self.move_now(),
            PlayCommand::Draw => self.consider_draw(out),
            PlayCommand::Analyze => self.enter_analysis(received),
            PlayCommand::Exit => self.leave_analysis(),
        }
    }

    /// The engine takes the side on move.
    fn go(&mut self, line: &str, received: Instant, out: &mut Vec<String>) {
        if self.refused || self.is_thinking() {
            return;
        }
        if !self.settle_turn() {
            out.push(format::error("command not legal now", line));
            return;
        }
        self.begin_play();
        self.think(received, out);
    }

    /// The engine takes the side that is not on move.
    fn play_other(&mut self, line: &str, received: Instant, out: &mut Vec<String>) {
        if self.refused {
            return;
        }
        if !self.settle_turn() {
            out.push(format::error("command not legal now", line));
            return;
        }
        self.begin_play();
        self.take_side(!self.side_to_move());
        self.opponent_since = Some(received);
        if self.ponder {
            self.start_pondering(None, received);
        }
    }

    /// The engine has got a side, maybe another than before.
    fn begin_play(&mut self) {
        self.abandon();
        self.mode = Mode::Play;
        self.over = false;
    }

    /// The engine plays this side. What it thought of the other one does not hold for it.
    fn take_side(&mut self, side: Color) {
        if self.clock.take_side(side) {
            self.forget_judgement();
        }
    }

    fn think(&mut self, received: Instant, out: &mut Vec<String>) {
        self.expected = None;
        if !self.engine.game().position().has_legal_move() {
            return;
        }
        self.answer_pings(out);
        self.take_side(self.side_to_move());
        let limits = self.limits_of_thinking(received);
        self.start(Purpose::Think, limits);
    }

    /// Ends the search for the engine's move, which is made with what is known by now.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = &mut self.search
            && matches!(search.purpose, Purpose::Think)
        {
            search.urgent = true;
            self.engine.stop();
        }
    }

    /// What bounds the search for the engine's move.
    pub(super) fn limits_of_thinking(&self, started: Instant) -> Limits {
        let mut limits = self.clock.limits(started, self.ply());
        self.root_moves.restrict(&mut limits);
        limits
    }

    fn ply(&self) -> usize {
        self.engine.game().moves().len()
    }

    fn side_to_move(&self) -> Color {
        self.engine.game().position().side_to_move()
    }

    /// The opponent moves, or in force mode either side.
    pub(super) fn user_move(&mut self, text: &str, received: Instant, out: &mut Vec<String>) {
        self.resume(received, out);
        if self.refused {
            out.push(format::illegal_move(None, text));
            return;
        }
        if self.is_thinking() {
            out.push(format::illegal_move(Some("not your turn"), text));
            return;
        }
        let settled = self.settle_turn();
        if text == NULL_MOVE {
            self.pass(settled, received, out);
            return;
        }
        let m = match self.engine.game().position().parse_move(text) {
            Ok(_) if self.over && self.mode == Mode::Play => {
                out.push(format::illegal_move(Some("the game is over"), text));
                return;
            }
            Ok(m) if settled => m,
            Err(MoveError::Ambiguous) if settled => {
                out.push(format::error(MoveError::Ambiguous, text));
                return;
            }
            _ => {
                out.push(format::illegal_move(None, text));
                return;
            }
        };
        match self.mode {
            Mode::Force => self.make_move(m),
            Mode::Play => self.reply(m, received, out),
            Mode::Analyze => {
                self.make_move(m);
                self.analyze(received);
            }
        }
    }

    fn make_move(&mut self, m: Move) {
        self.engine.game_mut().play(m);
        self.expected = None;
        self.root_moves.reset();
    }

    /// The side on move passes: in analysis, or while a game is set up for it.
    fn pass(&mut self, settled: bool, received: Instant, out: &mut Vec<String>) {
        if self.mode == Mode::Play || !settled || !self.engine.game_mut().pass() {
            out.push(format::illegal_move(None, NULL_MOVE));
            return;
        }
        self.expected = None;
        self.root_moves.reset();
        if self.mode == Mode::Analyze {
            self.analyze(received);
        }
    }

    /// Answers a move of the opponent.
    fn reply(&mut self, m: Move, received: Instant, out: &mut Vec<String>) {
        if let Some(since) = self.opponent_since.take() {
            let used = received.saturating_duration_since(since);
            self.clock.opponent_moved(self.ply(), used);
        }
        self.make_move(m);
        let pondered = self.take_up_pondering(m);
        if self.claim_result(out) {
            self.abandon();
        } else if pondered {
            let told = self.clock.limits(received, self.ply()).clock;
            self.engine.ponderhit(received, told);
            if let Some(search) = &mut self.search {
                search.purpose = Purpose::Think;
                search.started = received;
            }
        } else {
            self.abandon();
            self.think(received, out);
        }
    }

    /// Whether the running search has pondered this move, and under limits that still hold.
    fn take_up_pondering(&self, m: Move) -> bool {
        let Some(search) = &self.search else {
            return false;
        };
        let Purpose::Ponder {
            expected, limits, ..
        } = &search.purpose
        else {
            return false;
        };
        let wanted = self.clock.limits(search.started, self.ply());
        *expected == Some(m) && clock::still_fits(limits, &wanted)
    }

    /// The search for the engine's move has ended.
    pub(super) fn make_own_move(
        &mut self,
        best: BestMove,
        search: &Search,
        finished: Instant,
        out: &mut Vec<String>,
    ) {
        // Searches are only begun where there is a move.
        let Some(m) = best.best else {
            return;
        };
        self.last_score = Some(best.score);
        let verdict = self.judge(best.score);
        if verdict == Verdict::Resign {
            self.over = true;
            out.push("resign".to_owned());
            return;
        }
        // The time by the engine's own account; a GUI that keeps clocks corrects it with `time`.
        let passed = finished.saturating_duration_since(search.started);
        let used = self.clock.used(passed, search.info.as_ref());
        self.clock.moved(self.ply(), used);
        let text = self.move_text(m);
        self.make_move(m);
        self.opponent_since = Some(finished);
        // What the move completes is claimed before it (see the protocol's `offer draw`).
        if verdict == Verdict::OfferDraw || self.is_drawn_by_repetition_or_fifty_moves() {
            out.push("offer draw".to_owned());
        }
        out.push(format!("move {text}"));
        if self.claim_result(out) {
            return;
        }
        self.expected = best.ponder.filter(|&reply| self.is_legal(reply));
        if self.ponder && !self.ending {
            self.start_pondering(self.expected, finished);
            // At once: python-chess takes it only before the answer to the `ping` that it sends now.
            self.name_expected_move(out);
        }
    }

    fn is_drawn_by_repetition_or_fifty_moves(&self) -> bool {
        let reason = match self.engine.game().outcome() {
            Some(Outcome::Draw(reason)) => reason,
            _ => return false,
        };
        matches!(reason, DrawReason::Repetition | DrawReason::FiftyMoves)
    }

    /// Says how the game has ended, if it has.
    fn claim_result(&mut self, out: &mut Vec<String>) -> bool {
        let Some(outcome) = self.engine.game().outcome() else {
            return false;
        };
        self.over = true;
        out.push(format::result(outcome).to_owned());
        true
    }

    fn is_legal(&self, m: Move) -> bool {
        self.engine.game().position().legal_moves().contains(&m)
    }

    /// Thinks on the opponent's time: about the answer to the expected move, or about the moves that
    /// the opponent has.
    pub(super) fn start_pondering(&mut self, expected: Option<Move>, at: Instant) {
        self.expected = expected;
        let Some(m) = expected else {
            let mut limits = Limits::none(at);
            limits.infinite = true;
            limits.ponder = true;
            limits.time_source = self.clock.time_source();
            self.ponder_on(None, limits);
            return;
        };
        // The search does not notice that the move is taken back.
        self.engine.game_mut().play(m);
        if self.engine.game().outcome().is_none() {
            let mut limits = self.clock.limits(at, self.ply());
            limits.ponder = true;
            self.ponder_on(expected, limits);
        }
        self.engine.game_mut().undo();
    }

    fn ponder_on(&mut self, expected: Option<Move>, limits: Limits) {
        if !self.engine.game().position().has_legal_move() {
            return;
        }
        let purpose = Purpose::Ponder {
            expected,
            limits: Box::new(limits.clone()),
            hinted: false,
        };
        self.start(purpose, limits);
    }
}
