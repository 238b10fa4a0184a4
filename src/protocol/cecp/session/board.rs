//! The position on the board: `new`, `variant`, `setboard`, `edit`, `undo`, `remove`, `white`, `black` and
//! `setscore`.

use super::super::command::BoardCommand;
use super::super::editor::{EditResult, Editor};
use super::super::effect::Effect;
use super::super::format;
use super::super::game_state::GameEvent;
use super::super::variants::definition;
use super::super::version::Version;
use super::CecpSession;
use super::request::Request;
use crate::board::{AnyPosition, CastlingMode, FenError, SetupWarning, game_by_name};
use crate::engine::{Game, Opponent};

/// Why a variant, and any position of it, is refused.
const UNSUPPORTED_VARIANT: &str = "unsupported variant";

impl CecpSession {
    pub(super) fn handle_board(&mut self, command: BoardCommand, request: &mut Request<'_>) {
        match command {
            BoardCommand::New => self.new_game(request),
            BoardCommand::Variant(name) => self.set_variant(&name, request),
            BoardCommand::SetBoard(fen) => {
                self.editor = None;
                let mode = self.engine.options().castling_mode();
                let result = AnyPosition::from_fen(self.engine.variant(), &fen, mode);
                self.set_position(result, Some(&fen), request);
            }
            BoardCommand::Holding(holding) => self.set_holding(&holding, request),
            BoardCommand::Edit => self.start_edit(request),
            BoardCommand::Undo => self.undo(1, request),
            BoardCommand::Remove => self.undo(2, request),
            BoardCommand::UserMove(text) => self.user_move(&text, request),
            BoardCommand::SideToMove(color) => {
                let event = GameEvent::SideRequested(color);
                self.change_game(event, request.received, request.out);
            }
            BoardCommand::SetScore { score, depth } => self.set_score(score, depth, request),
        }
    }

    /// Handles `new`.
    fn new_game(&mut self, request: &mut Request<'_>) {
        self.change_game(GameEvent::New, request.received, request.out);
        self.editor = None;
        self.set_fischerandom(false);
        self.clear_search_results();
        self.rebel.new_game();
        self.partner.new_game();
        self.engine.set_variety(false);
        self.engine.options_mut().opponent = Opponent::default();
        self.clock.new_game();
        self.replace_game(AnyPosition::start_of(None), request);
    }

    /// Handles `variant`.
    fn set_variant(&mut self, name: &str, request: &mut Request<'_>) {
        let Some(game) = game_by_name(name) else {
            self.change_game(GameEvent::VariantRefused, request.received, request.out);
            request.error(UNSUPPORTED_VARIANT);
            return;
        };
        self.change_game(GameEvent::VariantSelected, request.received, request.out);
        self.set_fischerandom(game.mode == CastlingMode::Chess960);
        self.clock.new_position();
        self.replace_game(AnyPosition::start_of(game.variant), request);
        if request.version == Version::Two {
            request.out.extend(definition(game));
        }
    }

    pub(super) fn set_fischerandom(&mut self, on: bool) {
        self.engine.options_mut().chess960 = on;
    }

    /// Continues with a position without history.
    fn replace_game(&mut self, position: AnyPosition, request: &mut Request<'_>) {
        self.engine.set_game(Game::new(position));
        self.change_game(GameEvent::PositionSet, request.received, request.out);
    }

    /// Clears the search results and the scores of `setscore`.
    fn clear_search_results(&mut self) {
        if std::mem::take(&mut self.scores_assigned) {
            self.engine.assign_scores(|scores| scores.clear());
        } else {
            self.engine.begin_game();
        }
    }

    /// Handles `setscore`: the score holds until `new`.
    fn set_score(&mut self, score: i64, depth: u32, request: &mut Request<'_>) {
        if !self.apply_requested_side(request) {
            request.error_not_legal_now();
            return;
        }
        if self.game.is_position_illegal() {
            return;
        }
        let position = *self.engine.game().position();
        let score = format::score_from_number(score);
        self.engine
            .assign_scores(|scores| scores.set(position.key(), score, Some(depth)));
        self.scores_assigned = true;
        self.apply([Effect::RestartUnbounded], request.received, request.out);
    }

    /// Continues with a position from `setboard` or `edit`, or refuses it.
    fn set_position(
        &mut self,
        result: Result<(AnyPosition, Vec<SetupWarning>), FenError>,
        fen: Option<&str>,
        request: &mut Request<'_>,
    ) {
        if self.game.is_variant_unsupported() {
            request.error(UNSUPPORTED_VARIANT);
            return;
        }
        match result {
            Ok((position, warnings)) => {
                if self.features.debug() {
                    let lines = warnings.iter().map(|warning| format!("# {warning}"));
                    request.out.extend(lines);
                }
                self.clock.new_position();
                self.replace_game(position, request);
            }
            Err(error) => {
                self.change_game(GameEvent::IllegalPosition, request.received, request.out);
                request.write(format::illegal_position(&error, fen));
            }
        }
    }

    /// Handles `edit`. The board to start from need not be legal with the side that `white` or `black` has
    /// put on move.
    fn start_edit(&mut self, request: &mut Request<'_>) {
        let requested = self.game.requested_side();
        self.change_game(GameEvent::EditStarted, request.received, request.out);
        let side = requested.unwrap_or(self.side_to_move());
        let mode = self.engine.options().castling_mode();
        self.editor = Some(Editor::new(self.engine.game().position(), side, mode));
    }

    /// Serves the `.` that ends `edit`.
    pub(super) fn finish_edit(&mut self, result: EditResult, request: &mut Request<'_>) {
        self.editor = None;
        self.set_position(result.map_err(FenError::Invalid), None, request);
    }

    /// Handles `undo` and `remove`.
    fn undo(&mut self, plies: usize, request: &mut Request<'_>) {
        let made = self.ply();
        if self.game.is_position_illegal() || made < plies {
            request.error_not_legal_now();
            return;
        }
        for _ in 0..plies {
            self.engine.game_mut().undo();
        }
        self.clock.undo_to(made - plies);
        self.change_game(GameEvent::PositionSet, request.received, request.out);
    }

    /// Puts the side on move that `white` or `black` has asked for. This is done only when it matters, since
    /// GUIs send one colour and then the other just to say whose clock they send. Returns whether the
    /// position is legal with that side; if not, the request is dropped.
    pub(super) fn apply_requested_side(&mut self, request: &mut Request<'_>) -> bool {
        let legal = self.try_requested_side(request);
        if !legal {
            self.change_game(GameEvent::SideKept, request.received, request.out);
        }
        legal
    }

    /// The same, but an illegal request is kept.
    pub(super) fn try_requested_side(&mut self, request: &mut Request<'_>) -> bool {
        let event = match self.game.pending_side(self.side_to_move()) {
            None => GameEvent::SideKept,
            Some(color) => {
                let position = self.engine.game().position();
                let Some(changed) = position.with_side_to_move(color) else {
                    return false;
                };
                self.engine.set_game(Game::new(changed));
                self.clock.new_position();
                GameEvent::SideChanged
            }
        };
        self.change_game(event, request.received, request.out);
        true
    }
}
