//! The search: limits and time, transposition table, move ordering, alpha-beta, and the threads that
//! run it. Nothing in here knows of protocols or reads standard input.

mod assigned;
mod bench;
mod bound;
mod ordering;
mod params;
mod pv;
mod report;
mod root;
mod settings;
mod skill;
mod threads;
mod time;
mod tree;
mod tt;
mod window;

pub use assigned::AssignedScores;
pub use bench::{BenchResult, BenchSettings, BenchStep, bench};
pub use bound::Bound;
#[cfg(feature = "tuning")]
pub use params::set_parameter;
pub use params::{PARAMETERS, Parameter};
pub use report::{BestMove, CurrentLine, CurrentMove, Info, Report};
pub use settings::{Delays, SearchSettings};
pub use skill::Skill;
pub use threads::pool::{
    BenchJob, CountJob, Pool, Preparation, Prepared, Reporter, STACK_SIZE, SearchJob,
    SearchSummary, Unprepared, search_to_completion,
};
pub use threads::solo::{NodeLimits, Solo};
pub use threads::worker::table_share;
pub use time::cpu_time::{CpuLoad, process_cpu_time};
pub use time::limits::{Clock, Limits, TimeSource};
pub use time::signal::Signal;
pub use tree::tablebase_config::TablebaseConfig;
pub use tt::{TranspositionTable, TtEntry};
