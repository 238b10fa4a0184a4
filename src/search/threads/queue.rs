//! The thread that works off the jobs of the engine.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::board::{MAX_PERFT_DEPTH, Rules, divide};
use crate::eval::EvalRules;
use crate::search::bench::run::bench;
use crate::search::report::Report;
use crate::search::threads::job::{BenchJob, PerftJob, SearchJob};
use crate::search::threads::searcher::{Searcher, TtResizeError};
use crate::search::threads::worker::STACK_SIZE;
use crate::tablebase::Tablebases;

/// A change of the searcher between two searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reconfiguration {
    /// Resize the transposition table to this many MiB, which clears it.
    TtSize(usize),
    /// Resize the transposition table to this many MiB or to the largest size that fits, which clears it.
    LargestTt(usize),
    /// Clear the transposition table and all histories.
    Clear,
    /// Search with this many threads.
    Threads(usize),
    /// Use the endgame tablebases in these folders.
    Tablebases(String),
}

/// The outcome of a [`Reconfiguration`].
pub type ReconfigurationResult = Result<Reconfigured, TtResizeError>;

/// What a [`Reconfiguration`] has brought about.
#[derive(Clone, Debug, Default)]
pub struct Reconfigured {
    /// A message for the user, if there is one.
    pub message: Option<String>,
    /// The tablebases, if they have changed.
    pub tablebases: Option<Arc<Tablebases>>,
}

type OnReconfigured = Box<dyn FnOnce(ReconfigurationResult) + Send>;

enum Job {
    /// A search or perft by some rule set.
    Run(Box<dyn FnOnce(&mut Searcher) + Send>),
    Bench(Box<BenchJob>),
    Reconfigure(Reconfiguration, OnReconfigured),
}

/// A queue of jobs and the thread that works them off in order. The thread owns the [`Searcher`], so
/// the searcher needs no lock and sending a job never blocks.
pub struct SearchQueue {
    jobs: Sender<Job>,
}

impl SearchQueue {
    /// Starts the thread, with a transposition table of `hash` MiB and `threads` threads per search.
    pub fn new(hash: usize, threads: usize) -> SearchQueue {
        let (jobs, queue) = unbounded();
        let spawned = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || run_jobs(&mut Searcher::new(hash, threads), &queue));
        if let Err(error) = spawned {
            log::error!("cannot start the search thread: {error}");
        }
        SearchQueue { jobs }
    }

    /// Queues a search, which ends with [`Report::Done`].
    pub fn search<R: EvalRules>(&self, job: SearchJob<R>) {
        self.send(Job::Run(Box::new(move |searcher| search(searcher, &job))));
    }

    /// Queues a perft, which ends with [`Report::Perft`].
    pub fn perft<R: Rules>(&self, job: PerftJob<R>) {
        self.send(Job::Run(Box::new(move |_| count(&job))));
    }

    /// Queues a benchmark, which ends with [`Report::Bench`].
    pub fn bench(&self, job: BenchJob) {
        self.send(Job::Bench(Box::new(job)));
    }

    /// Queues a change of the searcher; `done` receives its result.
    pub fn reconfigure(
        &self,
        change: Reconfiguration,
        done: impl FnOnce(ReconfigurationResult) + Send + 'static,
    ) {
        self.send(Job::Reconfigure(change, Box::new(done)));
    }

    fn send(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread has ended");
        }
    }
}

fn run_jobs(searcher: &mut Searcher, queue: &Receiver<Job>) {
    for job in queue {
        match job {
            Job::Run(run) => run(searcher),
            Job::Bench(job) => {
                let result = bench(&job.config, &job.signal, &mut |_| {});
                (job.report)(Report::Bench(result));
            }
            Job::Reconfigure(change, done) => done(reconfigure(searcher, change)),
        }
    }
}

fn search<R: EvalRules>(searcher: &mut Searcher, job: &SearchJob<R>) {
    let result = searcher.search_or_any_move(job);
    if let Some(report) = &job.report {
        report(Report::Done(result.best_move(), Instant::now()));
    }
}

fn count<R: Rules>(job: &PerftJob<R>) {
    let depth = job.depth.min(MAX_PERFT_DEPTH);
    let counts = divide(&job.position, depth, &|| job.signal.is_stopped());
    (job.report)(Report::Perft(counts));
}

fn reconfigure(searcher: &mut Searcher, change: Reconfiguration) -> ReconfigurationResult {
    match change {
        Reconfiguration::TtSize(mebibytes) => searcher.resize_tt(mebibytes)?,
        Reconfiguration::LargestTt(mebibytes) => searcher.resize_tt_to_fit(mebibytes)?,
        Reconfiguration::Clear => searcher.clear(),
        Reconfiguration::Threads(count) => searcher.set_threads(count),
        Reconfiguration::Tablebases(folders) => {
            let message = searcher.open_tablebases(&folders);
            return Ok(Reconfigured {
                message,
                tablebases: Some(searcher.tablebases()),
            });
        }
    }
    Ok(Reconfigured::default())
}
