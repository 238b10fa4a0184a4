//! The Chess Engine Communication Protocol of XBoard and WinBoard, versions 1 and 2.
//!
//! [`CecpSession`] is the state machine. `parse` and `level` turn lines into commands, `format` and
//! `features` turn answers into lines, in the `notation` that the GUI takes; `play`, `analysis`, `setup`,
//! `settings`, `saved`, `exclude`, `pause` and `highlight` are what the commands do, `offers` tells when a
//! game is given up or agreed drawn, `clock` is what is known of the time, `edit` the old way to set up a
//! board, `rebel` the extensions of Rebel Century and ChessPartner.

mod analysis;
mod book;
mod clock;
mod edit;
mod exclude;
mod features;
mod format;
mod highlight;
mod level;
mod notation;
mod offers;
mod parse;
mod pause;
mod play;
mod rebel;
mod saved;
mod session;
mod settings;
mod setup;

pub use rebel::cpeini;
pub use session::CecpSession;
