//! The engine's use of the opening book.

use std::thread;
use std::time::{Duration, Instant};

use super::book_line::BookLine;
use super::eco_use::EcoUse;
use super::engine::Engine;
use super::event::{Message, RawEvent, SearchId};
use super::opening_book::BookCheck;
use crate::book::{BookError, BookMove};
use crate::search::{Limits, Report};

impl Engine {
    /// Opens a book; an empty path closes the current one. An invalid book is rejected; the current one
    /// stays open. A large book is checked on a thread of its own.
    pub fn set_book_file(&mut self, path: &str) -> Result<(), BookError> {
        let check = self.book.open_path(path)?;
        path.clone_into(&mut self.options.book_file);
        self.run_book_check(check);
        Ok(())
    }

    /// Runs the check of a large book on a thread of its own.
    pub(super) fn run_book_check(&mut self, check: Option<BookCheck>) {
        let Some(check) = check else {
            return;
        };
        let events = self.event_sender.clone();
        let run = move || {
            // Fails only while the process ends.
            let _ = events.send(RawEvent(Message::BookChecked(check.run())));
        };
        match thread::Builder::new().name("book".to_owned()).spawn(run) {
            Ok(_) => self.pending_preparations += 1,
            Err(error) => log::warn!("the book is used without a check: {error}"),
        }
    }

    /// Sets the seed of the choice of book moves; 0 for a random one.
    pub fn set_book_seed(&mut self, seed: u64) {
        self.options.book_seed = seed;
        self.book.set_seed(seed);
        self.encyclopedia.set_seed(seed);
    }

    /// Whether a book is open.
    pub fn has_book(&self) -> bool {
        self.book.is_open()
    }

    /// The book moves in the position of the game, the largest weight first, whether or not the engine
    /// plays from the book.
    pub fn book_moves(&self) -> Vec<BookMove> {
        self.book.moves(&self.game)
    }

    /// Chooses a line of the book, or else of the encyclopedia if that is used as a book.
    pub(super) fn find_book_line(&mut self, limits: &Limits) -> Option<BookLine> {
        if !self.may_use_book(limits) {
            return None;
        }
        let (game, options) = (&self.game, &self.options);
        let mut line = None;
        if options.own_book {
            line = self.book.find_line(game, options);
        }
        if options.eco_use == EcoUse::Book {
            line = line.or_else(|| self.encyclopedia.find_line(game, options));
        }
        line
    }

    /// Whether the search is for a move of a game and any legal move may be played.
    pub(super) fn may_use_book(&self, limits: &Limits) -> bool {
        let in_game = limits.is_bounded() && limits.mate.is_none() && !self.options.analyse_mode;
        in_game && limits.search_moves.is_none()
    }

    /// Whether moves may be played without a search.
    pub(super) fn plays_from_books(&self) -> bool {
        self.options.own_book || self.options.eco_use == EcoUse::Book
    }

    /// Reports a book line instead of a search.
    pub(super) fn answer_from_book(
        &self,
        id: SearchId,
        line: &BookLine,
        time: Duration,
        nodes: u64,
    ) {
        let info = Box::new(line.info(time, nodes));
        let report = Report::Done(line.best_move(), Instant::now());
        for message in [
            Message::Book { id, line: info },
            Message::Search { id, report },
        ] {
            // Fails only while the process ends.
            let _ = self.event_sender.send(RawEvent(message));
        }
    }
}
