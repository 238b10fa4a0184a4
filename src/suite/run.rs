//! Searches the positions of a suite, several in parallel.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};

use super::result::TestResult;
use super::solution::{Solution, SolutionTracker};
use super::test_position::TestPosition;
use crate::board::with_position;
use crate::eval::nnue::Network;
use crate::search::{
    Limits, Report, STACK_SIZE, SearchConfig, SearchError, SearchJob, SearchResult, Searcher,
    Signal,
};

/// How often the main thread looks for an interruption.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);

/// The limits of the search of each position; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Time.
    pub move_time: Option<Duration>,
}

/// How to search a suite.
#[derive(Clone, Debug)]
pub struct SuiteConfig {
    /// The limits of each search. At least one must be set.
    pub limits: SuiteLimits,
    /// Search threads of each position. Results are reproducible only with one.
    pub threads: usize,
    /// Positions searched in parallel.
    pub jobs: usize,
    /// Size of each transposition table in MiB.
    pub hash: usize,
    /// The network that evaluates; `None` for the HCE.
    pub network: Option<Arc<Network>>,
}

/// Searches all positions, each with empty tables, and calls `observe` with each result in the order of the positions.
/// Returns false if `interrupted` was set before all were done; the searches in progress then have no result.
pub fn run(
    tests: &[TestPosition],
    config: &SuiteConfig,
    interrupted: &AtomicBool,
    observe: &mut dyn FnMut(&TestPosition, &TestResult),
) -> Result<bool, SearchError> {
    let signal = Arc::new(Signal::new(false));
    let next = AtomicUsize::new(0);
    let (sender, results) = unbounded();
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..config.jobs.clamp(1, tests.len().max(1)) {
            let sender = sender.clone();
            let work = || {
                let searched = search_positions(tests, config, &signal, &next, sender);
                searched.inspect_err(|_| signal.stop())
            };
            let builder = thread::Builder::new().name("suite".to_owned());
            let spawned = builder.stack_size(STACK_SIZE).spawn_scoped(scope, work);
            let spawned = spawned.inspect_err(|_| signal.stop());
            threads.push(spawned.map_err(|error| SearchError::Threads(error.to_string()))?);
        }
        drop(sender);
        let mut order = ResultOrder::default();
        loop {
            match results.recv_timeout(INTERRUPT_INTERVAL) {
                Ok((index, result)) => order.add(index, result, tests, observe),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupted.load(Ordering::Relaxed) {
                signal.stop();
            }
        }
        for thread in threads {
            thread.join().unwrap_or(Err(SearchError::Panic))?;
        }
        Ok(order.finish(tests, observe))
    })
}

/// Searches positions until all are taken or the signal stops.
fn search_positions(
    tests: &[TestPosition],
    config: &SuiteConfig,
    signal: &Arc<Signal>,
    next: &AtomicUsize,
    results: Sender<(usize, TestResult)>,
) -> Result<(), SearchError> {
    let mut searcher = Searcher::new(config.hash, config.threads)?;
    while !signal.is_stopped() {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(test) = tests.get(index) else { break };
        let result = search_position(&mut searcher, test, config, signal)?;
        // A stopped search has looked at less than the others. A closed channel means that nobody waits.
        if signal.is_stopped() || results.send((index, result)).is_err() {
            break;
        }
    }
    Ok(())
}

fn search_position(
    searcher: &mut Searcher,
    test: &TestPosition,
    config: &SuiteConfig,
    signal: &Arc<Signal>,
) -> Result<TestResult, SearchError> {
    searcher.clear();
    let tracker = Arc::new(Mutex::new(SolutionTracker::default()));
    let reporter = {
        let (tracker, goal) = (Arc::clone(&tracker), test.goal.clone());
        move |report| {
            if let Report::Progress(info) = report {
                let mut tracker = tracker.lock().unwrap_or_else(PoisonError::into_inner);
                tracker.update(&goal, &info);
            }
        }
    };
    let started = Instant::now();
    let limits = Limits {
        depth: config.limits.depth,
        nodes: config.limits.nodes,
        move_time: config.limits.move_time,
        ..Limits::none(started)
    };
    let search_config = SearchConfig {
        network: config.network.clone(),
        ..SearchConfig::default()
    };
    let result = with_position!(test.position, position => searcher.search(&SearchJob {
        config: search_config,
        signal: Arc::new(Signal::within(signal)),
        report: Some(Arc::new(reporter)),
        ..SearchJob::new(position, limits)
    }))?;
    let tracker = tracker.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(test_result(test, &result, &tracker, started.elapsed()))
}

fn test_result(
    test: &TestPosition,
    result: &SearchResult,
    tracker: &SolutionTracker,
    time: Duration,
) -> TestResult {
    let (goal, score) = (&test.goal, result.score);
    let is_solved = result.best.is_some_and(|best| goal.is_met(best, score));
    let end = Solution {
        depth: tracker.depth(),
        nodes: result.nodes,
        time,
    };
    TestResult {
        best: result.best,
        score,
        depth: tracker.depth(),
        nodes: result.nodes,
        time,
        solution: is_solved.then(|| tracker.finish(end)),
        points: result.best.map_or(0, |best| goal.points(best)),
        is_mate_found: goal.mate.is_some_and(|mate| mate.is_found(score)),
    }
}

/// Hands results on in the order of the positions.
#[derive(Default)]
struct ResultOrder {
    next: usize,
    /// Results after one that is still missing.
    waiting: BTreeMap<usize, TestResult>,
}

impl ResultOrder {
    fn add(
        &mut self,
        index: usize,
        result: TestResult,
        tests: &[TestPosition],
        observe: &mut dyn FnMut(&TestPosition, &TestResult),
    ) {
        self.waiting.insert(index, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            observe(&tests[self.next], &result);
            self.next += 1;
        }
    }

    /// Hands on the results after missing ones. Returns whether none is missing.
    fn finish(
        self,
        tests: &[TestPosition],
        observe: &mut dyn FnMut(&TestPosition, &TestResult),
    ) -> bool {
        for (index, result) in self.waiting {
            observe(&tests[index], &result);
        }
        self.next == tests.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::TestSuite;
    use super::*;
    use crate::eval;

    const SUITE: &str = "\
        6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"A.1\";\n\
        6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm #1; id \"A.2\";\n\
        6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; id \"A.3\";\n\
        4k3/8/8/3q4/4P3/8/PP6/4K3 w - - bm exd5; c0 \"exd5=10, e5=1\"; id \"B.1\";\n\
        4k3/8/8/3q4/4P3/8/PP6/4K3 w - - bm a3; c0 \"exd5=10, a3=100\"; id \"B.2\";\n";

    fn config(jobs: usize) -> SuiteConfig {
        SuiteConfig {
            limits: SuiteLimits {
                nodes: Some(3000),
                ..SuiteLimits::default()
            },
            threads: 1,
            jobs,
            hash: 1,
            network: eval::default_network(),
        }
    }

    fn suite() -> Vec<TestPosition> {
        let suite = TestSuite::parse(SUITE.as_bytes(), Default::default());
        assert_eq!(suite.rejected, []);
        suite.positions
    }

    fn results(jobs: usize) -> Vec<TestResult> {
        let tests = suite();
        let mut results = Vec::new();
        let mut lines = Vec::new();
        let mut observe = |test: &TestPosition, result: &TestResult| {
            lines.push(test.line);
            results.push(*result);
        };
        let interrupted = AtomicBool::new(false);
        assert!(run(&tests, &config(jobs), &interrupted, &mut observe).unwrap());
        assert_eq!(lines, [1, 2, 3, 4, 5]);
        results
    }

    #[test]
    fn solved_positions_mates_and_points_are_counted() {
        let results = results(1);
        let solved: Vec<bool> = results.iter().map(|r| r.solution.is_some()).collect();
        assert_eq!(solved, [true, true, false, true, false]);
        let points: Vec<u32> = results.iter().map(|r| r.points).collect();
        assert_eq!(points, [0, 0, 0, 10, 10]);
        let mates: Vec<bool> = results.iter().map(|r| r.is_mate_found).collect();
        assert_eq!(mates, [false, true, false, false, false]);
        for result in results {
            let solution = result.solution.unwrap_or_default();
            assert!(solution.depth <= result.depth && solution.nodes <= result.nodes);
            assert!((1..=3000).contains(&result.nodes));
        }
    }

    #[test]
    fn results_do_not_depend_on_the_jobs() {
        let facts = |jobs| -> Vec<_> {
            let facts = |r: &TestResult| (r.best, r.score, r.depth, r.nodes, r.points);
            results(jobs).iter().map(facts).collect()
        };
        assert_eq!(facts(1), facts(3));
    }

    #[test]
    fn an_interrupted_run_ends_without_its_searches() {
        let tests = suite();
        let config = SuiteConfig {
            limits: SuiteLimits {
                depth: Some(240),
                ..SuiteLimits::default()
            },
            ..config(2)
        };
        let mut count = 0;
        let mut observe = |_: &TestPosition, _: &TestResult| count += 1;
        let is_complete = run(&tests, &config, &AtomicBool::new(true), &mut observe);
        assert!(!is_complete.unwrap());
        assert!(count < tests.len());
    }
}
