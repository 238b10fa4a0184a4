//! What stands on the board: new games, positions set up, moves taken back, and who is on move.

use std::time::Instant;

use super::edit::Editor;
use super::format;
use super::parse::BoardCommand;
use super::session::{CecpSession, Mode};
use crate::board::{
    CastlingMode, CastlingSide, FenError, Position, Setup, SetupCastlingRight, SetupWarning,
};
use crate::engine::{Game, Opponent};
use crate::types::Color;

impl CecpSession {
    pub(super) fn change_board(
        &mut self,
        command: BoardCommand,
        line: &str,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match command {
            BoardCommand::New => self.new_game(received),
            BoardCommand::Variant(name) => self.choose_variant(&name, line, received, out),
            BoardCommand::SetScore { .. } if !self.settle_turn() => {
                out.push(format::error("command not legal now", line));
            }
            BoardCommand::SetScore { score, depth } => self.set_score(score, depth, received),
            BoardCommand::SetBoard(fen) => {
                self.editor = None;
                let result = Position::from_fen(&fen, self.engine.options().castling_mode());
                self.set_position(result, received, out);
            }
            BoardCommand::Edit => self.begin_edit(),
            BoardCommand::Undo => self.take_back(1, line, received, out),
            BoardCommand::Remove => self.take_back(2, line, received, out),
            BoardCommand::Move(text) => self.user_move(&text, received, out),
            BoardCommand::Turn(color) => {
                self.abandon();
                self.mode = Mode::Play;
                self.over = false;
                self.turn = Some(color);
            }
        }
    }

    fn new_game(&mut self, received: Instant) {
        self.abandon();
        self.editor = None;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play;
        }
        self.set_fischerandom(false);
        self.forget_searches();
        self.engine.set_variety(false);
        self.engine.options_mut().opponent = Opponent::default();
        self.clock.new_game();
        self.replace_game(Position::startpos(), received);
    }

    fn choose_variant(&mut self, name: &str, line: &str, received: Instant, out: &mut Vec<String>) {
        let fischerandom = match name.to_ascii_lowercase().as_str() {
            "normal" | "standard" | "chess" => false,
            "fischerandom" | "fischerrandom" | "chess960" | "frc" => true,
            _ => {
                out.push(format::error("unsupported variant", line));
                return;
            }
        };
        self.set_fischerandom(fischerandom);
        self.clock.new_position();
        self.replace_game(Position::startpos(), received);
    }

    pub(super) fn set_fischerandom(&mut self, on: bool) {
        self.engine.options_mut().chess960 = on;
    }

    /// Goes on with a position without a past.
    fn replace_game(&mut self, position: Position, received: Instant) {
        self.abandon();
        self.engine.set_game(Game::new(position));
        self.refused = false;
        self.board_changed(received);
    }

    /// Another position stands on the board, but not by a move.
    fn board_changed(&mut self, received: Instant) {
        self.abandon();
        self.over = false;
        self.forget_position();
        if self.mode == Mode::Analyze {
            self.analyze(received);
        }
    }

    /// What was known of the position that was left does not hold any more.
    fn forget_position(&mut self) {
        self.turn = None;
        self.expected = None;
        self.forget_judgement();
        self.root_moves.reset();
        self.opponent_since = None;
    }

    /// Gives the position on the board a score, to be believed until the next game.
    fn set_score(&mut self, score: i64, depth: u32, received: Instant) {
        if self.refused {
            return;
        }
        let position = *self.engine.game().position();
        let score = format::score_from_number(score);
        self.engine
            .assign_scores(|scores| scores.set(&position, score, Some(depth)));
        self.scores_set = true;
        self.search_anew(received);
    }

    /// Clears what searches have found, and the scores that were given to positions.
    fn forget_searches(&mut self) {
        if std::mem::take(&mut self.scores_set) {
            self.engine.assign_scores(|scores| scores.clear());
        } else {
            self.engine.clear();
        }
    }

    fn set_position(
        &mut self,
        result: Result<(Position, Vec<SetupWarning>), FenError>,
        received: Instant,
        out: &mut Vec<String>,
    ) {
        match result {
            Ok((position, warnings)) => {
                if self.accepted.debug {
                    out.extend(warnings.iter().map(|warning| format!("# {warning}")));
                }
                self.clock.new_position();
                self.replace_game(position, received);
            }
            Err(error) => {
                self.abandon();
                self.refused = true;
                self.expected = None;
                let reason = match error {
                    FenError::Invalid(reason) => reason.to_string(),
                    other => other.to_string(),
                };
                out.push(format::complaint(format_args!(
                    "Illegal position: {reason}"
                )));
            }
        }
    }

    /// The board as it is need not be legal with the side on move that `white` or `black` has asked for.
    fn begin_edit(&mut self) {
        self.abandon();
        self.expected = None;
        let position = self.engine.game().position();
        let side = self.turn.take().unwrap_or(position.side_to_move());
        let mode = self.engine.options().castling_mode();
        self.editor = Some(Editor::new(position, side, mode));
    }

    /// The board that was set up by hand is finished.
    pub(super) fn finish_edit(&mut self, setup: &Setup, received: Instant, out: &mut Vec<String>) {
        self.editor = None;
        let result = setup.validate(self.engine.options().castling_mode());
        self.set_position(result.map_err(FenError::Invalid), received, out);
    }

    fn take_back(&mut self, plies: usize, line: &str, received: Instant, out: &mut Vec<String>) {
        let made = self.engine.game().moves().len();
        if self.refused || made < plies {
            out.push(format::error("command not legal now", line));
            return;
        }
        self.abandon();
        for _ in 0..plies {
            self.engine.game_mut().undo();
        }
        self.clock.taken_back(made - plies);
        self.board_changed(received);
    }

    /// The side that is to be put on move, if it is not the one that the board has there.
    pub(super) fn unsettled_turn(&self) -> Option<Color> {
        let side = self.engine.game().position().side_to_move();
        self.turn.filter(|&color| color != side)
    }

    /// Puts the side on move that `white` or `black` has asked for. This is done only when it matters:
    /// GUIs name one colour and then the other just to tell whose clock they send.
    /// Returns whether the position is legal so.
    pub(super) fn settle_turn(&mut self) -> bool {
        let unsettled = self.unsettled_turn();
        self.turn = None;
        let Some(color) = unsettled else {
            return true;
        };
        let Some(flipped) = with_side_to_move(self.engine.game().position(), color) else {
            return false;
        };
        self.engine.set_game(Game::new(flipped));
        self.clock.new_position();
        self.forget_position();
        true
    }
}

/// The same board with the other side on move, if that is legal.
fn with_side_to_move(position: &Position, color: Color) -> Option<Position> {
    let mut setup = Setup {
        side_to_move: color,
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
        ..Setup::with_pieces_of(position)
    };
    for side in Color::ALL {
        let rooks =
            CastlingSide::ALL.map(|castling_side| position.castling().rook(side, castling_side));
        let claims = rooks
            .into_iter()
            .flatten()
            .map(|rook| SetupCastlingRight::RookFile(side, rook.file()));
        setup.castling.extend(claims);
    }
    let (flipped, _) = setup.validate(CastlingMode::Chess960).ok()?;
    Some(flipped)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::engine::Engine;
    use crate::protocol::{Input, Session};

    #[test]
    fn a_new_game_clears_the_memory_once() {
        let engine = Engine::new();
        let events = engine.raw_events().clone();
        let mut session = CecpSession::new(engine);
        for text in ["setscore 5 5", "new", "sd 1", "go"] {
            let (text, received) = (text.to_owned(), Instant::now());
            let _ = session.handle(Input::Line { text, received }, &mut Vec::new());
        }
        let mut prepared = 0;
        while session.is_thinking() {
            let Ok(event) = events.recv_timeout(Duration::from_secs(60)) else {
                unreachable!("every search ends");
            };
            prepared += usize::from(!event.is_from_search());
            let _ = session.handle(Input::Event(event), &mut Vec::new());
        }
        assert_eq!(prepared, 2);
    }
}
