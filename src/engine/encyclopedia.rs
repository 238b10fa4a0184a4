//! The encyclopedia of openings: a second Polyglot file, whose moves guide the search or are played like
//! those of a book.

use super::engine::Engine;
use crate::book::BookError;
use crate::search::Limits;
use crate::types::Move;

impl Engine {
    /// Opens the encyclopedia, a book in Polyglot's format; an empty path closes the current one. An invalid
    /// file is rejected; the current one stays open.
    pub fn set_eco_file(&mut self, path: &str) -> Result<(), BookError> {
        let check = self.encyclopedia.open_path(path)?;
        path.clone_into(&mut self.options.eco_file);
        self.run_book_check(check);
        Ok(())
    }

    /// The root moves of a search with these limits, where not all legal moves are searched: those of the
    /// limits, or for a move of a game those of the encyclopedia.
    pub fn root_moves(&self, limits: &Limits) -> Option<Vec<Move>> {
        if !self.may_use_book(limits) {
            return limits.search_moves.clone();
        }
        let moves = self.encyclopedia.playable_moves(&self.game, &self.options);
        self.options.eco_use.root_moves(&moves)
    }
}
