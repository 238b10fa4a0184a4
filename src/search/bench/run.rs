//! Runs the benchmark.

use std::sync::Arc;
use std::time::Instant;

use super::config::BenchConfig;
use super::positions::POSITIONS;
use super::result::{BenchPosition, BenchResult};
use crate::board::{CastlingMode, Position};
use crate::search::config::SearchConfig;
use crate::search::threads::error::{JobError, SearchError};
use crate::search::threads::job::{SearchJob, SearchResult};
use crate::search::threads::searcher::search_to_completion;
use crate::search::time::limits::Limits;
use crate::search::time::signal::Signal;

/// Searches all positions, each with empty tables, and calls `observe` after each.
pub fn bench(
    config: &BenchConfig,
    signal: &Arc<Signal>,
    observe: &mut dyn FnMut(&BenchPosition),
) -> Result<BenchResult, JobError> {
    let search = |job: &SearchJob| search_to_completion(job, config.hash, config.threads);
    bench_with(config, signal, observe, &search)
}

/// Runs the benchmark with a function that searches a position.
fn bench_with(
    config: &BenchConfig,
    signal: &Arc<Signal>,
    observe: &mut dyn FnMut(&BenchPosition),
    search: &dyn Fn(&SearchJob) -> Result<SearchResult, SearchError>,
) -> Result<BenchResult, JobError> {
    let started = Instant::now();
    let mut nodes = 0;
    for (i, fen) in POSITIONS.iter().enumerate() {
        let failed = |reason: String| {
            let (number, count) = (i + 1, POSITIONS.len());
            JobError::Failed(format!("position {number} of {count} ({fen}): {reason}"))
        };
        let position = Position::from_fen(fen, CastlingMode::Chess960);
        let (position, _) = position.map_err(|error| failed(error.to_string()))?;
        let limits = Limits {
            depth: Some(config.depth),
            ..Limits::none(Instant::now())
        };
        let job = SearchJob {
            config: SearchConfig {
                network: config.network.clone(),
                ..SearchConfig::default()
            },
            signal: Arc::new(Signal::within(signal)),
            ..SearchJob::new(position, limits)
        };
        let result = search(&job);
        if signal.is_stopped() {
            return Err(JobError::Stopped);
        }
        let result = result.map_err(|error| failed(error.to_string()))?;
        nodes += result.nodes;
        observe(&BenchPosition {
            number: i + 1,
            count: POSITIONS.len(),
            fen,
            nodes: result.nodes,
            best: result.best.map(|m| (position, m)),
        });
    }
    Ok(BenchResult {
        nodes,
        time: started.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;
    use std::collections::HashSet;

    #[test]
    fn positions_are_legal_and_distinct() {
        let mut keys = HashSet::new();
        for fen in POSITIONS {
            let (position, warnings) = Position::from_fen(fen, CastlingMode::Chess960).unwrap();
            assert!(warnings.is_empty(), "{fen}: {warnings:?}");
            assert!(position.has_legal_move(), "{fen}");
            assert!(keys.insert(position.key()), "{fen}");
        }
        assert!(POSITIONS.len() >= 40);
    }

    #[test]
    fn a_stopped_benchmark_has_no_result() {
        let signal = Arc::new(Signal::new(false));
        let config = BenchConfig {
            depth: 240,
            hash: 1,
            ..BenchConfig::default()
        };
        let stopped = std::thread::scope(|scope| {
            let task = scope.spawn(|| bench(&config, &signal, &mut |_| {}));
            signal.stop();
            task.join().unwrap()
        });
        assert_eq!(stopped, Err(JobError::Stopped));
    }

    #[test]
    fn every_position_is_observed() {
        let config = BenchConfig {
            depth: 1,
            hash: 1,
            ..BenchConfig::default()
        };
        let (mut count, mut nodes) = (0, 0);
        let mut observe = |position: &BenchPosition| {
            count += 1;
            nodes += position.nodes;
            assert_eq!((position.number, position.count), (count, POSITIONS.len()));
        };
        let result = bench(&config, &Arc::new(Signal::new(false)), &mut observe);
        assert_eq!(result.map(|result| result.nodes), Ok(nodes));
        assert_eq!(count, POSITIONS.len());
    }

    #[test]
    fn a_benchmark_with_a_failed_position_has_no_result() {
        let config = BenchConfig::default();
        let signal = Arc::new(Signal::new(false));
        let searches = std::cell::Cell::new(0);
        let search = |_: &SearchJob| {
            searches.set(searches.get() + 1);
            if searches.get() == 3 {
                return Err(SearchError::Panic);
            }
            Ok(SearchResult {
                best: None,
                ponder: None,
                score: Score::DRAW,
                nodes: 1,
            })
        };
        let Err(JobError::Failed(reason)) = bench_with(&config, &signal, &mut |_| {}, &search)
        else {
            panic!("the third position failed");
        };
        let start = format!("position 3 of {} ({})", POSITIONS.len(), POSITIONS[2]);
        assert_eq!(reason, format!("{start}: the search panicked"));
        assert_eq!(searches.get(), 3);
    }
}
