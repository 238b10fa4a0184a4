//! The front-ends: text in, engine calls, events, text out. Only the `format` modules know how a score or
//! a move is written.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod cecp;
mod detect;
mod front_end;
mod help;
mod input_end;
mod io;
mod log_file;
mod number;
pub mod options;
mod run;
mod session;
mod settings_file;
mod terminal;
pub mod uci;

pub use detect::is_uci_command;
pub use log_file::LogFile;
pub(crate) use number::{parse_leading_number, parse_number};
pub use run::{InputSource, RunConfig, run};
pub use session::{Flow, Input, Session};
pub use settings_file::SettingsFile;
