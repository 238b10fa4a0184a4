//! Text forms of positions (FEN, EPD) and moves (SAN, coordinate notation).

mod coordinate;
mod epd;
mod fen;
mod move_error;
mod parse_move;
mod san;

pub(crate) use epd::EpdText;
pub use epd::{Epd, EpdError, is_comment_line};
pub(crate) use fen::excerpt;
pub use fen::{FenError, FenStyle};
pub use move_error::MoveError;
