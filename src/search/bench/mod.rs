//! The benchmark: a fixed set of positions searched to a fixed depth, each with empty tables. On one
//! thread the number of nodes depends on nothing but the program, so it tells whether a change changed
//! the search.

mod positions;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use self::positions::POSITIONS;
use crate::board::{CastlingMode, Position};
use crate::eval::{self, nnue::Network};
use crate::search::threads::pool::search_until_stopped;
use crate::search::time::limits::Limits;
use crate::search::time::signal::Signal;
use crate::types::Move;

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchSettings {
    /// Plies to search each position.
    pub depth: u32,
    /// Search threads; with more than one the number of nodes is not always the same.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// What evaluates; `None` for hand-made terms.
    pub network: Option<Arc<Network>>,
}

impl Default for BenchSettings {
    fn default() -> BenchSettings {
        BenchSettings {
            depth: 13,
            threads: 1,
            hash: 16,
            network: eval::default_network(),
        }
    }
}

/// One position has been searched.
#[derive(Clone, Copy, Debug)]
pub struct BenchStep {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// The position.
    pub fen: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// The position and the best move in it.
    pub best: Option<(Position, Move)>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl BenchResult {
    /// Positions visited in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)).round() as u64
    }
}

/// The line that tools look for.
impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches all positions, telling of each; `None` if the signal stops it before the end.
pub fn bench(
    settings: &BenchSettings,
    signal: &Arc<Signal>,
    progress: &mut dyn FnMut(&BenchStep),
) -> Option<BenchResult> {
    let started = Instant::now();
    let mut nodes = 0;
    for (i, fen) in POSITIONS.iter().enumerate() {
        let Ok((position, _)) = Position::from_fen(fen, CastlingMode::Chess960) else {
            continue; // a test reads every one of them
        };
        let limits = Limits {
            depth: Some(settings.depth),
            ..Limits::none(Instant::now())
        };
        let summary = search_until_stopped(
            position,
            limits,
            settings.threads,
            settings.hash,
            settings.network.clone(),
            Signal::within(signal),
        );
        if signal.is_stopped() {
            return None;
        }
        nodes += summary.nodes;
        progress(&BenchStep {
            number: i + 1,
            count: POSITIONS.len(),
            fen,
            nodes: summary.nodes,
            best: summary.best.map(|m| (position, m)),
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
    fn every_position_is_legal_different_and_has_a_move() {
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
    fn a_stop_ends_it_without_a_result() {
        let signal = Arc::new(Signal::new(false));
        let settings = BenchSettings {
            depth: 240,
            hash: 1,
            ..BenchSettings::default()
        };
        let stopped = std::thread::scope(|scope| {
            let task = scope.spawn(|| bench(&settings, &signal, &mut |_| {}));
            signal.stop();
            task.join().unwrap()
        });
        assert_eq!(stopped, None);
    }

    #[test]
    fn each_position_is_told_and_counted() {
        let settings = BenchSettings {
            depth: 1,
            hash: 1,
            ..BenchSettings::default()
        };
        let (mut steps, mut nodes) = (0, 0);
        let mut progress = |step: &BenchStep| {
            steps += 1;
            nodes += step.nodes;
            assert_eq!((step.number, step.count), (steps, POSITIONS.len()));
        };
        let result = bench(&settings, &Arc::new(Signal::new(false)), &mut progress);
        assert_eq!(result.map(|result| result.nodes), Some(nodes));
        assert_eq!(steps, POSITIONS.len());
    }
}
