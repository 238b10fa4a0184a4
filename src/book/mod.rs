//! Opening books in the format of PolyGlot (<https://www.chessprogramming.org/PolyGlot>): reading them,
//! and making them from games. Nothing in here decides which of its moves is played.

mod entry;
mod file;
mod key;
mod make;
mod pgn;
mod random64;

pub use entry::{BookEntry, BookMove, ENTRY_SIZE, encode_move};
pub use file::{Book, BookError};
pub use key::{key, passed_square};
pub use make::{BookMaker, GameResult, UnusableGame, write_entries};
pub use pgn::{PgnGame, PgnReader};
