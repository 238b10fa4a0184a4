//! Games in PGN (<https://www.chessprogramming.org/Portable_Game_Notation>).
//!
//! The reader gives the headers and main lines that books and training data are made from. The splitter and the lexer give
//! games with everything in them: the texts of the games of a file of any size, and their tokens.

mod game_result;
mod glyph;
mod lexer;
mod reader;
mod splitter;
mod start;

pub use game_result::GameResult;
pub(crate) use glyph::{glyph_nag, split_suffix};
pub(crate) use lexer::{Lexer, Token, is_result};
pub use reader::{PgnGame, PgnReader};
pub(crate) use reader::{header, is_move, without_move_number};
pub(crate) use splitter::{GameText, MAX_GAME_BYTES, PgnPlace, PgnSplitter};
pub use start::PgnStartError;
pub(crate) use start::start_position;
