//! Games in PGN (<https://www.chessprogramming.org/Portable_Game_Notation>).
//!
//! The splitter gives the texts of the games of a file of any size, the lexer their tokens. The reader keeps of these the
//! headers and main lines, from which books and training data are made.

mod comment_command;
mod game;
mod game_result;
mod glyph;
mod lexer;
mod move_error;
mod reader;
mod splitter;
mod start;
mod tag;
mod windows_1252;
mod words;

pub(crate) use comment_command::{command_operand, without_commands};
pub use game::PgnGame;
pub use game_result::GameResult;
pub(crate) use glyph::{glyph_nag, split_suffix};
pub(crate) use lexer::{Lexer, Token, is_result};
pub use move_error::PgnMoveError;
pub use reader::PgnReader;
pub(crate) use splitter::{GameText, MAX_GAME_BYTES, PgnPlace, PgnSplitter};
pub use start::PgnStartError;
pub(crate) use start::start_position;
pub(crate) use tag::header;
pub(crate) use words::{is_move, without_move_number};
