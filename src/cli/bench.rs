//! The benchmark: a fixed set of positions searched to a fixed depth. On one thread the number of
//! nodes depends on nothing but the program, so it tells whether a change changed the search.

mod positions;

use std::time::Instant;

use clap::builder::RangedU64ValueParser;

use self::positions::POSITIONS;
use super::tell;
use crate::board::{CastlingMode, Position};
use crate::engine::MAX_HASH;
use crate::search::{Limits, search_to_completion};

const DEFAULT_DEPTH: u32 = 13;
const DEFAULT_THREADS: usize = 1;
const DEFAULT_HASH: usize = 16;

const MAX_THREADS: u64 = 1024;

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(super) struct Arguments {
    /// Plies to search each position
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=240))]
    depth: u32,

    /// Search threads; with more than one the number of nodes is not always the same
    #[arg(default_value_t = DEFAULT_THREADS)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(default_value_t = DEFAULT_HASH)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64))]
    hash: usize,
}

/// Searches all positions; progress goes to standard error. The last line is `N nodes M nps`.
pub(super) fn run(arguments: &Arguments) -> Vec<String> {
    let started = Instant::now();
    let mut nodes = 0;
    for (i, fen) in POSITIONS.iter().enumerate() {
        let Ok((position, _)) = Position::from_fen(fen, CastlingMode::Chess960) else {
            continue; // a test reads every one of them
        };
        let limits = Limits {
            depth: Some(arguments.depth),
            ..Limits::none(Instant::now())
        };
        let summary = search_to_completion(position, limits, arguments.threads, arguments.hash);
        nodes += summary.nodes;
        let best = summary.best.map(|m| position.to_san(m));
        tell(&format!(
            "{:2}/{} {:10} nodes  {:8} {fen}",
            i + 1,
            POSITIONS.len(),
            summary.nodes,
            best.as_deref().unwrap_or("-")
        ));
    }
    let seconds = started.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-6);
    vec![
        format!("time {seconds:.3} s"),
        format!("{nodes} nodes {speed:.0} nps"),
    ]
}

/// The benchmark as a command within a session: `[DEPTH [THREADS [HASH]]]`. A word that makes no
/// sense stands for its default.
pub(super) fn for_session(words: &str) -> Vec<String> {
    run(&Arguments::from_words(words))
}

impl Arguments {
    fn from_words(words: &str) -> Arguments {
        let mut numbers = words
            .split_ascii_whitespace()
            .map(|word| word.parse::<u64>().ok());
        let mut next = |max: u64| {
            let number = numbers.next().flatten()?;
            (1..=max).contains(&number).then_some(number)
        };
        Arguments {
            depth: next(240).map_or(DEFAULT_DEPTH, |n| n as u32),
            threads: next(MAX_THREADS).map_or(DEFAULT_THREADS, |n| n as usize),
            hash: next(MAX_HASH as u64).map_or(DEFAULT_HASH, |n| n as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_position_is_legal_different_and_has_a_move() {
        let mut keys = HashSet::new();
        for fen in POSITIONS {
            let (position, repairs) = Position::from_fen(fen, CastlingMode::Chess960).unwrap();
            assert!(repairs.is_empty(), "{fen}: {repairs:?}");
            assert!(position.has_legal_move(), "{fen}");
            assert!(keys.insert(position.key()), "{fen}");
        }
        assert!(POSITIONS.len() >= 40);
    }

    #[test]
    fn words_of_a_session_are_numbers_or_defaults() {
        let read = |words| {
            let arguments = Arguments::from_words(words);
            (arguments.depth, arguments.threads, arguments.hash)
        };
        assert_eq!(read(""), (13, 1, 16));
        assert_eq!(read("5"), (5, 1, 16));
        assert_eq!(read("5 2 64"), (5, 2, 64));
        assert_eq!(read("x 0 99999999999"), (13, 1, 16));
    }
}
