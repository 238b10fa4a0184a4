//! The Universal Chess Interface.

mod format;
mod limits;
mod nodes_time;
mod null_answer;
mod opponent;
mod parse;
mod position;
mod position_value;
mod session;
mod waiting;

pub(super) use opponent::parse_opponent;
pub(super) use parse::is_command;
pub(super) use position_value::set_position_value;
pub use session::UciSession;
