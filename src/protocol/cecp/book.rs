//! The opening book: what `bk` is answered, and how a move from the book is shown.

use super::format;
use super::session::{CecpSession, Purpose};
use crate::book::BookMove;
use crate::search::Info;

impl CecpSession {
    /// The moves that the book has for the position on the board.
    pub(super) fn book_moves_on_board(&self) -> Vec<BookMove> {
        match self.refused || self.unsettled_turn().is_some() {
            true => Vec::new(),
            false => self.engine.book_moves(),
        }
    }

    /// Answers `bk`: every line begins with a blank, and an empty one ends them.
    pub(super) fn tell_book(&self, out: &mut Vec<String>) {
        self.list_book_moves(out);
        let moves = self.book_moves_on_board();
        if !self.engine.has_book() {
            out.push(" no book".to_owned());
        } else if moves.is_empty() {
            out.push(" no moves in the book".to_owned());
        }
        out.extend(moves.iter().map(|found| {
            let text = self.move_text(found.m);
            format::book_move(&text, found.percent(&moves), found.weight)
        }));
        out.push(String::new());
    }

    /// Shows where the engine's move from the book leads.
    pub(super) fn show_book_line(&self, line: &Info, out: &mut Vec<String>) {
        if self.post
            && let Some(search) = &self.search
            && matches!(search.purpose, Purpose::Think)
        {
            let notation = self.notation();
            out.push(format::book_line(
                line,
                &search.root,
                notation,
                self.version,
            ));
        }
    }
}
