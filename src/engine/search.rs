//! Starting, stopping and pausing searches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::{Engine, RunningSearch};
use super::event::{Message, RawEvent, SearchId};
use super::strength;
use crate::board::with_position;
use crate::search::{
    AntiGm, AntiGmStyle, BenchConfig, BenchJob, Clock, Limits, PerftJob, Progress, Reporter,
    SearchConfig, SearchJob, Signal,
};
use crate::types::Color;

impl Engine {
    /// Searches the position of the game for the side to move, or plays a book move. A running search is
    /// abandoned.
    pub fn go(&mut self, limits: Limits) -> SearchId {
        self.go_as(self.game.position().side_to_move(), limits)
    }

    /// Like [`Engine::go`], where the engine plays `own_side`: contempt and style are those of this side. It is
    /// not the side to move while the engine ponders on the opponent's move.
    pub fn go_as(&mut self, own_side: Color, mut limits: Limits) -> SearchId {
        self.lag.begin(self.game.position(), &limits);
        let (id, signal, report) = self.begin(limits.ponder);
        match (self.find_book_line(&limits), &mut self.running) {
            (Some(line), Some(search)) if limits.ponder => search.book_line = Some(line),
            (Some(line), _) => {
                self.answer_from_book(id, &line, limits.started.elapsed(), 0);
                return id;
            }
            (None, _) => {}
        }
        limits.search_moves = self.root_moves(&limits);
        let config = self.search_config(own_side, &limits);
        self.use_contempt(self.search_contempt(&limits));
        self.queue_search(limits, config, signal, report);
        id
    }

    /// Searches the position of the game for a move to suggest to the user, whose opponent the engine is: at full
    /// strength, without the book and without a clock to measure the lag by. A running search is abandoned.
    pub fn suggest(&mut self, limits: Limits) -> SearchId {
        let (id, signal, report) = self.begin(false);
        let own_side = !self.game.position().side_to_move();
        let config = SearchConfig {
            skill: None,
            anti_gm: None,
            ..self.search_config(own_side, &limits)
        };
        self.use_contempt(self.search_contempt(&limits));
        self.queue_search(limits, config, signal, report);
        id
    }

    fn queue_search(
        &self,
        limits: Limits,
        config: SearchConfig,
        signal: Arc<Signal>,
        report: Reporter,
    ) {
        if self.paused {
            signal.pause(limits.started);
        }
        let progress = self
            .running
            .as_ref()
            .map(|search| Arc::clone(&search.progress));
        let progress = progress.unwrap_or_default();
        with_position!(*self.game.position(), position => self.search_queue.search(SearchJob {
            position,
            history: self.game.key_history().clone(),
            config,
            limits,
            signal,
            progress,
            report: Some(report),
        }));
    }

    /// Whether a search is for a game. An infinite search counts as analysis, unless it ponders.
    fn is_for_game(&self, limits: &Limits) -> bool {
        !self.options.analyse_mode && (!limits.infinite || limits.ponder)
    }

    /// The contempt of the engine's side in a search, in centipawns.
    fn search_contempt(&self, limits: &Limits) -> i32 {
        if self.is_for_game(limits) {
            self.contempt()
        } else {
            0
        }
    }

    /// The configuration of a search for the engine as `own_side`. Analysis runs at full strength and without
    /// contempt.
    pub(super) fn search_config(&self, own_side: Color, limits: &Limits) -> SearchConfig {
        let options = &self.options;
        let plays = self.is_for_game(limits);
        let contempt = self.search_contempt(limits);
        let is_own_turn = own_side == self.game.position().side_to_move();
        let skill = match strength::limited_elo(options) {
            Some(elo) => Some(strength::for_elo(elo, rand::random())),
            None => self.variety_seed.map(strength::with_variety),
        };
        let skill = skill.filter(|_| plays);
        let anti_gm = if plays { options.anti_gm } else { AntiGm::Off };
        SearchConfig {
            move_overhead: self
                .lag
                .move_overhead(Duration::from_millis(options.move_overhead)),
            position_values: Arc::clone(&self.position_values),
            show_current_line: options.show_current_line,
            show_refutations: options.show_refutations,
            contempt: if is_own_turn { contempt } else { -contempt },
            anti_gm: AntiGmStyle::new(anti_gm, own_side),
            skill,
            network: self.network.clone(),
            tablebase_config: options.tablebase_config,
        }
    }

    /// Counts the leaf nodes at `depth` plies (at least 1) instead of searching. Ends with
    /// [`Report::Perft`](crate::search::Report::Perft).
    pub fn perft(&mut self, depth: u32) -> SearchId {
        let (id, signal, report) = self.begin(false);
        with_position!(*self.game.position(), position => self.search_queue.perft(PerftJob {
            position,
            depth,
            signal,
            report,
        }));
        id
    }

    /// Runs the benchmark instead of a search, independent of the options. Ends with
    /// [`Report::Bench`](crate::search::Report::Bench).
    pub fn bench(&mut self, config: BenchConfig) -> SearchId {
        let (id, signal, report) = self.begin(false);
        self.search_queue.bench(BenchJob {
            config,
            signal,
            report,
        });
        id
    }

    /// Registers a new search. Returns its id, its signal and the function that takes its reports.
    fn begin(&mut self, ponder: bool) -> (SearchId, Arc<Signal>, Reporter) {
        self.abandon();
        self.last_search_id += 1;
        let id = SearchId(self.last_search_id);
        let signal = Arc::new(Signal::new(ponder));
        self.running = Some(RunningSearch {
            id,
            signal: Arc::clone(&signal),
            progress: Arc::default(),
            book_line: None,
        });
        let events = self.event_sender.clone();
        let report = Arc::new(move |report| {
            // Fails only while the process ends.
            let _ = events.send(RawEvent(Message::Search { id, report }));
        });
        (id, signal, report)
    }

    /// The running search.
    pub fn running(&self) -> Option<SearchId> {
        self.running.as_ref().map(|search| search.id)
    }

    /// How far the running search is, at this moment; `None` before it begins.
    pub fn progress(&self) -> Option<Progress> {
        self.running.as_ref()?.progress.get()
    }

    /// Whether the running search ponders.
    pub fn is_pondering(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|search| search.signal.is_pondering())
    }

    /// Asks the running search to end. Its [`Report::Done`](crate::search::Report::Done) follows.
    pub fn stop(&mut self) {
        if let Some(search) = &self.running {
            search.signal.stop();
        }
    }

    /// The opponent has played the expected move at the time `at`. The ponder search goes on as a normal
    /// one, or ends with a book move. `clock` is the engine's clock, if it is known since pondering began.
    pub fn ponderhit(&mut self, at: Instant, clock: Option<Clock>) {
        if self.is_pondering() {
            self.lag.ponderhit(at, clock);
        }
        let plays_from_books = self.plays_from_books();
        let Some(search) = self
            .running
            .as_mut()
            .filter(|search| search.signal.is_pondering())
        else {
            return;
        };
        match search.book_line.take().filter(|_| plays_from_books) {
            Some(line) => {
                // The counters of one `go` never decrease.
                let pondered = search.progress.get();
                let (time, nodes) = pondered.map_or((at.elapsed(), 0), |p| (p.time, p.nodes));
                let (id, ..) = self.begin(false);
                self.answer_from_book(id, &line, time, nodes);
            }
            None => search.signal.ponderhit(at),
        }
    }

    /// Pauses the running search and all later ones, with their clocks, from the time `at` until
    /// [`Engine::resume`].
    pub fn pause(&mut self, at: Instant) {
        self.paused = true;
        self.lag.forget();
        if let Some(search) = &self.running {
            search.signal.pause(at);
        }
    }

    /// Ends a pause.
    pub fn resume(&mut self, at: Instant) {
        self.paused = false;
        if let Some(search) = &self.running {
            search.signal.resume(at);
        }
    }

    /// Stops the running search and drops its result.
    pub fn abandon(&mut self) {
        self.stop();
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contempt_is_that_of_the_engines_side() {
        let mut engine = Engine::new();
        engine.options_mut().contempt = 30;
        let mut limits = Limits::none(Instant::now());
        limits.depth = Some(1);
        let contempt = |own_side| engine.search_config(own_side, &limits).contempt;
        assert_eq!(contempt(Color::White), 30);
        assert_eq!(contempt(Color::Black), -30);
    }
}
