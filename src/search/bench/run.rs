use std::sync::Arc;
use std::time::Instant;

use super::config::BenchConfig;
use super::positions::POSITIONS;
use super::result::{BenchPosition, BenchResult};
use crate::board::{CastlingMode, Position};
use crate::search::config::SearchConfig;
use crate::search::threads::job::SearchJob;
use crate::search::threads::searcher::search_to_completion;
use crate::search::time::limits::Limits;
use crate::search::time::signal::Signal;

/// Searches all positions, each with empty tables, and calls `observe` after each. Returns `None` if
/// `signal` stops the benchmark.
pub fn bench(
    config: &BenchConfig,
    signal: &Arc<Signal>,
    observe: &mut dyn FnMut(&BenchPosition),
) -> Option<BenchResult> {
    let started = Instant::now();
    let mut nodes = 0;
    for (i, fen) in POSITIONS.iter().enumerate() {
        let Ok((position, _)) = Position::from_fen(fen, CastlingMode::Chess960) else {
            continue; // A test parses all of them.
        };
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
        let result = search_to_completion(&job, config.hash, config.threads);
        if signal.is_stopped() {
            return None;
        }
        nodes += result.nodes;
        observe(&BenchPosition {
            number: i + 1,
            count: POSITIONS.len(),
            fen,
            nodes: result.nodes,
            best: result.best.map(|m| (position, m)),
        });
    }
    Some(BenchResult {
        nodes,
        time: started.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(stopped, None);
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
        assert_eq!(result.map(|result| result.nodes), Some(nodes));
        assert_eq!(count, POSITIONS.len());
    }
}
