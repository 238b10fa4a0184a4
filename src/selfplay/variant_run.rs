//! Self-play games of a variant, to tune the weights of its evaluation.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Sender, unbounded};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::adjudication::Adjudicator;
use super::config::SelfplayConfig;
use super::error::SelfplayError;
use super::progress::{SelfplayProgress, SelfplayTarget};
use crate::board::{Fairy, KeyHistory, Position, Variant, mix_bits};
use crate::data::{VariantGame, io_error};
use crate::search::{Limits, STACK_SIZE, SearchConfig, SearchJob, SearchResult, Searcher, Signal};

/// Random plies of an opening. There are two lengths so that either side may be on move.
const OPENING_PLIES: std::ops::RangeInclusive<usize> = 6..=7;

/// Openings with a larger advantage for one side, in centipawns, are rejected.
const MAX_OPENING_SCORE: i32 = 600;

/// A side wins with this score in centipawns for some plies. Scores of variants swing more than those of chess.
const WIN_SCORE: i32 = 2500;

/// A game with this many plies after its opening is drawn.
const MAX_PLIES: usize = 400;

/// Plays games of a variant and appends them to a file, until the target is reached or `interrupted` is set. Calls
/// `observe` after each game. A game depends only on its number and the configuration, but the threads write them in
/// the order in which they end.
pub fn run_variant(
    config: &SelfplayConfig,
    variant: &'static Variant,
    target: SelfplayTarget,
    path: &Path,
    interrupted: &AtomicBool,
    observe: &mut dyn FnMut(&SelfplayProgress),
) -> Result<SelfplayProgress, SelfplayError> {
    let started = Instant::now();
    let mut progress = count_games(path, variant)?;
    let file = OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.map_err(io_error(path))?;
    let next = AtomicU64::new(progress.games);
    let stop = Arc::new(Signal::new(false));
    let (sender, games) = unbounded();
    thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            let play = move || play_games(config, variant, next, stop, &sender);
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, play) {
                stop.stop();
                return Err(SelfplayError::Thread(error));
            }
        }
        drop(sender);
        let mut write = || {
            for game in &games {
                let game: VariantGame = game?;
                writeln!(file, "{}", game.to_line()).map_err(io_error(path))?;
                progress.games += 1;
                progress.positions += game.moves.len() as u64;
                progress.new_positions += game.moves.len() as u64;
                progress.time = started.elapsed();
                observe(&progress);
                if target.is_reached(&progress) || interrupted.load(Ordering::Relaxed) {
                    break;
                }
            }
            Ok(progress)
        };
        let written = write();
        stop.stop();
        written
    })
}

/// The games of a variant that a file holds already; none if there is no file.
fn count_games(path: &Path, variant: &'static Variant) -> Result<SelfplayProgress, SelfplayError> {
    let mut progress = SelfplayProgress::default();
    if path.exists() {
        let file = File::open(path).map_err(io_error(path))?;
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(io_error(path))?;
            let game = VariantGame::from_line(variant, &line);
            let game = game.map_err(|error| SelfplayError::OtherGames {
                path: path.to_owned(),
                line: index + 1,
                error,
            })?;
            progress.games += 1;
            progress.positions += game.moves.len() as u64;
        }
    }
    Ok(progress)
}

/// Plays games until the receiver is gone or `stop` is raised. An error is sent like a game.
fn play_games(
    config: &SelfplayConfig,
    variant: &'static Variant,
    next: &AtomicU64,
    stop: &Arc<Signal>,
    games: &Sender<Result<VariantGame, SelfplayError>>,
) {
    let searcher = match Searcher::new(config.hash, 1) {
        Ok(searcher) => searcher,
        Err(error) => {
            // Fails only if the run is ending.
            let _ = games.send(Err(SelfplayError::Searcher(error)));
            return;
        }
    };
    let mut player = VariantPlayer {
        searcher,
        config,
        variant,
        stop,
    };
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let game = player.play(number);
        if stop.is_stopped() || games.send(game).is_err() {
            return;
        }
    }
}

/// Plays games of a variant with one searcher.
struct VariantPlayer<'a> {
    searcher: Searcher,
    config: &'a SelfplayConfig,
    variant: &'static Variant,
    stop: &'a Arc<Signal>,
}

impl VariantPlayer<'_> {
    fn play(&mut self, number: u64) -> Result<VariantGame, SelfplayError> {
        let seed = mix_bits(mix_bits(self.config.seed).wrapping_add(number));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let Some((position, history)) = self.draw_opening(&mut random) else {
                continue;
            };
            self.searcher.clear();
            let first = self.search(&position, &history);
            let first = first.ok_or(SelfplayError::Search(number))?;
            if first.score.raw().abs() <= MAX_OPENING_SCORE {
                let game = self.play_from(position, history, first);
                return game.ok_or(SelfplayError::Search(number));
            }
        }
    }

    /// Draws random legal moves from the start position, which lose no material if there are such moves; `None` if the
    /// game ends within them.
    fn draw_opening(
        &self,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<(Position<Fairy>, KeyHistory)> {
        let mut position = Position::start_of(self.variant);
        let mut history = KeyHistory::default();
        for _ in 0..random.random_range(OPENING_PLIES) {
            let moves = position.legal_moves();
            let keeps_material = moves.iter().filter(|m| position.see_at_least(**m, 0));
            let keeps_material: Vec<_> = keeps_material.collect();
            let m = keeps_material.choose(random).copied();
            let m = *m.or_else(|| moves.choose(random))?;
            history.push(position.key());
            position = position.after(m);
        }
        position
            .outcome(&history)
            .is_none()
            .then_some((position, history))
    }

    /// Searches a position; `None` if the search was stopped or failed.
    fn search(&mut self, position: &Position<Fairy>, history: &KeyHistory) -> Option<SearchResult> {
        let limits = Limits {
            soft_nodes: Some(self.config.soft_nodes),
            nodes: Some(self.config.hard_nodes),
            ..Limits::none(Instant::now())
        };
        let result = self.searcher.search(&SearchJob {
            history: history.clone(),
            config: SearchConfig {
                network: self.config.network.clone(),
                ..SearchConfig::default()
            },
            signal: Arc::new(Signal::within(self.stop)),
            ..SearchJob::new(*position, limits)
        });
        result.ok().filter(|result| result.best.is_some())
    }

    /// Plays a game on from an opening. `best` is the search result of its last position.
    fn play_from(
        &mut self,
        mut position: Position<Fairy>,
        mut history: KeyHistory,
        mut best: SearchResult,
    ) -> Option<VariantGame> {
        let mut game = VariantGame {
            start: position,
            moves: Vec::new(),
            winner: None,
        };
        let mut adjudicator = Adjudicator::new(WIN_SCORE);
        loop {
            let m = best.best?;
            let side = position.side_to_move();
            let by_score = adjudicator.add_score(game.moves.len(), side, best.score);
            game.moves.push((m, best.score.raw()));
            history.push(position.key());
            position = position.after(m);
            let by_rule = position.outcome(&history).map(|outcome| outcome.winner());
            let by_length = (game.moves.len() >= MAX_PLIES).then_some(None);
            let by_score = by_score.map(|(_, winner)| winner);
            if let Some(winner) = by_rule.or(by_score).or(by_length) {
                game.winner = winner;
                return Some(game);
            }
            best = self.search(&position, &history)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::board::variant;

    #[test]
    fn games_are_appended_and_depend_only_on_their_number() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.txt");
        let config = SelfplayConfig {
            threads: 1,
            seed: 7,
            soft_nodes: 50,
            hard_nodes: 400,
            hash: 1,
            network: None,
        };
        let atomic = variant("atomic").unwrap();
        let run = |games, path: &Path| {
            let target = SelfplayTarget {
                games: Some(games),
                ..SelfplayTarget::default()
            };
            let flag = AtomicBool::new(false);
            run_variant(&config, atomic, target, path, &flag, &mut |_| {}).unwrap()
        };
        run(1, &path);
        let progress = run(3, &path);
        let text = std::fs::read_to_string(&path).unwrap();
        let games: Vec<_> = text
            .lines()
            .map(|line| VariantGame::from_line(atomic, line).unwrap())
            .collect();
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        assert_eq!((progress.games, progress.positions), (3, plies as u64));
        let other = folder.path().join("other.txt");
        run(3, &other);
        assert_eq!(std::fs::read_to_string(&other).unwrap(), text);
        for text in [
            "hello world",
            "1/2 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1; P@e4 5",
        ] {
            std::fs::write(&other, text).unwrap();
            let found = count_games(&other, atomic);
            assert!(matches!(
                found,
                Err(SelfplayError::OtherGames { line: 1, .. })
            ));
        }
    }
}
