//! Positions and the rules of the game: setting up, generating and making moves, telling how a game
//! ends, and the notations for all of it. Nothing in here knows of search or protocols.

mod castling;
mod chess960;
mod cuckoo;
mod epd;
mod fen;
mod history;
mod legality;
mod make_move;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod placement;
mod position;
mod san;
mod see;
mod setup;
mod validate;
mod zobrist;

pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub use chess960::CHESS960_POSITIONS;
pub use epd::{Epd, EpdError};
pub use fen::{FenError, FenStyle, excerpt};
pub use history::KeyHistory;
pub use make_move::BoardObserver;
pub use movegen::Generate;
pub use notation::MoveError;
pub use outcome::{DrawReason, FIFTY_MOVES, Outcome};
pub use perft::{MAX_PERFT_DEPTH, divide, perft};
pub use placement::Keys;
pub use position::Position;
pub use see::see_value;
pub use setup::{Setup, SetupCastlingRight, SetupWarning};
pub use validate::InvalidPosition;
pub use zobrist::mix_bits;
