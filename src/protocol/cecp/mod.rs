//! The Chess Engine Communication Protocol of XBoard and WinBoard, versions 1 and 2.
//!
//! [`CecpSession`] is the state machine. `parse` and `level` turn lines into commands, `format` and
//! `features` turn answers into lines; `play`, `analysis`, `setup` and `settings` are what the commands
//! do, `offers` tells when a game is given up or agreed drawn, `clock` is what is known of the time,
//! `edit` the old way to set up a board, `rebel` the extensions of Rebel Century and ChessPartner.

mod analysis;
mod clock;
mod edit;
mod features;
mod format;
mod level;
mod offers;
mod parse;
mod play;
mod rebel;
mod session;
mod settings;
mod setup;

pub use rebel::cpeini;
pub use session::CecpSession;
