//! The engine: its state, the game, and the events of its background threads.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::book_line::BookLine;
use super::event::{EngineEvent, Message, RawEvent, SearchId};
use super::game::Game;
use super::lag::LagEstimator;
use super::opening_book::{BookCheck, OpeningBook};
use super::options::Options;
use crate::board::{AnyPosition, Position, Variant};
use crate::eval::{self, nnue::Network};
use crate::search::{
    LiveProgress, PositionValues, Reconfiguration, ReconfigurationError, ReconfigurationResult,
    Report, SearchError, SearchQueue, Signal,
};
use crate::tablebase::Tablebases;

/// A chess engine. Its methods never block; results come as [`RawEvent`]s from [`Engine::raw_events`],
/// which [`Engine::accept`] opens.
pub struct Engine {
    pub(super) options: Options,
    pub(super) game: Game,
    pub(super) search_queue: SearchQueue,
    pub(super) event_sender: Sender<RawEvent>,
    raw_events: Receiver<RawEvent>,
    pub(super) running: Option<RunningSearch>,
    pub(super) last_search_id: u64,
    pub(super) pending_preparations: usize,
    pub(super) position_values: Arc<PositionValues>,
    pub(super) paused: bool,
    /// Limit of the memory of all tables together in MiB, if one is set.
    pub(super) memory_limit: Option<usize>,
    /// Size in MiB of the largest transposition table that fits, once that has turned out to be less than the
    /// limit allows.
    pub(super) tt_ceiling: Option<usize>,
    /// The number of threads that was refused last, until there may be more memory.
    pub(super) refused_threads: Option<usize>,
    /// Contempt of the searches that have filled the transposition table.
    pub(super) tt_contempt: i32,
    pub(super) book: OpeningBook,
    /// The encyclopedia of openings.
    pub(super) encyclopedia: OpeningBook,
    pub(super) network: Option<Arc<Network>>,
    /// The tablebases of the searches, as last opened.
    pub(super) tablebases: Arc<Tablebases>,
    /// Number of requests to open tablebases that are not done yet.
    pub(super) pending_tablebases: usize,
    pub(super) lag: LagEstimator,
    /// Seed of the evaluation noise that makes games differ. `None` for deterministic play.
    pub(super) variety_seed: Option<u64>,
}

/// The search that runs, as far as the engine must control it.
pub(super) struct RunningSearch {
    pub(super) id: SearchId,
    pub(super) signal: Arc<Signal>,
    pub(super) progress: Arc<LiveProgress>,
    /// The book line to play at a ponder hit instead of searching on.
    pub(super) book_line: Option<BookLine>,
}

impl Engine {
    /// Creates an engine at the start position.
    ///
    /// # Panics
    /// If there is no memory for the search; see [`Engine::try_new`].
    pub fn new() -> Engine {
        match Engine::try_new() {
            Ok(engine) => engine,
            Err(error) => panic!("{error}"),
        }
    }

    /// Creates an engine at the start position, if there is enough memory for the search.
    pub fn try_new() -> Result<Engine, SearchError> {
        let options = Options::default();
        let search_queue = SearchQueue::new(options.hash, options.threads)?;
        let (event_sender, raw_events) = unbounded();
        Ok(Engine {
            options,
            game: Game::new(Position::startpos()),
            search_queue,
            event_sender,
            raw_events,
            running: None,
            last_search_id: 0,
            pending_preparations: 0,
            position_values: Arc::default(),
            paused: false,
            memory_limit: None,
            tt_ceiling: None,
            refused_threads: None,
            tt_contempt: 0,
            book: OpeningBook::default(),
            encyclopedia: OpeningBook::default(),
            network: eval::default_network(),
            tablebases: Arc::default(),
            pending_tablebases: 0,
            lag: LagEstimator::default(),
            variety_seed: None,
        })
    }

    /// The values of the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game in progress.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game in progress, to make and undo moves. A running search is not affected.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Replaces the game. A running search is not affected. What has been learned in a game of another variant is
    /// forgotten before the next search.
    pub fn set_game(&mut self, game: Game) {
        if game.variant() != self.game.variant() {
            self.prepare(Reconfiguration::Clear);
        }
        self.options.variant = game.variant();
        self.game = game;
    }

    /// Starts a new game of a variant, or of chess, from its start position. A running search is not affected.
    pub fn new_game(&mut self, variant: Option<&'static Variant>) {
        self.set_game(Game::new(AnyPosition::start_of(variant)));
    }

    /// The variant of the game; `None` for chess.
    pub fn variant(&self) -> Option<&'static Variant> {
        self.game.variant()
    }

    /// The network in use; `None` for the hand-crafted evaluation.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The channel of the events of all background threads, to wait on.
    pub fn raw_events(&self) -> &Receiver<RawEvent> {
        &self.raw_events
    }

    /// Opens an event and updates the state of the engine. Returns `None` if the event belongs to an
    /// abandoned search.
    pub fn accept(&mut self, event: RawEvent) -> Option<EngineEvent> {
        match event.0 {
            Message::Search { id, report } => self.accept_report(id, report),
            Message::Book { id, line } => {
                (self.running() == Some(id)).then_some(EngineEvent::BookLine(line))
            }
            Message::BookChecked(check) => Some(self.accept_book_check(check)),
            Message::Prepared(change, result) => Some(self.accept_preparation(&change, result)),
        }
    }

    fn accept_report(&mut self, id: SearchId, report: Report) -> Option<EngineEvent> {
        let search = self.running.as_ref().filter(|search| search.id == id)?;
        match report {
            Report::Done(_, finished) => {
                self.lag.finish(finished, search.signal.longest_stall());
                self.running = None;
            }
            Report::Perft(_) | Report::Bench(_) => self.running = None,
            _ => {}
        }
        Some(EngineEvent::Report(report))
    }

    fn accept_book_check(&mut self, check: BookCheck) -> EngineEvent {
        self.pending_preparations -= 1;
        let (book, path) = if self.encyclopedia.is_checked_by(&check) {
            (&mut self.encyclopedia, &mut self.options.eco_file)
        } else {
            (&mut self.book, &mut self.options.book_file)
        };
        EngineEvent::Prepared(match book.finish_check(check) {
            Some(error) => {
                log::warn!("{error}");
                *path = book.path_text();
                Err(error.to_string())
            }
            None => Ok(None),
        })
    }

    fn accept_preparation(
        &mut self,
        change: &Reconfiguration,
        result: ReconfigurationResult,
    ) -> EngineEvent {
        self.pending_preparations -= 1;
        if matches!(change, Reconfiguration::Tablebases(_)) {
            self.pending_tablebases -= 1;
        }
        EngineEvent::Prepared(match result {
            Ok(done) => {
                self.tablebases = done.tablebases.unwrap_or(Arc::clone(&self.tablebases));
                Ok(done.message)
            }
            Err(failure) => self.accept_failure(change, failure),
        })
    }

    /// Corrects the options after a change that failed. Returns the message for the user, unless it was given before.
    fn accept_failure(
        &mut self,
        change: &Reconfiguration,
        failure: ReconfigurationError,
    ) -> Result<Option<String>, String> {
        // The option may have been set again since.
        match *change {
            Reconfiguration::TtSize(requested) | Reconfiguration::LargestTt(requested) => {
                if self.options.hash == requested {
                    self.options.hash = failure.hash;
                }
                let is_known = self.tt_ceiling.is_some();
                self.tt_ceiling = self.memory_limit.map(|_| failure.hash);
                if is_known {
                    return Ok(None);
                }
            }
            Reconfiguration::Threads(requested) if self.options.threads == requested => {
                self.options.threads = failure.threads;
                self.refused_threads = Some(requested);
            }
            _ => {}
        }
        Err(failure.message)
    }

    /// Whether preparations are pending that an answer to `isready` must wait for. During a search they
    /// wait for its end, and the answer does not wait for them.
    pub fn is_preparing(&self) -> bool {
        self.pending_preparations > 0 && self.running.is_none()
    }

    /// Queues a change of the searcher before its next search.
    pub(super) fn prepare(&mut self, change: Reconfiguration) {
        let events = self.event_sender.clone();
        self.pending_preparations += 1;
        self.search_queue
            .reconfigure(change.clone(), move |result| {
                // Fails only while the process ends.
                let _ = events.send(RawEvent(Message::Prepared(change, result)));
            });
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
