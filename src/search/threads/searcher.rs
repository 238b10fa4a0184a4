//! The searcher: the transposition table and the threads of a search (lazy SMP,
//! <https://www.chessprogramming.org/Lazy_SMP>).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use crossbeam_channel::Receiver;

use crate::eval::{EvalRules, Evaluators};
use crate::search::ordering::history::CorrectionHistory;
use crate::search::report::Report;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::error::{ReconfigurationError, SearchError};
use crate::search::threads::helper::{HelperThread, RunningHelpers};
use crate::search::threads::job::{SearchJob, SearchResult};
use crate::search::threads::polling::FIRST_ITERATION_NODES;
use crate::search::threads::score_search::{finish_weakened_search, nodes_for_score};
use crate::search::threads::shared_state::SharedState;
use crate::search::threads::thread_data::ThreadData;
use crate::search::threads::thread_result::ThreadResult;
use crate::search::threads::voting::vote;
use crate::search::threads::worker::{STACK_SIZE, run_worker};
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::manager::TimeManager;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::{TranspositionTable, can_allocate, largest_fitting, usable_mebibytes};
use crate::tablebase::Tablebases;

/// Why a thread is not started.
const NO_MEMORY: &str = "there is too little memory";

/// Owns the transposition table, the correction history, the tablebases, the data of its own thread and the
/// helper threads, and keeps them from one search to the next.
pub struct Searcher {
    tt: Arc<TranspositionTable>,
    correction_history: Arc<CorrectionHistory>,
    tablebases: Arc<Tablebases>,
    /// The data of the thread that calls [`Searcher::search`].
    thread_data: ThreadData,
    helpers: Vec<HelperThread>,
}

impl Searcher {
    /// A searcher with a transposition table of `hash` MiB and `threads` search threads (at least one). An error if there
    /// is too little memory, or if a thread cannot be started.
    pub fn new(hash: usize, threads: usize) -> Result<Searcher, SearchError> {
        let tt = TranspositionTable::new(hash)?;
        if !can_allocate(ThreadData::BYTES + CorrectionHistory::BYTES) {
            return Err(SearchError::Threads(NO_MEMORY.to_owned()));
        }
        let mut searcher = Searcher {
            tt: Arc::new(tt),
            correction_history: Arc::new(CorrectionHistory::new()),
            tablebases: Arc::default(),
            thread_data: ThreadData::new(),
            helpers: Vec::new(),
        };
        let set = searcher.set_threads(threads);
        set.map_err(|error| SearchError::Threads(error.message))?;
        Ok(searcher)
    }

    /// The error of a change that failed for this reason.
    pub(super) fn reconfiguration_error(&self, message: String) -> ReconfigurationError {
        ReconfigurationError {
            message,
            hash: self.tt.mebibytes(),
            threads: self.thread_count(),
        }
    }

    /// Replaces the transposition table by an empty one of `mebibytes` MiB. If there is too little memory for it, the old
    /// one stays.
    pub fn resize_tt(&mut self, mebibytes: usize) -> Result<(), ReconfigurationError> {
        // The new table is allocated first, so that the old one stays if this fails.
        let tt = TranspositionTable::new(mebibytes)
            .map_err(|error| self.reconfiguration_error(format!("{error}; the old table stays")))?;
        // Frees the old table, whose memory the new one may need.
        self.tt = Arc::new(tt);
        let threads = self.thread_count();
        if let Some(tt) = Arc::get_mut(&mut self.tt) {
            tt.populate(threads);
        }
        Ok(())
    }

    /// Replaces the transposition table by an empty one of `mebibytes` MiB. If there is too little memory for it,
    /// takes the largest size that fits, and says so in the error.
    pub fn resize_tt_to_fit(&mut self, mebibytes: usize) -> Result<(), ReconfigurationError> {
        // The old table would be in the way.
        if let Ok(smallest) = TranspositionTable::new(1) {
            self.tt = Arc::new(smallest);
        }
        // The system may promise more memory than it has.
        if usable_mebibytes().is_none_or(|usable| mebibytes <= usable)
            && self.resize_tt(mebibytes).is_ok()
        {
            return Ok(());
        }
        let most = usable_mebibytes().map_or(mebibytes, |usable| usable.min(mebibytes));
        let size = largest_fitting(most, |size| TranspositionTable::new(size).is_ok());
        if let Ok(largest) = TranspositionTable::new(size) {
            self.tt = Arc::new(largest);
        }
        let kept = self.tt.mebibytes();
        if kept >= mebibytes {
            return Ok(());
        }
        Err(self.reconfiguration_error(format!(
            "There is no memory for a hash table of {mebibytes} MiB; it has {kept} MiB"
        )))
    }

    /// Clears the transposition table and all histories.
    pub fn clear(&mut self) {
        let threads = self.thread_count();
        let cleared: Vec<_> = self.helpers.iter().map(HelperThread::clear).collect();
        match Arc::get_mut(&mut self.tt) {
            Some(tt) => tt.clear(threads),
            None => log::error!("a search still uses the transposition table"),
        }
        match Arc::get_mut(&mut self.correction_history) {
            Some(correction_history) => correction_history.clear(),
            None => self.correction_history = Arc::new(CorrectionHistory::new()),
        }
        self.thread_data.clear();
        wait_for_all(cleared);
    }

    /// Number of search threads.
    pub(super) fn thread_count(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Sets the number of search threads (at least one). Returns once they are ready. If they cannot all be started,
    /// those that can stay.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ReconfigurationError> {
        self.helpers.truncate(count.max(1) - 1);
        for index in 1 + self.helpers.len()..count {
            // The others may still have to allocate their evaluators.
            let needed = STACK_SIZE + ThreadData::BYTES + index * Evaluators::BYTES;
            let started = if can_allocate(needed) {
                HelperThread::start(index).map_err(|error| error.to_string())
            } else {
                Err(NO_MEMORY.to_owned())
            };
            match started {
                Ok(helper) => self.helpers.push(helper),
                Err(reason) => {
                    let threads = if index == 1 { "thread" } else { "threads" };
                    return Err(self.reconfiguration_error(format!(
                        "{count} search threads cannot be started: {reason}; there are {index} {threads}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Opens the tablebases in `folders`. Returns how many were found and why others were rejected, or
    /// `None` if no folder is named.
    pub fn open_tablebases(&mut self, folders: &str) -> Option<String> {
        let (tablebases, errors) = Tablebases::open(folders);
        self.tablebases = Arc::new(tablebases);
        let found = std::iter::once(self.tablebases.to_string());
        let messages: Vec<_> = found.chain(errors).collect();
        (!folders.trim().is_empty()).then(|| messages.join("; "))
    }

    /// The tablebases in use.
    pub fn tablebases(&self) -> Arc<Tablebases> {
        Arc::clone(&self.tablebases)
    }

    /// Searches on the calling thread, which needs a stack of [`STACK_SIZE`], and on helper threads.
    /// Returns once a limit or the signal ends the search, and not before a ponder or infinite search
    /// is released.
    pub fn search<R: EvalRules>(
        &mut self,
        job: &SearchJob<R>,
    ) -> Result<SearchResult, SearchError> {
        let result = catch_unwind(AssertUnwindSafe(|| self.search_on_all_threads(job)));
        result.ok().flatten().ok_or_else(|| {
            log::error!("a search of {:?} panicked", job.position);
            SearchError::Panic
        })
    }

    fn search_on_all_threads<R: EvalRules>(&mut self, job: &SearchJob<R>) -> Option<SearchResult> {
        self.tt.new_search();
        job.signal.wait_while_paused();
        let helpers = self.helper_count(job);
        let shared = self.shared_state(job, 1 + helpers);
        let mut helpers = RunningHelpers::start(&self.helpers[..helpers], &shared);
        let first = run_worker(0, &shared, &mut self.thread_data);
        let first = first.map(|result| finish_weakened_search(&shared, result));
        job.signal.wait_for_release(job.limits.infinite);
        // A helper that was stopped in its first iteration has no reliable result.
        let helpers = helpers.stop().into_iter();
        let helpers = helpers.filter(|result| result.is_complete);
        choose_result(&shared, first.into_iter().chain(helpers).collect())
    }

    /// Number of helper threads that take part in a search.
    fn helper_count<R: EvalRules>(&self, job: &SearchJob<R>) -> usize {
        // A skill's node limit is for one thread, so that more threads do not make it stronger.
        let skill = job.config.skill.as_ref();
        let is_single_threaded = skill.is_some_and(|skill| skill.nodes.is_some());
        if is_single_threaded {
            0
        } else {
            self.helpers.len()
        }
    }

    /// Creates the state that the threads of a search share. Starts its clock.
    fn shared_state<R: EvalRules>(
        &self,
        job: &SearchJob<R>,
        threads: usize,
    ) -> Arc<SharedState<R>> {
        let time = Arc::new(TimeManager::new(
            &job.limits,
            job.config.move_overhead.with_threads(threads),
            Arc::clone(&job.signal),
        ));
        job.progress.begin(&time);
        let tablebase_prober = TablebaseProber::new(
            self.tablebases(),
            &job.config,
            job.position.as_standard(),
            &job.history,
            threads,
        );
        let node_limits = [job.limits.nodes, time.node_limit()];
        let node_limit = node_limits.into_iter().flatten().min();
        let skill = job.config.skill.as_ref();
        // The first iteration is completed in any case, unless the clock itself runs on nodes.
        let first_iteration_nodes = job.limits.nodes.unwrap_or(u64::MAX);
        let first_iteration_nodes = first_iteration_nodes.max(FIRST_ITERATION_NODES);
        Arc::new(SharedState {
            tt: Arc::clone(&self.tt),
            correction_history: Arc::clone(&self.correction_history),
            position: job.position,
            history: job.history.clone(),
            signal: Arc::clone(&job.signal),
            limits: job.limits.clone(),
            config: job.config.clone(),
            tablebase_prober: Arc::new(tablebase_prober),
            report: job.report.clone(),
            first_iteration_nodes: first_iteration_nodes.min(time.node_limit().unwrap_or(u64::MAX)),
            time,
            cpu_load: job.report.is_some().then(CpuLoad::start),
            depth_sharing: DepthSharing::default(),
            node_limit: node_limit.map(|limit| limit - nodes_for_score(skill, limit)),
            claimed_nodes: Arc::default(),
            progress: Arc::clone(&job.progress),
            threads,
            current_lines: (0..threads).map(|_| Mutex::default()).collect(),
        })
    }
}

/// The result of a search: that of the thread which the vote elects. Reports the line of a helper thread.
fn choose_result<R: EvalRules>(
    shared: &SharedState<R>,
    mut results: Vec<ThreadResult>,
) -> Option<SearchResult> {
    let first = results.first()?;
    let elected = if shared.limits.multi_pv == 1 && !first.is_proven {
        vote(&results)
    } else {
        0
    };
    let result = results.swap_remove(elected);
    if elected != 0
        && let Some(info) = result.info
    {
        // The helper may have ended long before the search.
        let info = shared.with_statistics(info);
        shared.send(Report::Progress(info));
    }
    let best_move = result.best_move;
    Some(SearchResult {
        best: best_move.best,
        ponder: best_move.ponder,
        score: best_move.score,
        nodes: shared.total_nodes(),
    })
}

fn wait_for_all(receivers: Vec<Receiver<()>>) {
    for receiver in receivers {
        // Fails only if the thread has ended, which was logged.
        let _ = receiver.recv();
    }
}

/// The transposition table size in MiB that keeps all tables of `threads` threads within `mebibytes`
/// MiB; at least 1.
pub fn tt_size_for_memory(mebibytes: usize, threads: usize) -> usize {
    let thread_data = threads.saturating_mul(ThreadData::BYTES);
    let other_tables = thread_data.saturating_add(CorrectionHistory::BYTES);
    mebibytes
        .saturating_sub(other_tables.div_ceil(1 << 20))
        .max(1)
}

/// Prepares a thread that searches.
pub(crate) fn search_thread() -> Result<thread::Builder, SearchError> {
    if !can_allocate(STACK_SIZE) {
        return Err(SearchError::Threads(NO_MEMORY.to_owned()));
    }
    let builder = thread::Builder::new().name("search".to_owned());
    Ok(builder.stack_size(STACK_SIZE))
}

/// Searches with an empty transposition table of `hash` MiB on `threads` new threads and waits for the
/// result. The limits or the signal must end the search.
pub fn search_to_completion<R: EvalRules>(
    job: &SearchJob<R>,
    hash: usize,
    threads: usize,
) -> Result<SearchResult, SearchError> {
    thread::scope(|scope| {
        let search = || Searcher::new(hash, threads)?.search(job);
        let spawned = search_thread()?.spawn_scoped(scope, search);
        let handle = spawned.map_err(|error| SearchError::Threads(error.to_string()))?;
        handle.join().unwrap_or(Err(SearchError::Panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::mix_bits;
    use crate::board::test_util::position;
    use crate::search::skill::Skill;
    use crate::search::time::limits::{Limits, TimeSource};
    use crate::search::time::signal::Signal;
    use crate::types::{Move, Score};
    use std::time::{Duration, Instant};

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn job(limits: Limits) -> SearchJob {
        SearchJob::new(position(FEN), limits)
    }

    fn no_limits() -> Limits {
        Limits::none(Instant::now())
    }

    fn node_limits(soft: Option<u64>, hard: Option<u64>) -> Limits {
        Limits {
            soft_nodes: soft,
            nodes: hard,
            ..no_limits()
        }
    }

    fn search(searcher: &mut Searcher, limits: Limits) -> (Option<Move>, Score) {
        let result = searcher.search(&job(limits)).unwrap();
        (result.best, result.score)
    }

    fn searcher(hash: usize, threads: usize) -> Searcher {
        Searcher::new(hash, threads).unwrap()
    }

    fn search_once(limits: Limits) -> (Option<Move>, Score) {
        let result = search_to_completion(&job(limits), 1, 1).unwrap();
        (result.best, result.score)
    }

    #[test]
    fn a_table_to_fit_is_no_larger_than_the_free_memory() {
        let Some(usable) = usable_mebibytes() else {
            return;
        };
        // The system promises this much, but does not have it.
        let requested = usable + usable / 4;
        let mut searcher = searcher(1, 1);
        let error = searcher.resize_tt_to_fit(requested).unwrap_err();
        assert!(error.hash < requested, "{error:?}");
        assert_eq!(error.hash, searcher.tt.mebibytes());
        assert!(searcher.resize_tt_to_fit(2).is_ok());
        assert_eq!(searcher.tt.mebibytes(), 2);
    }

    #[test]
    fn soft_node_limit_completes_the_iteration() {
        let mut searcher = searcher(1, 1);
        let depth = Some(1);
        let first_iteration = search_once(Limits {
            depth,
            ..no_limits()
        });
        let result = search(&mut searcher, node_limits(Some(1), Some(u64::MAX)));
        assert_eq!(result, first_iteration);
    }

    #[test]
    fn hard_node_limit_interrupts_the_iteration() {
        let mut searcher = searcher(1, 1);
        let interrupted = search_once(node_limits(None, Some(3000)));
        let result = search(&mut searcher, node_limits(Some(u64::MAX), Some(3000)));
        assert_eq!(result, interrupted);
    }

    #[test]
    fn helpers_outlive_a_search_and_give_back_the_tables() {
        let mut searcher = searcher(1, 3);
        for threads in [3, 1, 2] {
            searcher.set_threads(threads).unwrap();
            assert_eq!(1 + searcher.helpers.len(), threads);
            for _ in 0..20 {
                let result = searcher.search(&job(node_limits(Some(1), Some(3000))));
                assert!(result.is_ok_and(|result| result.best.is_some()));
                assert!(Arc::get_mut(&mut searcher.tt).is_some());
            }
            searcher.clear();
        }
    }

    #[test]
    fn the_line_of_a_helper_thread_is_reported_with_the_statistics_of_the_end() {
        let mut searcher = searcher(1, 1);
        let (sender, reports) = crossbeam_channel::unbounded();
        let job = SearchJob {
            report: Some(Arc::new(move |report| sender.send(report).unwrap())),
            ..job(Limits {
                depth: Some(1),
                ..no_limits()
            })
        };
        let shared = searcher.shared_state(&job, 2);
        let mut helper = run_worker(1, &shared, &mut searcher.thread_data).unwrap();
        let first = helper.clone();
        helper.depth += 5;
        shared.progress.add_nodes(1000);
        choose_result(&shared, vec![first, helper]);
        let Ok(Report::Progress(info)) = reports.try_recv() else {
            panic!("no line");
        };
        assert!(info.nodes > 1000 && info.nodes == shared.total_nodes());
    }

    #[test]
    fn a_cleared_searcher_searches_like_a_new_one() {
        let mut searcher = searcher(1, 1);
        let limits = || node_limits(Some(5000), Some(40_000));
        let first = search(&mut searcher, limits());
        for _ in 0..3 {
            searcher.clear();
            assert_eq!(search(&mut searcher, limits()), first);
        }
    }

    #[test]
    fn a_mated_side_has_no_best_move_and_a_stopped_search_ends_at_once() {
        let mut searcher = searcher(1, 1);
        let limits = node_limits(Some(100), Some(u64::MAX));
        let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        let result = searcher.search(&SearchJob::new(mated, limits)).unwrap();
        assert_eq!(result.best, None);
        let whole = Arc::new(Signal::new(false));
        whole.stop();
        let stopped = SearchJob {
            signal: Arc::new(Signal::within(&whole)),
            ..job(no_limits())
        };
        assert!(searcher.search(&stopped).is_ok());
    }

    #[test]
    fn without_any_node_the_first_ordered_move_is_evaluated() {
        let queen_hangs = position("4k3/8/8/3q4/4P3/8/PP6/4K3 w - - 0 1");
        let mut limits = no_limits();
        limits.time_source = TimeSource::Nodes(1.try_into().unwrap());
        limits.move_time = Some(Duration::from_secs(1));
        let result = search_to_completion(&SearchJob::new(queen_hangs, limits), 1, 1);
        let result = result.unwrap();
        assert_eq!(result.best, queen_hangs.parse_move("e4d5").ok());
        assert!(
            result.nodes <= 1 && result.score > Score::cp(50),
            "{result:?}"
        );
    }

    /// The moves of weakened searches with several seeds.
    fn weakened_moves(searcher: &mut Searcher) -> Vec<Option<Move>> {
        let search = |seed| {
            let mut job = job(no_limits());
            job.config.skill = Some(Skill {
                seed: mix_bits(seed),
                nodes: Some(300),
                eval_noise: 200,
                move_noise: 250,
                time_permille: 0,
            });
            searcher.thread_data = ThreadData::new();
            searcher.correction_history = Arc::new(CorrectionHistory::new());
            searcher.search(&job).unwrap().best
        };
        (0..20).map(search).collect()
    }

    #[test]
    fn a_weakened_search_learns_nothing_from_the_tt_of_other_searches() {
        let mut searcher = searcher(16, 1);
        let moves = weakened_moves(&mut searcher);
        searcher.clear();
        search(&mut searcher, node_limits(Some(100_000), None));
        assert_eq!(weakened_moves(&mut searcher), moves);
    }
}
