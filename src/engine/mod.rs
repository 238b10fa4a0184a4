//! The engine as its front-ends see it: options, the game, and searches that never block the caller.
//! Nothing in here reads or writes text of a protocol.

mod event;
mod game;
mod lag;
mod opening_book;
mod opponent;
mod options;
mod position_value;
mod strength;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

pub use event::{EngineEvent, RawEvent, SearchId};
pub use game::Game;
pub use opening_book::{BookCheck, BookSelection};
pub use opponent::Opponent;
pub use options::{
    EMPTY_TEXT, MAX_HASH, MAX_THREADS, OPTIONS, OptionError, OptionId, OptionKind, OptionSpec,
    OptionValue, Options, Scope,
};

use self::event::Message;
use self::lag::LagMeter;
use self::opening_book::{BookLine, OpeningBook};
use self::position_value::PositionValue;
use crate::board::Position;
use crate::book::BookMove;
use crate::eval::{self, nnue::Network};
use crate::search::{
    BenchConfig, BenchJob, Clock, Limits, PerftJob, PositionValues, Reconfiguration, Report,
    Reporter, SearchConfig, SearchJob, SearchQueue, Signal, tt_size_for_memory,
};

struct Running {
    id: SearchId,
    signal: Arc<Signal>,
    /// What the book has for the position, for when the opponent has made the expected move.
    book_line: Option<BookLine>,
}

/// A chess engine. All methods return at once; results come as [`RawEvent`]s from [`Engine::raw_events`], to be
/// passed to [`Engine::accept`].
pub struct Engine {
    options: Options,
    game: Game,
    search_queue: SearchQueue,
    event_sender: Sender<RawEvent>,
    raw_events: Receiver<RawEvent>,
    running: Option<Running>,
    searches: u64,
    preparing: usize,
    assigned: Arc<PositionValues>,
    paused: bool,
    /// MiB for all tables together, if somebody has set that.
    memory: Option<usize>,
    /// The contempt of the searches that have filled the tables.
    table_contempt: i32,
    book: OpeningBook,
    network: Option<Arc<Network>>,
    lag: LagMeter,
    /// Tells the errors of this game's searches from those of others, where some are wanted.
    variety: Option<u64>,
}

impl Engine {
    /// Creates an engine at the start position.
    pub fn new() -> Engine {
        let (event_sender, raw_events) = unbounded();
        let options = Options::default();
        let search_queue = SearchQueue::new(options.hash, options.threads);
        Engine {
            options,
            game: Game::new(Position::startpos()),
            search_queue,
            event_sender,
            raw_events,
            running: None,
            searches: 0,
            preparing: 0,
            assigned: Arc::default(),
            paused: false,
            memory: None,
            table_contempt: 0,
            book: OpeningBook::default(),
            network: eval::default_network(),
            lag: LagMeter::default(),
            variety: None,
        }
    }

    /// The values in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option by its name in any case. Sizes change before the next search begins.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(number) = value.and_then(|text| text.trim().parse().ok())
            && crate::search::set_parameter(name, number)
        {
            return Ok(());
        }
        let spec = OptionSpec::find(name)?;
        let value = spec.parse(value)?;
        if let (OptionId::SetPositionValue, OptionValue::Text(text)) = (spec.id, &value) {
            let value = PositionValue::parse(text, self.options.castling_mode())
                .map_err(|reason| spec.error(&reason, text))?;
            if let Some(value) = value {
                self.set_position_value(value);
            }
        }
        match (spec.id, &value) {
            (OptionId::BookFile, OptionValue::Text(path)) => self.open_book(path)?,
            (OptionId::EvalFile, OptionValue::Text(path)) => self.load_network(path)?,
            (OptionId::BookSeed, OptionValue::Spin(seed)) => {
                self.book.set_seed(seed.unsigned_abs())
            }
            _ => {}
        }
        let contempt = self.contempt();
        let fifty_move_rule = self.options.tablebase_config.fifty_move_rule;
        self.options.store(spec.id, value);
        if self.options.tablebase_config.fifty_move_rule != fifty_move_rule {
            self.clear();
        }
        if self.contempt() != contempt {
            self.settle_contempt(self.contempt());
        }
        match spec.id {
            OptionId::Hash => {
                self.memory = None;
                self.prepare(Reconfiguration::TtSize(self.options.hash));
            }
            OptionId::ClearHash => self.prepare(Reconfiguration::Clear),
            OptionId::Threads => {
                self.prepare(Reconfiguration::Threads(self.options.threads));
                self.share_memory();
            }
            OptionId::SyzygyPath => {
                self.prepare(Reconfiguration::Tablebases(
                    self.options.syzygy_path.clone(),
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets all tables together take so many MiB from the next search on, also when the number of
    /// threads changes. Returns whether the size of a table changes.
    pub fn set_memory(&mut self, mebibytes: usize) -> bool {
        self.memory = Some(mebibytes);
        self.share_memory()
    }

    /// Gives the transposition table what the others leave of the memory for all.
    fn share_memory(&mut self) -> bool {
        let Some(memory) = self.memory else {
            return false;
        };
        let share = tt_size_for_memory(memory, self.options.threads).min(MAX_HASH as usize);
        let changes = share != self.options.hash;
        if changes {
            self.options
                .store(OptionId::Hash, OptionValue::Spin(share as i64));
            self.prepare(Reconfiguration::TtSize(share));
        }
        changes
    }

    /// Lets each table have the size of its option again.
    pub fn forget_memory(&mut self) {
        self.memory = None;
    }

    /// How many centipawns a draw costs in games.
    fn contempt(&self) -> i32 {
        match self.options.analyse_mode {
            true => 0,
            false => self.options.contempt,
        }
    }

    /// The next search has this contempt: what others have found holds no more for it than for another
    /// position.
    fn settle_contempt(&mut self, contempt: i32) {
        if self.table_contempt != contempt {
            self.table_contempt = contempt;
            self.clear();
        }
    }

    /// Whom the engine plays against, to be told more about.
    pub fn opponent_mut(&mut self) -> &mut Opponent {
        &mut self.options.opponent
    }

    /// Opens a book, or with no path closes the one that is open. A great one is read to its end on a
    /// thread of its own.
    fn open_book(&mut self, path: &str) -> Result<(), OptionError> {
        let path = (!path.is_empty()).then(|| Path::new(path));
        let opened = self.book.open(path);
        let check = opened.map_err(|error| OptionError::Unusable(error.to_string()))?;
        let Some(check) = check else {
            return Ok(());
        };
        let events = self.event_sender.clone();
        let read = move || {
            // Nobody listens any more only when the process is ending.
            let _ = events.send(RawEvent(Message::BookChecked(check.run())));
        };
        match thread::Builder::new().name("book".to_owned()).spawn(read) {
            Ok(_) => self.preparing += 1,
            Err(error) => log::warn!("a book is not checked: {error}"),
        }
        Ok(())
    }

    /// Evaluates by another network from the next search on, or by hand-made terms. If it does not work the one before stays.
    fn load_network(&mut self, path: &str) -> Result<(), OptionError> {
        let network =
            eval::load_network(path).map_err(|error| OptionError::Unusable(error.to_string()))?;
        if self.network != network {
            self.network = network;
            self.clear();
        }
        Ok(())
    }

    /// What evaluates; `None` for hand-made terms.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Whether a book is open.
    pub fn has_book(&self) -> bool {
        self.book.is_open()
    }

    /// The moves that the book has for the position of the game, the greatest weight first; none
    /// without a book. `OwnBook` need not be on.
    pub fn book_moves(&self) -> Vec<BookMove> {
        self.book.moves(&self.game)
    }

    fn prepare(&mut self, change: Reconfiguration) {
        let events = self.event_sender.clone();
        self.preparing += 1;
        self.search_queue.reconfigure(change, move |result| {
            // Nobody listens any more only when the process is ending.
            let _ = events.send(RawEvent(Message::Prepared(result)));
        });
    }

    /// Whether tasks are pending that a GUI asking for readiness should wait for. While a search runs
    /// they wait for its end, and nobody else has to.
    pub fn is_preparing(&self) -> bool {
        self.preparing > 0 && self.running.is_none()
    }

    /// The game in progress.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game in progress, to make or take back moves. A running search does not notice.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Goes on with another game or position. A running search does not notice.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Forgets what searches of earlier games have found. The game on the board stays.
    pub fn clear(&mut self) {
        self.prepare(Reconfiguration::Clear);
    }

    /// Changes what positions are worth by the user's word, from the next search on. What searches
    /// have found before does not count any more.
    pub fn assign_scores(&mut self, change: impl FnOnce(&mut PositionValues)) {
        change(Arc::make_mut(&mut self.assigned));
        self.clear();
    }

    fn set_position_value(&mut self, value: PositionValue) {
        self.assign_scores(|scores| match value {
            PositionValue::Set(position, score) => scores.set(&position, score, None),
            PositionValue::Clear(position) => drop(scores.remove(&position)),
            PositionValue::ClearAll => scores.clear(),
        });
    }

    /// Searches the position of the game, or takes a move from the book. A search still running is
    /// abandoned.
    pub fn go(&mut self, limits: Limits) -> SearchId {
        self.lag.begin(self.game.position(), &limits);
        let (id, signal, report) = self.begin(limits.ponder);
        match (self.find_book_line(&limits), &mut self.running) {
            (Some(line), Some(search)) if limits.ponder => search.book_line = Some(line),
            (Some(line), _) => {
                self.answer_from_book(id, &line, limits.started);
                return id;
            }
            (None, _) => {}
        }
        let config = self.search_config(&limits);
        self.settle_contempt(config.contempt);
        if self.paused {
            signal.pause(limits.started);
        }
        self.search_queue.search(SearchJob {
            position: *self.game.position(),
            history: self.game.key_history().clone(),
            config,
            limits,
            signal,
            report,
        });
        id
    }

    /// What the book has, where a move of a game is wanted and any move will do.
    fn find_book_line(&mut self, limits: &Limits) -> Option<BookLine> {
        let options = &self.options;
        let in_game = limits.is_bounded() && limits.mate.is_none() && !options.analyse_mode;
        let wanted = options.own_book && in_game && limits.search_moves.is_none();
        wanted
            .then(|| self.book.find_line(&self.game, options))
            .flatten()
    }

    /// Reports what the book has in place of a search.
    fn answer_from_book(&self, id: SearchId, line: &BookLine, started: Instant) {
        let now = Instant::now();
        let info = Box::new(line.info(now.saturating_duration_since(started)));
        let done = Report::Done(line.best_move(), now);
        // Nobody listens any more only when the process is ending.
        let _ = self
            .event_sender
            .send(RawEvent(Message::Book { id, line: info }));
        let _ = self
            .event_sender
            .send(RawEvent(Message::Search { id, report: done }));
    }

    /// How a search with these limits is to be made. Analysis is made at full strength and without
    /// contempt, and one without end is analysis, unless it is on the opponent's time in a game.
    fn search_config(&self, limits: &Limits) -> SearchConfig {
        let options = &self.options;
        let plays = !options.analyse_mode && (!limits.infinite || limits.ponder);
        let skill = match options.limit_strength {
            true => Some(strength::at_rating(options.elo, rand::random())),
            false => self.variety.map(strength::varied),
        };
        let skill = skill.filter(|_| plays);
        // Ratings are to stay what they are when the network gets better.
        let is_limited = skill.as_ref().is_some_and(|h| h.nodes.is_some());
        SearchConfig {
            move_overhead: self
                .lag
                .move_overhead(Duration::from_millis(options.move_overhead)),
            position_values: Arc::clone(&self.assigned),
            show_current_line: options.show_current_line,
            show_refutations: options.show_refutations,
            contempt: if plays { self.contempt() } else { 0 },
            skill,
            network: self.network.clone().filter(|_| !is_limited),
            tablebase_config: options.tablebase_config,
        }
    }

    /// Makes the searches of a game differ a little from those of any other, or no longer.
    pub fn vary(&mut self, on: bool) {
        self.variety = on.then(rand::random);
    }

    /// Whether searches differ from game to game.
    pub fn varies(&self) -> bool {
        self.variety.is_some()
    }

    /// Counts the positions `depth` plies (at least 1) after the one of the game. It takes the place of
    /// a search, and ends with [`Report::Perft`].
    pub fn count(&mut self, depth: u32) -> SearchId {
        let (id, signal, report) = self.begin(false);
        self.search_queue.perft(PerftJob {
            position: *self.game.position(),
            depth,
            signal,
            report,
        });
        id
    }

    /// Runs the benchmark, whatever the options are. It takes the place of a search, and ends with
    /// [`Report::Bench`].
    pub fn bench(&mut self, config: BenchConfig) -> SearchId {
        let (id, signal, report) = self.begin(false);
        self.search_queue.bench(BenchJob {
            config,
            signal,
            report,
        });
        id
    }

    /// What a new search needs to be told apart, stopped and heard.
    fn begin(&mut self, ponder: bool) -> (SearchId, Arc<Signal>, Reporter) {
        self.abandon();
        self.searches += 1;
        let id = SearchId(self.searches);
        let signal = Arc::new(Signal::new(ponder));
        self.running = Some(Running {
            id,
            signal: Arc::clone(&signal),
            book_line: None,
        });
        let events = self.event_sender.clone();
        let report = Box::new(move |report| {
            // Nobody listens any more only when the process is ending.
            let _ = events.send(RawEvent(Message::Search { id, report }));
        });
        (id, signal, report)
    }

    /// The search that runs, if one does.
    pub fn running(&self) -> Option<SearchId> {
        self.running.as_ref().map(|search| search.id)
    }

    /// Whether the running search still awaits the opponent's move.
    pub fn is_pondering(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|search| search.signal.is_pondering())
    }

    /// Asks the running search to end: its [`Report::Done`] follows.
    pub fn stop(&mut self) {
        if let Some(search) = &self.running {
            search.signal.stop();
        }
    }

    /// The opponent has made the expected move, at `at`: the ponder search goes on as a normal one, or
    /// gives way to the book. `told` is what the engine's clock shows, if that has been said since.
    pub fn ponderhit(&mut self, at: Instant, told: Option<Clock>) {
        if self.is_pondering() {
            self.lag.ponderhit(at, told);
        }
        let own_book = self.options.own_book;
        let Some(search) = self
            .running
            .as_mut()
            .filter(|search| search.signal.is_pondering())
        else {
            return;
        };
        match search.book_line.take().filter(|_| own_book) {
            Some(line) => {
                let (id, ..) = self.begin(false);
                self.answer_from_book(id, &line, at);
            }
            None => search.signal.ponderhit(at),
        }
    }

    /// From `at` on nothing is thought about, neither in the running search nor in those asked for
    /// meanwhile, and no clock of a search goes on, until [`Engine::resume`].
    pub fn pause(&mut self, at: Instant) {
        self.paused = true;
        self.lag.forget();
        if let Some(search) = &self.running {
            search.signal.pause(at);
        }
    }

    /// Goes on with the paused search where it was.
    pub fn resume(&mut self, at: Instant) {
        self.paused = false;
        if let Some(search) = &self.running {
            search.signal.resume(at);
        }
    }

    /// Ends the running search without wanting its result.
    pub fn abandon(&mut self) {
        self.stop();
        self.running = None;
    }

    /// The channel of the events of all background threads, to wait on.
    pub fn raw_events(&self) -> &Receiver<RawEvent> {
        &self.raw_events
    }

    /// Opens an event and updates the engine's state by it. Returns `None` if the event belongs to an
    /// abandoned search.
    pub fn accept(&mut self, event: RawEvent) -> Option<EngineEvent> {
        match event.0 {
            Message::Search { id, report } => {
                let search = self.running.as_ref().filter(|search| search.id == id)?;
                if let Report::Done(_, at) = report {
                    self.lag.finish(at, search.signal.longest_stall());
                }
                if matches!(
                    report,
                    Report::Done(..) | Report::Perft(_) | Report::Bench(_)
                ) {
                    self.running = None;
                }
                Some(EngineEvent::Report(report))
            }
            Message::Book { id, line } => {
                (self.running() == Some(id)).then_some(EngineEvent::BookLine(line))
            }
            Message::BookChecked(check) => {
                self.preparing -= 1;
                Some(EngineEvent::Prepared(match self.book.settle(check) {
                    Some(refused) => {
                        log::warn!("{refused}");
                        let path = OptionValue::Text(self.book.path_text());
                        self.options.store(OptionId::BookFile, path);
                        Err(refused.to_string())
                    }
                    None => Ok(None),
                }))
            }
            Message::Prepared(result) => {
                self.preparing -= 1;
                let result = result.map_err(|failure| {
                    // Another size may have been asked for since.
                    if self.options.hash == failure.requested {
                        let hash = OptionValue::Spin(failure.kept as i64);
                        self.options.store(OptionId::Hash, hash);
                    }
                    failure.message
                });
                Some(EngineEvent::Prepared(result))
            }
        }
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
