//! Games in PGN, as books and training data are made from.

mod game_result;
mod reader;
mod start;

pub use game_result::GameResult;
pub use reader::{PgnGame, PgnReader};
pub use start::PgnStartError;
