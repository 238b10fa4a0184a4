//! The threads that search.
//!
//! One thread owns the transposition table, the correction history and what workers remember, and takes jobs in
//! order: searches, and preparations that must not disturb one. It is the first worker of each search and
//! borrows both tables to the others, which end with the search (lazy SMP,
//! <https://www.chessprogramming.org/Lazy_SMP>). So nothing of it needs a lock, and nobody who
//! commands it ever waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::board::{KeyHistory, MAX_PERFT_DEPTH, Position, divide};
use crate::eval::{self, nnue::Network};
use crate::search::bench::{BenchSettings, bench};
use crate::search::ordering::history::Correction;
use crate::search::report::{BestMove, Report};
use crate::search::root::iterative_deepening::ThreadResult;
use crate::search::settings::SearchSettings;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::thread_data::ThreadData;
use crate::search::threads::voting::vote;
use crate::search::threads::worker::{Shared, Worker};
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::limits::Limits;
use crate::search::time::manager::TimeManager;
use crate::search::time::signal::Signal;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::TranspositionTable;
use crate::tablebase::Tablebases;
use crate::types::{Move, Score};

/// What the stack of a thread that searches must have: deep lines with long move lists need more than
/// a thread has by default.
pub const STACK_SIZE: usize = 32 << 20;

/// Something to do between searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Make the transposition table this big, in MiB. It loses what it holds.
    Resize(usize),
    /// Forget everything that earlier searches found.
    Clear,
    /// Search with so many threads.
    Threads(usize),
    /// Use the endgame tables in these folders.
    Tablebases(String),
}

/// Takes what a job reports.
pub type Reporter = Box<dyn Fn(Report) + Send + Sync>;

/// One search to be made.
pub struct SearchJob {
    /// The position to search.
    pub position: Position,
    /// The positions before it.
    pub history: KeyHistory,
    /// What bounds the search.
    pub limits: Limits,
    /// How it is to be made.
    pub settings: SearchSettings,
    /// How the search is told to stop.
    pub signal: Arc<Signal>,
    /// Takes what the search reports.
    pub report: Reporter,
}

/// Positions to be counted.
pub struct CountJob {
    /// Where to begin.
    pub position: Position,
    /// How many plies to go, at least 1.
    pub depth: u32,
    /// How the count is told to stop.
    pub signal: Arc<Signal>,
    /// Takes the counts.
    pub report: Reporter,
}

/// The benchmark to be run, on threads and with tables of its own.
pub struct BenchJob {
    /// How to search.
    pub settings: BenchSettings,
    /// How it is told to stop.
    pub signal: Arc<Signal>,
    /// Takes the result.
    pub report: Reporter,
}

/// A preparation that did not work.
#[derive(Clone, Debug)]
pub struct Unprepared {
    /// What did not work, and what holds instead.
    pub message: String,
    /// The size in MiB that was asked for.
    pub refused: usize,
    /// The size in MiB that the transposition table has kept.
    pub hash: usize,
}

/// What there is to tell of a preparation.
pub type Prepared = Result<Option<String>, Unprepared>;

enum Job {
    Search(Box<SearchJob>),
    Count(Box<CountJob>),
    Bench(Box<BenchJob>),
    Prepare(Preparation, Box<dyn FnOnce(Prepared) + Send>),
}

/// Takes searches and preparations, and does them in order.
pub struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// Starts the pool with a table of so many MiB and so many threads a search.
    pub fn new(hash: usize, threads: usize) -> Pool {
        let (jobs, queue) = unbounded();
        let work = move || Workshop::new(hash, threads).run(&queue);
        let spawned = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(work);
        if let Err(error) = spawned {
            log::error!("the search thread could not be started: {error}");
        }
        Pool { jobs }
    }

    /// Queues a search.
    pub fn search(&self, job: SearchJob) {
        self.send(Job::Search(Box::new(job)));
    }

    /// Queues a count of positions (perft).
    pub fn count(&self, job: CountJob) {
        self.send(Job::Count(Box::new(job)));
    }

    /// Queues the benchmark.
    pub fn bench(&self, job: BenchJob) {
        self.send(Job::Bench(Box::new(job)));
    }

    /// Queues a preparation; `done` is told whether it worked, and what the user may want to know of it.
    pub fn prepare(&self, preparation: Preparation, done: impl FnOnce(Prepared) + Send + 'static) {
        self.send(Job::Prepare(preparation, Box::new(done)));
    }

    fn send(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread is gone");
        }
    }
}

/// What the search thread owns.
pub(crate) struct Workshop {
    table: TranspositionTable,
    correction: Correction,
    tablebases: Tablebases,
    thread_data: Vec<ThreadData>,
}

impl Workshop {
    pub(crate) fn new(hash: usize, threads: usize) -> Workshop {
        let table = TranspositionTable::new(hash).or_else(|_| TranspositionTable::new(1));
        let thread_data = (0..threads.max(1)).map(|_| ThreadData::new()).collect();
        Workshop {
            table: table.expect("an engine needs a mebibyte of memory"),
            correction: Correction::new(),
            tablebases: Tablebases::default(),
            thread_data,
        }
    }

    fn run(&mut self, queue: &Receiver<Job>) {
        for job in queue {
            match job {
                Job::Search(job) => {
                    let done = self.search_or_recover(&job);
                    (job.report)(Report::Done(done, Instant::now()));
                }
                Job::Count(job) => {
                    let depth = job.depth.min(MAX_PERFT_DEPTH);
                    let counts = divide(&job.position, depth, &|| job.signal.is_stopped());
                    (job.report)(Report::Counted(counts));
                }
                Job::Bench(job) => {
                    let result = bench(&job.settings, &job.signal, &mut |_| {});
                    (job.report)(Report::Benched(result));
                }
                Job::Prepare(preparation, done) => done(self.prepare(preparation)),
            }
        }
    }

    pub(crate) fn prepare(&mut self, preparation: Preparation) -> Prepared {
        match preparation {
            Preparation::Resize(mebibytes) => {
                // The old table stays until the new one is there, in case there is no room for it.
                let table = TranspositionTable::new(mebibytes);
                self.table = table.map_err(|error| Unprepared {
                    message: format!("{error}; the old table stays"),
                    refused: mebibytes,
                    hash: self.table.mebibytes(),
                })?;
            }
            Preparation::Clear => {
                self.table.clear();
                self.correction = Correction::new();
                self.thread_data.fill_with(ThreadData::new);
            }
            Preparation::Threads(count) => {
                self.thread_data.resize_with(count.max(1), ThreadData::new);
            }
            Preparation::Tablebases(folders) => return Ok(self.open_tablebases(&folders)),
        }
        Ok(None)
    }

    /// Tells how many tables have been found and why others have not.
    fn open_tablebases(&mut self, folders: &str) -> Option<String> {
        let (tablebases, faults) = Tablebases::open(folders);
        self.tablebases = tablebases;
        let found = std::iter::once(self.tablebases.to_string());
        let told: Vec<_> = found.chain(faults).collect();
        (!folders.trim().is_empty()).then(|| told.join("; "))
    }

    /// Makes one search, and has an answer even if a panic outside of the workers ends it.
    fn search_or_recover(&mut self, job: &SearchJob) -> BestMove {
        let result = catch_unwind(AssertUnwindSafe(|| self.search(job)));
        let answer = result.unwrap_or_else(|_| {
            log::error!("a search of {:?} panicked", job.position);
            None
        });
        answer.unwrap_or_else(|| any_move(&job.position))
    }

    /// Makes one search and returns when it may be answered; `None` if all workers have panicked.
    pub(crate) fn search(&mut self, job: &SearchJob) -> Option<BestMove> {
        self.table.advance_age();
        job.signal.wait_while_paused();
        let delays = job.settings.delays;
        let time = TimeManager::new(&job.limits, delays, Arc::clone(&job.signal));
        let tablebase_prober = TablebaseProber::new(
            &self.tablebases,
            &job.settings,
            &job.position,
            &job.history,
            self.thread_data.len(),
        );
        let node_limits = [job.limits.nodes, time.node_limit()];
        let shared = Shared {
            table: &self.table,
            correction: &self.correction,
            position: job.position,
            history: &job.history,
            signal: &job.signal,
            limits: &job.limits,
            settings: &job.settings,
            tablebase_prober,
            report: &job.report,
            time,
            load: CpuLoad::start(),
            depth_sharing: DepthSharing::default(),
            node_limit: node_limits.into_iter().flatten().min(),
            nodes: self.thread_data.iter().map(|_| AtomicU64::new(0)).collect(),
            claimed_nodes: AtomicU64::new(0),
        };
        // The nodes of a handicap are one worker's, so that more threads make it no stronger.
        let skill = job.settings.skill.as_ref();
        let helpers = match skill.and_then(|skill| skill.nodes) {
            Some(_) => 0,
            None => usize::MAX,
        };
        let mut findings = thread::scope(|scope| {
            let mut thread_data = self.thread_data.iter_mut().enumerate();
            let first = thread_data.next();
            let mut others = Vec::new();
            for (index, thread_data) in thread_data.take(helpers) {
                let shared = &shared;
                let help = move || work(index, shared, thread_data);
                let spawned = thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, help);
                match spawned {
                    Ok(handle) => others.push(handle),
                    Err(error) => {
                        log::warn!("search goes on with {index} threads: {error}");
                        break;
                    }
                }
            }
            let first = first.and_then(|(index, thread_data)| work(index, &shared, thread_data));
            job.signal.wait_for_release(job.limits.infinite);
            job.signal.stop();
            // A worker that has panicked has nothing to say.
            let others = others.into_iter().filter_map(|handle| handle.join().ok());
            let findings = std::iter::once(first).chain(others);
            findings.flatten().collect::<Vec<_>>()
        });
        if findings.is_empty() {
            return None;
        }
        let elected = match job.limits.multi_pv {
            1 => vote(&findings),
            _ => 0,
        };
        let finding = findings.swap_remove(elected);
        if elected != 0
            && let Some(info) = finding.info
        {
            (job.report)(Report::Progress(info));
        }
        Some(finding.answer)
    }
}

/// Searches on the present thread. A panic is an error of ours, but no reason to lose the game: it
/// is logged, and the worker's memory made anew.
fn work(index: usize, shared: &Shared, thread_data: &mut ThreadData) -> Option<ThreadResult> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        Worker::new(index, shared, thread_data).iterate()
    }));
    if result.is_err() {
        log::error!("search thread {index} panicked at {:?}", shared.position);
        *thread_data = ThreadData::new();
    }
    result.ok()
}

/// A legal move, for when the search has failed.
fn any_move(position: &Position) -> BestMove {
    BestMove {
        best: position.legal_moves().first().copied(),
        ponder: None,
        score: Score::DRAW,
    }
}

/// The result of a search that was waited for.
#[derive(Clone, Copy, Debug)]
pub struct SearchSummary {
    /// Positions visited.
    pub nodes: u64,
    /// The best move, if there is a legal one.
    pub best: Option<Move>,
    /// Its score.
    pub score: Score,
}

/// Searches a position on threads of its own with empty tables, and waits for the result: for
/// benches and tests. The limits must end the search.
pub fn search_to_completion(
    position: Position,
    limits: Limits,
    threads: usize,
    hash: usize,
) -> SearchSummary {
    let network = eval::default_network();
    search_until_stopped(position, limits, threads, hash, network, Signal::new(false))
}

/// The same, but the signal may end it too.
pub(crate) fn search_until_stopped(
    position: Position,
    limits: Limits,
    threads: usize,
    hash: usize,
    network: Option<Arc<Network>>,
    signal: Signal,
) -> SearchSummary {
    let (sender, reports) = unbounded();
    let job = SearchJob {
        position,
        history: KeyHistory::default(),
        limits,
        settings: SearchSettings {
            network,
            ..SearchSettings::default()
        },
        signal: Arc::new(signal),
        report: Box::new(move |report| drop(sender.send(report))),
    };
    let pool = Pool::new(hash, threads);
    pool.search(job);
    let mut summary = SearchSummary {
        nodes: 0,
        best: None,
        score: Score::DRAW,
    };
    for report in reports {
        match report {
            Report::Progress(info) => summary.nodes = info.nodes,
            Report::Done(done, _) => {
                summary.best = done.best;
                summary.score = done.score;
                break;
            }
            _ => {}
        }
    }
    summary
}
