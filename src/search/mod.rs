//! The search: limits and time, transposition table, move ordering, alpha-beta, and the threads that
//! run it. Nothing in here knows of protocols or reads standard input.

mod anti_gm;
mod bench;
mod bound;
mod config;
mod large_pages;
mod mate;
mod ordering;
mod params;
mod position_values;
mod prefetch;
mod progress;
mod pv;
mod report;
mod root;
mod skill;
mod speedtest;
mod threads;
mod time;
mod tree;
mod tt;
mod window;

pub use anti_gm::{AntiGm, AntiGmStyle};
pub use bench::config::BenchConfig;
pub use bench::fingerprint::{FINGERPRINT_DEPTH, bench_fingerprint};
pub use bench::result::{BenchPosition, BenchResult};
pub use bench::run::bench;
pub use bound::Bound;
pub use config::SearchConfig;
#[cfg(feature = "tuning")]
pub use params::set_parameter;
pub use params::{PARAMETERS, Parameter};
pub use position_values::PositionValues;
pub use progress::{LiveProgress, Progress};
pub use report::{BestMove, CurrentLine, CurrentMove, Info, Report, Statistics};
pub use skill::Skill;
pub use speedtest::config::SpeedtestConfig;
pub use speedtest::result::{SpeedtestResult, SpeedtestRound};
pub use speedtest::run::speedtest;
pub use threads::error::{JobError, ReconfigurationError, SearchError};
pub use threads::job::{BenchJob, PerftJob, Reporter, SearchJob, SearchResult};
pub use threads::queue::{Reconfiguration, ReconfigurationResult, Reconfigured, SearchQueue};
pub use threads::searcher::{Searcher, search_to_completion, tt_size_for_memory};
pub use threads::worker::STACK_SIZE;
pub use time::cpu_time::{CpuLoad, process_cpu_time};
pub use time::limits::{Clock, Limits, TimeSource};
pub use time::move_overhead::MoveOverhead;
pub use time::signal::Signal;
pub use tree::tablebase_config::TablebaseConfig;
pub use tt::{OutOfMemory, TranspositionTable, TtEntry};
