//! The helper threads of a search (lazy SMP). They exist from one search to the next, so that a search
//! starts on all of them at once.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::eval::EvalRules;
use crate::search::threads::shared_state::SharedState;
use crate::search::threads::thread_data::ThreadData;
use crate::search::threads::thread_result::ThreadResult;
use crate::search::threads::worker::{STACK_SIZE, run_worker};
use crate::search::time::signal::Signal;

/// A job of a helper thread.
type HelperJob = Box<dyn FnOnce(&mut ThreadData) + Send>;

/// A helper thread, which owns its data: other threads would only make its memory remote.
pub(crate) struct HelperThread {
    /// `None` only while the thread is told to end.
    jobs: Option<Sender<HelperJob>>,
    index: usize,
    handle: Option<JoinHandle<()>>,
}

impl HelperThread {
    /// Starts the helper thread with this index, which is not 0. Returns once its data are ready.
    pub(crate) fn start(index: usize) -> io::Result<HelperThread> {
        let (jobs, queue) = unbounded::<HelperJob>();
        let (is_ready, ready) = bounded(1);
        let handle = thread::Builder::new()
            .name(format!("helper {index}"))
            .stack_size(STACK_SIZE)
            .spawn(move || {
                let mut thread_data = ThreadData::new();
                answer(&is_ready, ());
                for job in queue {
                    job(&mut thread_data);
                }
            })?;
        let helper = HelperThread {
            jobs: Some(jobs),
            index,
            handle: Some(handle),
        };
        ready.recv().map_err(io::Error::other)?;
        Ok(helper)
    }

    /// Clears the data of the thread. The receiver gets a message once that is done.
    pub(crate) fn clear(&self) -> Receiver<()> {
        let (sender, receiver) = bounded(1);
        self.send(Box::new(move |thread_data| {
            thread_data.clear();
            answer(&sender, ());
        }));
        receiver
    }

    /// Lets the thread join a search. The receiver gets its result, `None` after a panic.
    fn search<R: EvalRules>(&self, shared: &Arc<SharedState<R>>) -> Receiver<Option<ThreadResult>> {
        let (sender, receiver) = bounded(1);
        let (index, shared) = (self.index, Arc::clone(shared));
        self.send(Box::new(move |thread_data| {
            let result = run_worker(index, &shared, thread_data);
            // The searcher has its tables to itself again once it has all results.
            drop(shared);
            answer(&sender, result);
        }));
        receiver
    }

    fn send(&self, job: HelperJob) {
        let sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            log::error!("a helper thread has ended");
        }
    }
}

/// Ends the thread.
impl Drop for HelperThread {
    fn drop(&mut self) {
        self.jobs = None;
        let result = self.handle.take().map(JoinHandle::join);
        if let Some(Err(_)) = result {
            log::error!("a helper thread has panicked");
        }
    }
}

/// Sends an answer. Fails only if nobody waits for it any more.
fn answer<T>(sender: &Sender<T>, value: T) {
    let _ = sender.send(value);
}

/// Helper threads during a search. They are stopped and waited for when this is dropped, in a panic too.
pub(crate) struct RunningHelpers {
    signal: Arc<Signal>,
    results: Vec<Receiver<Option<ThreadResult>>>,
}

impl RunningHelpers {
    pub(crate) fn start<R: EvalRules>(
        helpers: &[HelperThread],
        shared: &Arc<SharedState<R>>,
    ) -> RunningHelpers {
        RunningHelpers {
            signal: Arc::clone(&shared.signal),
            results: helpers.iter().map(|helper| helper.search(shared)).collect(),
        }
    }

    /// Stops the search and returns the results of the threads that did not panic.
    pub(crate) fn stop(&mut self) -> Vec<ThreadResult> {
        self.signal.stop();
        let results = self.results.drain(..);
        results
            .filter_map(|result| result.recv().ok().flatten())
            .collect()
    }
}

impl Drop for RunningHelpers {
    fn drop(&mut self) {
        self.stop();
    }
}
