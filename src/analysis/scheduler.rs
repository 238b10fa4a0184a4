//! Threads that analyse games, several at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Scope};

use crossbeam_channel::{Receiver, Sender};

use super::analyser::{Analyser, Interruption};
use super::config::AnalysisConfig;
use super::error::AnalysisError;
use super::input::Item;
use super::render::{Formats, Rendered, render};
use crate::search::{STACK_SIZE, Signal};

/// A game to analyse.
pub(super) struct Job {
    /// Number of the item in this run, from 0.
    pub index: u64,
    /// Number of the game in all runs, from 1.
    pub number: u64,
    pub item: Item,
}

/// A finished job.
pub(super) struct Done {
    pub index: u64,
    /// The item without its content.
    pub item: Item,
    pub result: Result<Rendered, Interruption>,
}

/// The state that the threads share.
#[derive(Clone, Copy)]
pub(super) struct Workers<'a> {
    pub config: &'a AnalysisConfig,
    pub formats: Formats,
    pub stop: &'a Arc<Signal>,
    /// Bytes of games that have been worked on.
    pub bytes: &'a AtomicU64,
}

impl<'a> Workers<'a> {
    /// Starts the threads, which end when the channel of jobs is closed or the run is stopped.
    pub(super) fn start<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        jobs: &Receiver<Job>,
        results: &Sender<Done>,
    ) -> Result<(), AnalysisError>
    where
        'a: 'scope,
    {
        for _ in 0..self.config.threads.max(1) {
            let (jobs, results) = (jobs.clone(), results.clone());
            let analyser = Analyser::new(self.config, self.stop);
            let analyser = analyser.inspect_err(|_| self.stop.stop())?;
            let spawned = thread::Builder::new()
                .name("analysis".to_owned())
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, move || self.work(analyser, &jobs, &results));
            if let Err(error) = spawned {
                self.stop.stop();
                return Err(AnalysisError::Thread(error));
            }
        }
        Ok(())
    }

    fn work(self, mut analyser: Analyser<'_>, jobs: &Receiver<Job>, results: &Sender<Done>) {
        for job in jobs {
            if self.stop.is_stopped() {
                return;
            }
            let done = self.run(job, &mut analyser);
            if results.send(done).is_err() {
                return;
            }
        }
    }

    fn run(self, job: Job, analyser: &mut Analyser) -> Done {
        let Job {
            index,
            number,
            mut item,
        } = job;
        // The bytes are added in proportion to the positions searched.
        let mut added = 0;
        let mut searched = 0;
        let mut observe = |positions: usize| {
            searched += 1;
            let share = item.bytes * searched / positions as u64;
            self.bytes.fetch_add(share - added, Ordering::Relaxed);
            added = share;
        };
        let rendering = || render(&item, number, self.formats, analyser, &mut observe);
        let result = catch_unwind(AssertUnwindSafe(rendering));
        self.bytes.fetch_add(item.bytes - added, Ordering::Relaxed);
        item.content = super::input::Content::Blank(String::new());
        Done {
            index,
            item,
            result: result.unwrap_or(Err(Interruption::Failed)),
        }
    }
}
