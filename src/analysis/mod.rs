//! Analysis of games and positions: searches every position of a game, judges the moves by the loss of winning chances, and
//! writes annotated PGN or EPD, JSON lines and a web page.
//!
//! The annotation of a game depends only on the game and the configuration, because every game starts with cleared
//! tables, if the limit is not a time. So any number of threads may work on the games, and an interrupted run
//! continues with the next game.

mod accuracy;
mod analyser;
mod annotation;
mod config;
mod epd_output;
mod error;
mod game;
mod html;
mod input;
mod json_output;
mod judgement;
mod line_text;
mod outcome;
mod part_file;
mod pgn_output;
mod position;
mod progress_file;
mod render;
mod run;
mod scheduler;
mod score;
mod writer;

pub use config::{AnalysisConfig, SearchLimit};
pub use error::AnalysisError;
pub use outcome::{AnalysisEvent, AnalysisOutputs, AnalysisSummary};
pub use run::run;
