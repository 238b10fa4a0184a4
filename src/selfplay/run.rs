//! Self-play data generation on many threads, written to one file.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::config::SelfplayConfig;
use super::error::SelfplayError;
use super::game::GamePlayer;
use super::game_numbers::{GameNumbers, missing_games};
use super::progress::{SelfplayProgress, SelfplayTarget};
use crate::data::{DataError, GameWriter, LockedFile, PackedGame};
use crate::search::{STACK_SIZE, SearchConfig, Searcher, Signal};

/// How often the clock and the interrupt flag are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How often the file is synced to disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);

type PlayedGame = Result<PackedGame, SelfplayError>;

/// Plays games into a file until the target is reached or `interrupted` is set. Continues an existing file.
/// Calls `observe` with the progress at least every tenth of a second.
pub fn run(
    config: &SelfplayConfig,
    target: SelfplayTarget,
    path: &Path,
    interrupted: &AtomicBool,
    observe: &mut dyn FnMut(&SelfplayProgress),
) -> Result<SelfplayProgress, SelfplayError> {
    let started = Instant::now();
    let (writer, played, progress) = open(path, &config.description())?;
    let stop = Arc::new(Signal::new(false));
    let numbers = Mutex::new(missing_games(played, target.games.unwrap_or(u64::MAX)));
    observe(&progress);
    let (sender, games) = unbounded();
    thread::scope(|scope| {
        let mut collector = Collector {
            writer,
            progress,
            started,
            synced: started,
        };
        for _ in 0..config.threads.max(1) {
            let sender = sender.clone();
            let (numbers, stop) = (&numbers, &stop);
            let spawned = thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, move || play_games(config, numbers, stop, &sender));
            if let Err(error) = spawned {
                stop.stop();
                return Err(SelfplayError::Thread(error));
            }
        }
        drop(sender);
        let collected = collector.collect(&games, target, interrupted, observe);
        stop.stop();
        // Games finished before the stop are kept.
        collected.and_then(|()| collector.write_rest(&games))?;
        collector.writer.sync()?;
        Ok(collector.progress)
    })
}

/// Plays games until all are played or `stop` is raised. An error is sent like a game.
fn play_games(
    config: &SelfplayConfig,
    numbers: &Mutex<GameNumbers>,
    stop: &Arc<Signal>,
    games: &Sender<PlayedGame>,
) {
    let searcher = match Searcher::new(config.hash, 1) {
        Ok(searcher) => searcher,
        Err(error) => {
            // Fails only if the run is ending.
            let _ = games.send(Err(SelfplayError::Searcher(error)));
            return;
        }
    };
    let mut player = GamePlayer {
        searcher,
        search_config: SearchConfig {
            network: config.network.clone(),
            ..SearchConfig::default()
        },
        seed: config.seed,
        soft_nodes: config.soft_nodes,
        hard_nodes: config.hard_nodes,
        stop,
    };
    let next = || {
        numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    while let Some(number) = next() {
        let game = match player.play(number) {
            Some(record) => record
                .pack()
                .map_err(|reason| SelfplayError::Game { number, reason }),
            None if stop.is_stopped() => return,
            None => Err(SelfplayError::Search(number)),
        };
        if games.send(game).is_err() {
            return;
        }
    }
}

/// Opens or creates the output file. Returns its writer, the numbers of the games in it, and the progress.
fn open(
    path: &Path,
    text: &str,
) -> Result<(GameWriter<File>, Vec<u64>, SelfplayProgress), SelfplayError> {
    let mut progress = SelfplayProgress::default();
    let file = LockedFile::open(path)?;
    let size = file.size()?;
    if size == 0 {
        return Ok((file.overwrite(text)?, Vec::new(), progress));
    }
    let mut reader = file.reader()?;
    if reader.text() != text {
        let (path, text) = (path.to_owned(), reader.text().to_owned());
        return Err(SelfplayError::OtherSettings { path, text });
    }
    let mut played = Vec::new();
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                played.push(game.number());
                progress.add(&game);
            }
            // An earlier run ended while it was writing this game.
            Err(DataError::Truncated { .. }) if !file.has_games_after(reader.offset())? => break,
            Err(error) => return Err(error.into()),
        }
    }
    progress.dropped = size.saturating_sub(reader.offset());
    Ok((file.append_at(reader.offset())?, played, progress))
}

/// Receives the games and writes them.
struct Collector {
    writer: GameWriter<File>,
    progress: SelfplayProgress,
    started: Instant,
    synced: Instant,
}

impl Collector {
    fn collect(
        &mut self,
        games: &Receiver<PlayedGame>,
        target: SelfplayTarget,
        interrupted: &AtomicBool,
        observe: &mut dyn FnMut(&SelfplayProgress),
    ) -> Result<(), SelfplayError> {
        while !interrupted.load(Ordering::Relaxed) && !target.is_reached(&self.progress) {
            match games.recv_timeout(POLL_INTERVAL) {
                Ok(game) => self.write(game)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.synced.elapsed() >= SYNC_INTERVAL {
                self.writer.sync()?;
                self.synced = Instant::now();
            }
            self.progress.time = self.started.elapsed();
            observe(&self.progress);
        }
        Ok(())
    }

    fn write_rest(&mut self, games: &Receiver<PlayedGame>) -> Result<(), SelfplayError> {
        for game in games {
            self.write(game)?;
        }
        self.progress.time = self.started.elapsed();
        Ok(())
    }

    fn write(&mut self, game: PlayedGame) -> Result<(), SelfplayError> {
        let game = game?;
        let before = self.progress.positions;
        self.writer.write(&game)?;
        self.progress.add(&game);
        self.progress.new_positions += self.progress.positions - before;
        Ok(())
    }
}
