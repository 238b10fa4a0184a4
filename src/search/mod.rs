//! The search: limits and time, transposition table, move ordering, alpha-beta, and the threads that
//! run it. Nothing in here knows of protocols or reads standard input.

mod assigned;
mod bench;
mod cpu_time;
mod deliberation;
mod extended_line;
mod handicap;
mod history;
mod large_memory;
mod limits;
mod move_loop;
mod move_picker;
mod negamax;
mod node_pruning;
mod overtaking;
mod params;
mod pool;
mod pruning;
mod quiescence;
mod quiet_order;
mod reductions;
mod report;
mod root;
mod root_tables;
mod settings;
mod signal;
mod solo;
mod tablebases;
mod time;
mod tt;
mod vote;
mod worker;

pub use assigned::AssignedScores;
pub use bench::{BenchResult, BenchSettings, BenchStep, bench};
pub use cpu_time::{CpuLoad, process_cpu_time};
pub use handicap::Handicap;
pub use limits::{Clock, Limits, TimeSource};
#[cfg(feature = "tuning")]
pub use params::set_parameter;
pub use params::{PARAMETERS, Parameter};
pub use pool::{
    BenchJob, CountJob, Pool, Preparation, Prepared, Reporter, STACK_SIZE, SearchJob,
    SearchSummary, Unprepared, search_to_completion,
};
pub use report::{BestMove, Bound, CurrentLine, CurrentMove, Info, Report};
pub use settings::{Delays, Settings};
pub use signal::Signal;
pub use solo::{NodeLimits, Solo};
pub use tablebases::TablebaseUse;
pub use tt::{Entry, TranspositionTable};
pub use worker::table_share;
