//! Many games on many threads, into a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use thiserror::Error;

use super::game::Player;
use super::numbers::{Numbers, numbers};
use crate::data::{DataError, GameError, GameWriter, LockedFile, PackedGame};
use crate::eval::nnue::Network;
use crate::search::{BenchSettings, NodeLimits, STACK_SIZE, Signal, Solo, bench};

/// How often the clock and whoever interrupts are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How often what was written is made safe from a loss of power.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);
/// How deep the bench is whose nodes tell builds of the program apart.
const FINGERPRINT_DEPTH: u32 = 4;

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayConfig {
    /// Threads, each of which plays whole games.
    pub threads: usize,
    /// Other seeds make other games.
    pub seed: u64,
    /// The bounds of the search of each move.
    pub limits: NodeLimits,
    /// Size of each thread's transposition table in MiB.
    pub hash: usize,
    /// What evaluates; `None` for hand-made terms.
    pub network: Option<Arc<Network>>,
}

impl SelfplayConfig {
    /// What stands in the head of the file: a file goes on only with the settings it began with, and with a
    /// program that plays the same moves.
    fn describe(&self) -> String {
        format!(
            "diglot datagen: seed {}, {} nodes, at most {}, hash {} MiB, {}, bench {FINGERPRINT_DEPTH} of {} nodes",
            self.seed,
            self.limits.soft,
            self.limits.hard,
            self.hash,
            self.evaluation(),
            self.fingerprint(),
        )
    }

    /// Nodes of a bench, which any change of search or evaluation changes.
    fn fingerprint(&self) -> u64 {
        let settings = BenchSettings {
            depth: FINGERPRINT_DEPTH,
            threads: 1,
            hash: 1,
            network: self.network.clone(),
        };
        let signal = Arc::new(Signal::new(false));
        // Nobody stops it.
        bench(&settings, &signal, &mut |_| {}).map_or(0, |result| result.nodes)
    }

    fn evaluation(&self) -> String {
        match &self.network {
            None => "hand-made evaluation".to_owned(),
            Some(network) => format!("network {:016x}", network.checksum()),
        }
    }
}

/// When to end: as soon as one of these is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// So many games are in the file.
    pub games: Option<u64>,
    /// So many positions with a score are in the file.
    pub positions: Option<u64>,
    /// So much time has passed in this run.
    pub time: Option<Duration>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Positions with a score in the file.
    pub positions: u64,
    /// Of these, positions of this run.
    pub new_positions: u64,
    /// Bytes of a game that was not written to its end by an earlier run, and was dropped.
    pub dropped: u64,
    /// How long this run has taken.
    pub time: Duration,
}

/// Why no games are made.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file is not read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file has been begun with other settings.
    #[error("{} has been begun with other settings ({text}); name another file", .path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What it says of itself.
        text: String,
    },
    /// A thread cannot be started.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
    /// A search has failed, which is an error of the program.
    #[error("the search has failed in game {0}")]
    Search(u64),
    /// A game that was played is none.
    #[error("game {number} cannot be packed: {reason}")]
    Game {
        /// Its number.
        number: u64,
        /// What is wrong.
        reason: GameError,
    },
}

/// Plays games into a file until the target is reached or `interrupted` is set. A file that is there already
/// goes on where it ended. `observe` is told now and then how far it has come.
pub fn run(
    settings: &SelfplayConfig,
    target: Target,
    path: &Path,
    interrupted: &AtomicBool,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Progress, DatagenError> {
    let started = Instant::now();
    let (writer, taken, progress) = open(path, &settings.describe())?;
    let stop = Arc::new(Signal::new(false));
    let numbers = Mutex::new(numbers(taken, target.games.unwrap_or(u64::MAX)));
    observe(&progress);
    let (sender, games) = unbounded();
    thread::scope(|scope| {
        let mut collector = Collector {
            writer,
            progress,
            started,
            synced: started,
        };
        for _ in 0..settings.threads.max(1) {
            let sender = sender.clone();
            let (numbers, stop) = (&numbers, &stop);
            let spawned = thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, move || play(settings, numbers, stop, &sender));
            if let Err(error) = spawned {
                stop.stop();
                return Err(DatagenError::Thread(error));
            }
        }
        drop(sender);
        let done = collector.collect(&games, target, interrupted, observe);
        stop.stop();
        // Games that were finished meanwhile are as good as the others.
        done.and_then(|()| collector.write_rest(&games))?;
        collector.writer.sync()?;
        Ok(collector.progress)
    })
}

type Played = Result<PackedGame, DatagenError>;

/// Plays games as long as there are any to be played.
fn play(
    settings: &SelfplayConfig,
    numbers: &Mutex<Numbers>,
    stop: &Arc<Signal>,
    games: &Sender<Played>,
) {
    let mut player = Player {
        solo: Solo::new(settings.hash, settings.network.clone()),
        seed: settings.seed,
        limits: settings.limits,
        stop,
    };
    let next = || {
        numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    while let Some(number) = next() {
        let played = match player.play(number) {
            Some(record) => record
                .pack()
                .map_err(|reason| DatagenError::Game { number, reason }),
            None if stop.is_stopped() => return,
            None => Err(DatagenError::Search(number)),
        };
        if games.send(played).is_err() {
            return;
        }
    }
}

/// Begins a file, or reads the one that is there: where to write, the numbers of the games in it, and
/// how many games and positions it has.
fn open(
    path: &Path,
    text: &str,
) -> Result<(GameWriter<std::fs::File>, Vec<u64>, Progress), DatagenError> {
    let mut progress = Progress::default();
    let file = LockedFile::open(path)?;
    let size = file.size()?;
    if size == 0 {
        return Ok((file.overwrite(text)?, Vec::new(), progress));
    }
    let mut reader = file.reader()?;
    if reader.text() != text {
        let (path, text) = (path.to_owned(), reader.text().to_owned());
        return Err(DatagenError::OtherSettings { path, text });
    }
    let mut taken = Vec::new();
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                taken.push(game.number());
                progress.add(&game);
            }
            // An earlier run was ended while it wrote this one.
            Err(DataError::Truncated { .. }) if !file.has_games_after(reader.offset())? => break,
            Err(error) => return Err(error.into()),
        }
    }
    progress.dropped = size.saturating_sub(reader.offset());
    Ok((file.append_at(reader.offset())?, taken, progress))
}

impl Progress {
    fn add(&mut self, game: &PackedGame) {
        self.games += 1;
        self.positions += game.positions() as u64;
    }
}

/// Takes the games that are played, and writes them.
struct Collector {
    writer: GameWriter<std::fs::File>,
    progress: Progress,
    started: Instant,
    synced: Instant,
}

impl Collector {
    fn collect(
        &mut self,
        games: &Receiver<Played>,
        target: Target,
        interrupted: &AtomicBool,
        observe: &mut dyn FnMut(&Progress),
    ) -> Result<(), DatagenError> {
        while !interrupted.load(Ordering::Relaxed) && !self.is_reached(target) {
            match games.recv_timeout(TICK) {
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

    fn is_reached(&self, target: Target) -> bool {
        let Progress {
            games, positions, ..
        } = self.progress;
        target.games.is_some_and(|wanted| games >= wanted)
            || target.positions.is_some_and(|wanted| positions >= wanted)
            || target
                .time
                .is_some_and(|time| self.started.elapsed() >= time)
    }

    fn write_rest(&mut self, games: &Receiver<Played>) -> Result<(), DatagenError> {
        for game in games {
            self.write(game)?;
        }
        self.progress.time = self.started.elapsed();
        Ok(())
    }

    fn write(&mut self, game: Played) -> Result<(), DatagenError> {
        let game = game?;
        let before = self.progress.positions;
        self.writer.write(&game)?;
        self.progress.add(&game);
        self.progress.new_positions += self.progress.positions - before;
        Ok(())
    }
}
