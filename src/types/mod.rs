//! Basic types: colours, pieces, squares, bitboards, moves, scores and attack tables. Nothing here
//! depends on a position.

pub mod attacks;
mod bitboard;
mod color;
mod displayed_score;
mod magics;
mod move_list;
mod moves;
pub(crate) mod pext;
mod piece;
mod score;
mod side_attacks;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub(crate) use displayed_score::{displayed_centipawns, score_from_displayed};
pub use move_list::{MAX_MOVES, MoveList};
pub use moves::{Move, MoveKind};
pub use piece::{Piece, PieceType};
pub use score::{MAX_PLY, Score, ScoreKind};
pub(crate) use score::{TABLEBASE_CENTIPAWNS, mate_moves};
pub(crate) use side_attacks::SideAttacks;
pub use square::{File, Rank, Square};
