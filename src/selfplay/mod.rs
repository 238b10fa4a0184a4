//! Self-play: games the engine plays against itself to generate training data, and random openings.
//!
//! A game depends only on the seed, its number and the configuration, because every game starts with cleared
//! tables. So any number of threads may play the games in any order, and an interrupted run continues with
//! the missing ones.

mod adjudication;
mod balanced;
mod config;
mod error;
mod game;
mod game_numbers;
mod opening;
mod progress;
mod run;
mod variant_run;

pub(crate) use balanced::BalancedOpenings;
pub use config::SelfplayConfig;
pub use error::SelfplayError;
pub(crate) use opening::OpeningSource;
pub use progress::{SelfplayProgress, SelfplayTarget};
pub use run::run;
pub use variant_run::run_variant;
