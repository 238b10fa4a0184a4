//! The Universal Chess Interface.

mod format;
mod limits;
mod parse;
mod session;

pub use session::UciSession;
