//! Opening books in the Polyglot format (<https://www.chessprogramming.org/PolyGlot>): looking up moves, and building a book
//! from PGN games. Which book move is played is decided elsewhere.

mod book_file;
mod builder;
mod entry;
mod key;
mod random64;

pub use book_file::{Book, BookError};
pub(crate) use builder::write_entries;
pub use builder::{BookBuilder, BookGameError};
#[cfg(test)]
pub(crate) use entry::encode_move;
pub use entry::{BookEntry, BookMove};
pub(crate) use key::{en_passant_target, polyglot_key};
