//! Bughouse: pieces in hand (`holding`) and the partner (`partner`, `ptell`).

use super::super::command::{Holding, PartnerCommand};
use super::super::effect::Effect;
use super::super::game_state::GameEvent;
use super::super::parse_error::ParseError;
use super::CecpSession;
use super::request::Request;
use crate::board::{Pocket, Pockets, Position, Variant};

impl CecpSession {
    /// Handles `partner` and `ptell`.
    pub(super) fn handle_partner(&mut self, command: &PartnerCommand, request: &mut Request<'_>) {
        let was_sitting = self.partner.is_sitting();
        match command {
            PartnerCommand::Gained => request.out.extend(self.partner.gain()),
            PartnerCommand::Lost => self.partner.lose(),
            PartnerCommand::Tells(text) if self.is_bughouse() => {
                request.out.extend(self.partner.hear(text));
            }
            PartnerCommand::Tells(_) => {}
        }
        if self.partner.is_sitting() != was_sitting && self.search.is_thinking() {
            self.apply([Effect::RestartBounded], request.received, request.out);
        }
    }

    fn is_bughouse(&self) -> bool {
        let pocket = self.engine.variant().map(|variant| variant.pocket);
        pocket == Some(Pocket::Partner)
    }

    /// Handles `holding`. In crazyhouse the engine keeps count of the pieces in hand itself, once it has seen a move: a
    /// chess server may report a captured piece before the capture.
    pub(super) fn set_holding(&mut self, holding: &Holding, request: &mut Request<'_>) {
        let Some(variant) = self.engine.variant().filter(|row| row.has_drops()) else {
            return;
        };
        let Ok(pockets) = variant.parse_pockets(&holding.white, &holding.black) else {
            request.error(ParseError::Bad);
            return;
        };
        if let Some(editor) = &mut self.editor {
            editor.set_pockets(pockets);
        } else if self.takes_holding(variant, &pockets) {
            self.set_pockets(pockets, request);
        }
    }

    fn takes_holding(&self, variant: &Variant, pockets: &Pockets) -> bool {
        let position = self.engine.game().position();
        let is_change = position
            .as_fairy()
            .is_some_and(|fairy| fairy.pockets() != pockets);
        let is_needed = variant.pocket == Pocket::Partner || self.ply() == 0;
        is_change && is_needed && !self.game.is_position_illegal()
    }

    /// Continues with other pieces in hand. A search starts again with them, and a side that was mated may have got a
    /// piece to drop.
    fn set_pockets(&mut self, pockets: Pockets, request: &mut Request<'_>) {
        let (at, expected) = (
            request.received,
            self.game.expected_reply(self.side_to_move()),
        );
        let had_ended = self.engine.game().outcome().is_some();
        self.engine.game_mut().set_pockets(pockets);
        self.apply([Effect::ResetRootMoves], at, request.out);
        if had_ended && self.game.is_over() {
            if self.engine.game().outcome().is_none() {
                self.revive(request);
            }
        } else if expected.is_some_and(|reply| !self.is_legal(reply)) {
            self.forget_reply(request);
        } else {
            let effects = [Effect::RestartBounded, Effect::RestartUnbounded];
            self.apply(effects, at, request.out);
        }
    }

    /// Whether the side on move has no legal move until its partner passes it a piece.
    pub(super) fn awaits_drop(&self) -> bool {
        let position = self.engine.game().position().as_fairy();
        position.is_some_and(Position::awaits_drop)
    }

    /// The game goes on: the side on move is not mated any more.
    fn revive(&mut self, request: &mut Request<'_>) {
        self.change_game(GameEvent::Revived, request.received, request.out);
        if self.clock.side() == Some(self.side_to_move()) {
            self.apply([Effect::Think], request.received, request.out);
        }
    }

    /// The expected reply is not possible any more.
    fn forget_reply(&mut self, request: &mut Request<'_>) {
        let event = GameEvent::ReplyExpected(None);
        self.change_game(event, request.received, request.out);
        if self.search.pondering().is_some() {
            let effects = [Effect::AbandonSearch, Effect::Ponder(None)];
            self.apply(effects, request.received, request.out);
        }
    }
}
