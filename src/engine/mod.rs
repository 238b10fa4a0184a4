//! The engine as both front-ends see it: options, the game, and searches that never block the caller.
//! Nothing here reads or writes the text of a protocol.

mod book;
mod book_line;
mod book_selection;
mod eco_use;
mod encyclopedia;
#[allow(clippy::module_inception)]
mod engine;
mod event;
mod game;
mod lag;
mod memory;
mod opening_book;
mod opponent;
mod options;
mod search;
mod settings;
mod strength;
mod tablebases;
mod version;

pub use book_selection::BookSelection;
pub use eco_use::EcoUse;
pub use engine::Engine;
pub use event::{EngineEvent, RawEvent, SearchId};
pub use game::Game;
pub use opponent::Opponent;
pub use options::{MAX_HASH, MAX_SKILL_LEVEL, MAX_THREADS, Options};
pub use tablebases::TablebaseVerdict;
pub use version::version_lines;
