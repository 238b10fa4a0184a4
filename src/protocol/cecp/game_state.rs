//! Who plays, whether the game is over, and which reply the engine expects: a state machine over the
//! commands that change them.

use super::effect::Effect;
use crate::types::{Color, Move};

/// The engine's reaction to a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// `force`: it plays neither side.
    Force,
    /// It answers.
    #[default]
    Play,
    /// `analyze`: it searches the new position and never moves.
    Analyze,
}

/// Something that changes the state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEvent {
    /// `new`; [`GameEvent::PositionSet`] follows.
    New,
    /// A position came on the board without a move: `new`, `variant`, `setboard`, `undo`, `remove` or
    /// the end of `edit`.
    PositionSet,
    /// `setboard` or `edit` gave an illegal position.
    IllegalPosition,
    /// `variant` named a variant that is not played here.
    VariantRefused,
    /// `variant` named another variant; [`GameEvent::PositionSet`] follows.
    VariantSelected,
    /// `edit`
    EditStarted,
    /// `white` or `black`
    SideRequested(Color),
    /// The requested side is on move now.
    SideChanged,
    /// The side on move was the requested one, or cannot be changed.
    SideKept,
    /// `force` or `result`
    Force,
    /// `go` or `playother`
    Go,
    /// `analyze`
    Analyze,
    /// `exit`
    Exit,
    /// The search for the engine's move starts.
    ThinkingStarted,
    /// Either side moved, or passed with `@@@@`.
    MoveMade,
    /// The engine expects this reply to its last move.
    ReplyExpected(Option<Move>),
    /// The game ended by rule or by resignation.
    GameOver,
    /// A game that had ended by rule goes on: the side on move has got a piece to drop.
    Revived,
}

/// The state of the game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameState {
    mode: Mode,
    /// The game has ended, and no command has gone on with it since.
    over: bool,
    /// The reply that the engine expects to its last move.
    expected: Option<Move>,
    /// The last `setboard` or `edit` was illegal: the game is unchanged, but no move is accepted.
    illegal_position: bool,
    /// The GUI plays a variant that is not played here: no position and no move is accepted.
    unsupported_variant: bool,
    /// The side that `white` or `black` has put on move.
    requested_side: Option<Color>,
}

impl GameState {
    /// Changes the state. Returns what follows from it.
    pub(super) fn handle(&mut self, event: GameEvent) -> Vec<Effect> {
        use GameEvent as E;
        let earlier_mode = self.mode;
        self.mode = match event {
            E::Force => Mode::Force,
            E::Go | E::SideRequested(_) => Mode::Play,
            E::New if self.mode != Mode::Analyze => Mode::Play,
            E::Analyze => Mode::Analyze,
            E::Exit if self.mode == Mode::Analyze => Mode::Force,
            _ => self.mode,
        };
        self.over = match event {
            E::GameOver => true,
            E::PositionSet | E::SideRequested(_) | E::Force | E::Go | E::Analyze => false,
            E::Revived => false,
            _ => self.over,
        };
        self.expected = match event {
            E::ReplyExpected(reply) => reply,
            E::PositionSet | E::IllegalPosition | E::VariantRefused => None,
            E::EditStarted | E::SideChanged => None,
            E::Go | E::ThinkingStarted | E::MoveMade => None,
            _ => self.expected,
        };
        self.illegal_position = match event {
            E::IllegalPosition => true,
            E::PositionSet => false,
            _ => self.illegal_position,
        };
        self.unsupported_variant = match event {
            E::VariantRefused => true,
            E::New | E::VariantSelected => false,
            _ => self.unsupported_variant,
        };
        self.requested_side = match event {
            E::SideRequested(color) => Some(color),
            E::PositionSet | E::EditStarted | E::SideChanged | E::SideKept => None,
            _ => self.requested_side,
        };
        self.effects(event, earlier_mode)
    }

    fn effects(&self, event: GameEvent, earlier_mode: Mode) -> Vec<Effect> {
        use GameEvent as E;
        let mut effects = match event {
            E::PositionSet => vec![
                Effect::AbandonSearch,
                Effect::ResetScores,
                Effect::VoidDrawOffer,
                Effect::ResetRootMoves,
                Effect::ResetOpponentTime,
            ],
            E::SideChanged => vec![
                Effect::ResetScores,
                Effect::ResetRootMoves,
                Effect::ResetOpponentTime,
            ],
            E::Force => vec![
                Effect::AbandonSearch,
                Effect::ResetScores,
                Effect::VoidDrawOffer,
                Effect::ReleaseClocks,
            ],
            E::New | E::IllegalPosition | E::VariantRefused | E::EditStarted => {
                vec![Effect::AbandonSearch]
            }
            E::SideRequested(_) | E::Go => vec![Effect::AbandonSearch],
            E::Exit if earlier_mode == Mode::Analyze => vec![Effect::AbandonSearch],
            // The user moves for both sides.
            E::Analyze => vec![Effect::ResetScores, Effect::VoidDrawOffer],
            E::MoveMade => vec![Effect::AbandonHint, Effect::ResetRootMoves],
            E::SideKept | E::Exit | E::ThinkingStarted | E::ReplyExpected(_) => Vec::new(),
            E::GameOver | E::Revived | E::VariantSelected => Vec::new(),
        };
        if earlier_mode == Mode::Analyze && self.mode != Mode::Analyze {
            effects.push(Effect::EndAnalysis);
        }
        let searchable = matches!(event, E::PositionSet | E::Analyze | E::MoveMade);
        if searchable && self.mode == Mode::Analyze {
            effects.push(Effect::Analyze);
        }
        effects
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the engine plays a game that is not over.
    pub(super) fn is_playing(&self) -> bool {
        self.mode == Mode::Play && !self.over
    }

    /// Whether a game that the engine played is over.
    pub(super) fn is_over(&self) -> bool {
        self.mode == Mode::Play && self.over
    }

    /// Whether the last `setboard` or `edit` was illegal, or the variant is not played here.
    pub(super) fn is_position_illegal(&self) -> bool {
        self.illegal_position || self.unsupported_variant
    }

    /// Whether the GUI plays a variant that is not played here.
    pub(super) fn is_variant_unsupported(&self) -> bool {
        self.unsupported_variant
    }

    /// The side that `white` or `black` has put on move.
    pub(super) fn requested_side(&self) -> Option<Color> {
        self.requested_side
    }

    /// The side that `white` or `black` has put on move, if the board has the other one there.
    pub(super) fn pending_side(&self, side_to_move: Color) -> Option<Color> {
        self.requested_side.filter(|&color| color != side_to_move)
    }

    /// The reply expected from the side that the board has on move.
    pub(super) fn expected_reply(&self, side_to_move: Color) -> Option<Move> {
        self.expected
            .filter(|_| self.pending_side(side_to_move).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn playing_the_other_side_forgets_the_expected_reply() {
        let mut state = GameState::default();
        let reply = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        state.handle(GameEvent::ReplyExpected(Some(reply)));
        state.handle(GameEvent::Go);
        assert_eq!(state.expected_reply(Color::White), None);
    }

    #[test]
    fn new_leaves_force_mode_but_not_analysis() {
        let mut state = GameState::default();
        state.handle(GameEvent::Force);
        state.handle(GameEvent::New);
        assert_eq!(state.mode(), Mode::Play);
        state.handle(GameEvent::Analyze);
        state.handle(GameEvent::New);
        assert_eq!(state.mode(), Mode::Analyze);
        state.handle(GameEvent::Exit);
        assert_eq!(state.mode(), Mode::Force);
    }

    #[test]
    fn exit_does_nothing_outside_of_analysis() {
        let mut state = GameState::default();
        assert!(state.handle(GameEvent::Exit).is_empty());
        assert_eq!(state.mode(), Mode::Play);
    }

    #[test]
    fn a_new_position_revives_a_game_that_is_over() {
        let mut state = GameState::default();
        state.handle(GameEvent::GameOver);
        assert!(state.is_over() && !state.is_playing());
        state.handle(GameEvent::PositionSet);
        assert!(state.is_playing());
    }

    #[test]
    fn moves_are_analysed_in_analysis_only() {
        let mut state = GameState::default();
        let (hint, reset) = (Effect::AbandonHint, Effect::ResetRootMoves);
        assert_eq!(state.handle(GameEvent::MoveMade), [hint, reset]);
        state.handle(GameEvent::Analyze);
        let effects = state.handle(GameEvent::MoveMade);
        assert_eq!(effects, [hint, reset, Effect::Analyze]);
    }

    #[test]
    fn the_expected_reply_is_one_of_the_side_on_move() {
        let mut state = GameState::default();
        let reply = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        state.handle(GameEvent::ReplyExpected(Some(reply)));
        assert_eq!(state.expected_reply(Color::White), Some(reply));
        state.handle(GameEvent::SideRequested(Color::Black));
        assert_eq!(state.expected_reply(Color::White), None);
        state.handle(GameEvent::MoveMade);
        assert_eq!(state.expected_reply(Color::Black), None);
    }
}
