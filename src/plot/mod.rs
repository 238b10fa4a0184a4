//! Plots of training, SPSA tuning and matches. Each is read from a log and drawn as SVG.

mod columns;
mod elo;
mod error;
mod figure;
mod html;
mod log_file;
mod match_games;
mod match_log;
mod matches;
mod spsa_log;
mod svg;
mod training_log;

pub use error::PlotError;
pub use figure::{Band, Figure, Panel, Series};
pub use html::html_page;
pub use log_file::read_log;
pub use svg::to_svg;
pub use training_log::{FIRST_TRAINING_COLUMNS, TRAINING_COLUMNS, training_figure};
