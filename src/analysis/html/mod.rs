//! The web page of a run: one self-contained file with a list of games, a board, the moves and a graph of the scores.
//!
//! The page is written game by game. All text of the games passes through the crate maud, which escapes it.

mod game;
mod graph;
mod page;

pub(super) use game::{HtmlGame, game_section};
pub(super) use page::{page_end, page_start};
