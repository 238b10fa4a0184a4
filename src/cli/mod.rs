//! The command line: subcommands, their options, and logging.

mod analyse;
mod args;
mod bench;
mod book;
mod data;
mod datagen;
mod eval;
mod eval_file;
mod generate;
mod genfens;
mod logging;
mod net;
mod network_output;
mod output;
mod parameters;
mod perft;
mod pgn;
mod plot;
mod progress_bar;
mod rules;
mod run;
mod script;
mod speedtest;
mod suite;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod tune;
mod value;

pub use run::main;
