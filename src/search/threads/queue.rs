//! The thread that works off the jobs of the engine.

use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Sender, bounded, unbounded};

use crate::board::{MAX_PERFT_DEPTH, Position, Rules, divide};
use crate::eval::EvalRules;
use crate::search::bench::run::bench;
use crate::search::report::Report;
use crate::search::threads::error::{JobError, ReconfigurationError, SearchError, catch_panic};
use crate::search::threads::job::{BenchJob, PerftJob, SearchJob, SearchResult};
use crate::search::threads::searcher::{Searcher, search_thread};
use crate::tablebase::Tablebases;
use crate::types::Score;

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
pub type ReconfigurationResult = Result<Reconfigured, ReconfigurationError>;

/// The result of a [`Reconfiguration`].
#[derive(Clone, Debug, Default)]
pub struct Reconfigured {
    /// A message for the user, if there is one.
    pub message: Option<String>,
    /// The tablebases, if they have changed.
    pub tablebases: Option<Arc<Tablebases>>,
}

type Job = Box<dyn FnOnce(&mut Searcher) + Send>;

/// A queue of jobs and the thread that works them off in order. The thread owns the [`Searcher`], so
/// the searcher needs no lock and sending a job never blocks. A job that panics is answered like any other.
pub struct SearchQueue {
    jobs: Sender<Job>,
}

impl SearchQueue {
    /// Starts the thread, with a transposition table of `hash` MiB and `threads` threads per search. The errors are those
    /// of [`Searcher::new`].
    pub fn new(hash: usize, threads: usize) -> Result<SearchQueue, SearchError> {
        let (jobs, queue) = unbounded::<Job>();
        let (is_ready, ready) = bounded(1);
        let run = move || {
            let started = Searcher::new(hash, threads);
            // The receiver waits for it.
            let _ = is_ready.send(started.as_ref().map(|_| ()).map_err(Clone::clone));
            if let Ok(mut searcher) = started {
                for job in queue {
                    job(&mut searcher);
                }
            }
        };
        let spawned = search_thread()?.spawn(run);
        spawned.map_err(|error| SearchError::Threads(error.to_string()))?;
        ready.recv().unwrap_or(Err(SearchError::Panic))?;
        Ok(SearchQueue { jobs })
    }

    /// Queues a search, which ends with [`Report::Done`].
    pub fn search<R: EvalRules>(&self, job: SearchJob<R>) {
        let job = Arc::new(job);
        let searched = Arc::clone(&job);
        self.enqueue(
            move |searcher| searcher.search(&searched),
            move |_, result| {
                let result = result.unwrap_or(Err(SearchError::Panic));
                let result = result.unwrap_or_else(|_| any_move(&job.position));
                if let Some(report) = &job.report {
                    report(Report::Done(result.best_move(), Instant::now()));
                }
            },
        );
    }

    /// Queues a perft, which ends with [`Report::Perft`].
    pub fn perft<R: Rules>(&self, job: PerftJob<R>) {
        let PerftJob {
            position,
            depth,
            signal,
            report,
        } = job;
        self.enqueue(
            move |_| {
                let depth = depth.min(MAX_PERFT_DEPTH);
                let counts = divide(&position, depth, &|| signal.is_stopped());
                counts.ok_or(JobError::Stopped)
            },
            move |_, result| report(Report::Perft(result.unwrap_or_else(failed))),
        );
    }

    /// Queues a benchmark, which ends with [`Report::Bench`].
    pub fn bench(&self, job: BenchJob) {
        let BenchJob {
            config,
            signal,
            report,
        } = job;
        self.enqueue(
            move |_| bench(&config, &signal, &mut |_| {}),
            move |_, result| report(Report::Bench(result.unwrap_or_else(failed))),
        );
    }

    /// Queues a change of the searcher; `done` receives its result.
    pub fn reconfigure(
        &self,
        change: Reconfiguration,
        done: impl FnOnce(ReconfigurationResult) + Send + 'static,
    ) {
        self.enqueue(
            move |searcher| reconfigure(searcher, change),
            move |searcher, result| {
                done(result.unwrap_or_else(|panic| Err(searcher.reconfiguration_error(panic))));
            },
        );
    }

    /// Queues a job. `done` receives its result, or the message of its panic.
    fn enqueue<T>(
        &self,
        work: impl FnOnce(&mut Searcher) -> T + Send + 'static,
        done: impl FnOnce(&Searcher, Result<T, String>) + Send + 'static,
    ) {
        let job: Job = Box::new(move |searcher| {
            let result = catch_panic(|| work(searcher));
            done(searcher, result);
        });
        if self.jobs.send(job).is_err() {
            log::error!("the search thread has ended");
        }
    }
}

fn failed<T>(panic: String) -> Result<T, JobError> {
    Err(JobError::Failed(panic))
}

fn reconfigure(searcher: &mut Searcher, change: Reconfiguration) -> ReconfigurationResult {
    match change {
        Reconfiguration::TtSize(mebibytes) => searcher.resize_tt(mebibytes)?,
        Reconfiguration::LargestTt(mebibytes) => searcher.resize_tt_to_fit(mebibytes)?,
        Reconfiguration::Clear => searcher.clear(),
        Reconfiguration::Threads(count) => searcher.set_threads(count)?,
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

/// Some legal move, for a search that panicked.
fn any_move<R: EvalRules>(position: &Position<R>) -> SearchResult {
    SearchResult {
        best: position.legal_moves().first().copied(),
        ponder: None,
        score: Score::DRAW,
        nodes: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first job must not take the second one with it.
    #[test]
    fn a_job_that_panics_is_answered_and_the_next_one_runs() {
        let queue = SearchQueue::new(1, 1).unwrap();
        let (sender, results) = unbounded();
        for fails in [true, false] {
            let sender = sender.clone();
            let work = move |searcher: &mut Searcher| {
                assert!(!fails, "no such square");
                searcher.thread_count()
            };
            queue.enqueue(work, move |_, result| sender.send(result).unwrap());
        }
        let panic = "internal error: no such square".to_owned();
        assert_eq!(results.recv(), Ok(Err(panic)));
        assert_eq!(results.recv(), Ok(Ok(1)));
    }

    #[test]
    fn a_table_without_memory_is_refused() {
        let queue = SearchQueue::new(1, 1).unwrap();
        let (sender, results) = unbounded();
        queue.reconfigure(Reconfiguration::TtSize(usize::MAX), move |result| {
            sender.send(result).unwrap();
        });
        let error = results.recv().unwrap().unwrap_err();
        assert_eq!((error.hash, error.threads), (1, 1));
        assert!(SearchQueue::new(usize::MAX, 1).is_err());
    }
}
