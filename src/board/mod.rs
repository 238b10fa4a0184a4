//! Positions and the rules of chess: set-up and validation, move generation, making moves, static exchange evaluation,
//! repetition and the other ends of a game, and the notations for positions and moves.
//!
//! A [`Setup`] is unchecked input; a [`Position`] is legal. The room knows nothing of search or protocols.

mod any_position;
mod castling;
mod chess960;
mod cuckoo;
mod ending;
mod key_history;
mod legality;
mod make_move;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod placement;
mod position;
mod rule_set;
mod rules;
mod see;
mod setup;
mod standard;
#[cfg(test)]
pub(crate) mod test_util;
mod validate;
mod variants;
mod zobrist;

pub use any_position::AnyPosition;
pub(crate) use any_position::with_position;
pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub(crate) use chess960::CHESS960_POSITIONS;
pub(crate) use ending::FIFTY_MOVES;
pub use ending::{DrawReason, Outcome, WinReason};
pub use key_history::KeyHistory;
pub use make_move::BoardObserver;
pub use movegen::Generate;
pub use notation::{Epd, EpdError, FenError, FenStyle, MoveError, is_comment_line};
pub(crate) use notation::{EpdText, excerpt};
pub(crate) use perft::MAX_PERFT_DEPTH;
pub use perft::{divide, perft};
pub use placement::PartialKeys;
pub use position::Position;
pub use rule_set::{RuleSet, Standard};
pub use rules::{FenFields, Rules};
pub(crate) use see::see_value;
pub use setup::{Setup, SetupCastlingRight, SetupWarning};
pub use validate::InvalidPosition;
pub use variants::{
    CastlingRule, DeadPosition, DoubleStep, FAIRY_CHESS, Fairy, FairySetup, FairyState, Goal,
    LastPiece, Movement, NamedGame, Pocket, Pockets, Royalty, Stalemate, VARIANT_NAMES, VARIANTS,
    Variant, game_by_name, variant, variant_name,
};
pub(crate) use zobrist::mix_bits;
