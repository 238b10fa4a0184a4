//! Games that the engine plays against itself, to learn from (<https://www.chessprogramming.org/Automated_Tuning>).
//!
//! A game depends on nothing but the seed, its number and the settings: each is played with tables
//! that were empty when it began. So games may be played in any order by any number of threads, and a run
//! that was interrupted goes on with those that are missing.

mod adjudication;
mod game;
mod numbers;
mod opening;
mod run;

pub use run::{DatagenError, Progress, SelfplayConfig, Target, run};
