//! The Universal Chess Interface.

mod format;
mod limits;
mod opponent;
mod parse;
mod position_value;
mod session;

pub(super) use opponent::parse_opponent;
pub(super) use position_value::set_position_value;
pub use session::UciSession;
