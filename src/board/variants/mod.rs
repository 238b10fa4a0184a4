//! Chess variants on the board of 8×8 squares.
//!
//! A [`Variant`] states the rules as data, one row for each variant in [`VARIANTS`]; [`Fairy`] plays by them. A variant
//! whose rules are known is a new row; a new rule is a field of [`Variant`] and a place here that asks for it.

mod castling;
mod cylinder;
mod en_passant;
mod ending;
mod exchange;
mod fairy;
mod fairy_setup;
mod fen;
mod legality;
mod make_move;
mod movegen;
mod movement;
mod names;
mod rules;
mod table;
mod variant;

pub use fairy::{Fairy, FairyState, Pockets};
pub use fairy_setup::FairySetup;
pub use movement::Movement;
pub use names::{NamedGame, VARIANT_NAMES, game_by_name, variant, variant_name};
pub use table::{FAIRY_CHESS, VARIANTS};
pub use variant::{
    CastlingRule, DeadPosition, DoubleStep, Goal, LastPiece, Pocket, Royalty, Stalemate, Variant,
};
