//! `diglot data`: inspects and transforms files of packed games.

mod args;
mod counts;
mod export;
mod import;
mod inspect;
mod run;
mod stats;
mod transform;

pub(super) use args::DataArgs;
pub(super) use run::run;
