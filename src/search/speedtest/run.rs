//! Runs the speed test: a warm-up, then rounds over all games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::config::SpeedtestConfig;
use super::games::GAMES;
use super::result::{SpeedtestResult, SpeedtestRound};
use crate::board::Position;
use crate::search::config::SearchConfig;
use crate::search::report::Report;
use crate::search::threads::error::SearchError;
use crate::search::threads::job::SearchJob;
use crate::search::threads::searcher::{Searcher, search_thread};
use crate::search::time::limits::Limits;

/// Rounds over all positions. Their spread tells how steady the machine is.
const ROUNDS: u32 = 5;
/// The warm-up takes this part of the time.
const WARM_UP: u32 = 20;
/// The first position searched in a game, in plies from its start.
const FIRST_PLY: usize = 10;
/// Plies from one position to the next: an engine searches its own moves only.
const STEP: usize = 2;

/// Runs the speed test and calls `observe` after each round.
pub fn speedtest(
    config: &SpeedtestConfig,
    observe: &mut (dyn FnMut(&SpeedtestRound) + Send),
) -> Result<SpeedtestResult, SearchError> {
    thread::scope(|scope| {
        let spawned = search_thread()?.spawn_scoped(scope, || run_rounds(config, observe));
        let handle = spawned.map_err(|error| SearchError::Threads(error.to_string()))?;
        handle.join().unwrap_or(Err(SearchError::Panic))
    })
}

fn run_rounds(
    config: &SpeedtestConfig,
    observe: &mut (dyn FnMut(&SpeedtestRound) + Send),
) -> Result<SpeedtestResult, SearchError> {
    let games: Vec<Vec<Position>> = GAMES.iter().map(|game| positions(game)).collect();
    let mut searcher = Searcher::new(1, config.threads)?;
    let hash = match searcher.resize_tt_to_fit(config.hash) {
        Ok(()) => config.hash,
        Err(error) => error.hash,
    };
    let hash_full = Arc::new(AtomicU32::new(0));
    let warm_up = config.time / WARM_UP;
    let round_time = (config.time - warm_up) / ROUNDS;
    let mut round =
        |games: &[Vec<Position>], time| run_round(&mut searcher, config, games, time, &hash_full);
    round(&games[..1], warm_up)?;
    hash_full.store(0, Ordering::Relaxed);
    let rounds = (0..ROUNDS).map(|_| {
        let round = round(&games, round_time)?;
        observe(&round);
        Ok(round)
    });
    Ok(SpeedtestResult {
        rounds: rounds.collect::<Result<_, SearchError>>()?,
        positions: games.iter().map(Vec::len).sum(),
        games: games.len(),
        hash,
        hash_full: hash_full.load(Ordering::Relaxed),
    })
}

/// Searches all positions for `time` altogether, each game with an empty table at its start.
fn run_round(
    searcher: &mut Searcher,
    config: &SpeedtestConfig,
    games: &[Vec<Position>],
    time: Duration,
    hash_full: &Arc<AtomicU32>,
) -> Result<SpeedtestRound, SearchError> {
    let mut round = SpeedtestRound {
        nodes: 0,
        time: Duration::ZERO,
    };
    for game in games {
        searcher.clear();
        let shares = time_shares(time / games.len() as u32, game.len());
        for (&position, share) in game.iter().zip(shares) {
            let job = job(position, config, share, hash_full);
            let started = Instant::now();
            let result = searcher.search(&job)?;
            round.time += started.elapsed();
            round.nodes += result.nodes;
        }
    }
    Ok(round)
}

fn job(
    position: Position,
    config: &SpeedtestConfig,
    time: Duration,
    hash_full: &Arc<AtomicU32>,
) -> SearchJob {
    let limits = Limits {
        move_time: Some(time),
        ..Limits::none(Instant::now())
    };
    let hash_full = Arc::clone(hash_full);
    let report = move |report| {
        if let Report::Progress(info) = report {
            hash_full.fetch_max(info.hash_full, Ordering::Relaxed);
        }
    };
    SearchJob {
        config: SearchConfig {
            network: config.network.clone(),
            ..SearchConfig::default()
        },
        report: Some(Arc::new(report)),
        ..SearchJob::new(position, limits)
    }
}

/// Splits the time of a game over its positions. The shares grow evenly until the last is twice the first, so that most
/// of the time is spent with a filled table.
fn time_shares(time: Duration, positions: usize) -> impl Iterator<Item = Duration> {
    let weights = (0..positions).map(move |i| 1.0 + i as f64 / positions.max(2) as f64);
    let sum: f64 = weights.clone().sum();
    weights.map(move |weight| {
        let share = time.mul_f64(weight / sum);
        share.max(Duration::from_millis(1))
    })
}

/// The positions of a game that are searched.
fn positions(game: &str) -> Vec<Position> {
    let mut position = Position::startpos();
    let mut positions = vec![position];
    for text in game.split_ascii_whitespace() {
        // A test plays all games.
        let Ok(m) = position.parse_san(text) else {
            break;
        };
        position = position.after(m);
        positions.push(position);
    }
    // The last position may be the end of the game.
    positions.pop();
    positions
        .into_iter()
        .skip(FIRST_PLY)
        .step_by(STEP)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_legal_and_long() {
        for game in GAMES {
            let plies = game.split_ascii_whitespace().count();
            let positions = positions(game);
            assert_eq!(
                positions.len(),
                (plies - FIRST_PLY).div_ceil(STEP),
                "{game}"
            );
            assert!(positions.len() >= 20, "{game}");
            assert!(positions.iter().all(Position::has_legal_move), "{game}");
        }
        assert!(GAMES.len() >= 5);
    }

    #[test]
    fn time_shares_grow_and_add_up() {
        let time = Duration::from_secs(10);
        let shares: Vec<Duration> = time_shares(time, 50).collect();
        assert!(shares.is_sorted() && shares.len() == 50);
        let sum: Duration = shares.iter().sum();
        assert!(sum.abs_diff(time) < Duration::from_millis(1), "{sum:?}");
        let growth = shares[49].as_secs_f64() / shares[0].as_secs_f64();
        assert!((growth - 1.98).abs() < 0.01, "{growth}");
    }

    #[test]
    fn every_round_visits_nodes() {
        let config = SpeedtestConfig {
            threads: 2,
            hash: 1,
            time: Duration::from_millis(50),
            network: None,
        };
        let mut count = 0;
        let result = speedtest(&config, &mut |round| {
            count += 1;
            assert!(round.nodes > 1000, "{round:?}");
        });
        let result = result.unwrap();
        assert_eq!((count, result.rounds.len()), (ROUNDS, ROUNDS as usize));
        assert_eq!((result.hash, result.games), (1, GAMES.len()));
        assert!(result.positions >= 100 && result.hash_full <= 1000);
    }
}
