//! `ping`, `hint`, `bk`, `.`, and `lift`, `put` and `hover`.

use super::super::command::{HighlightCommand, QueryCommand};
use super::super::format::{self, SearchStatus};
use super::super::game_state::Mode;
use super::super::notation::move_text;
use super::super::rebel::state::book_move_lines;
use super::CecpSession;
use super::request::Request;
use crate::book::BookMove;
use crate::protocol::help::help;
use crate::types::Move;

impl CecpSession {
    pub(super) fn handle_query(&mut self, query: QueryCommand, request: &mut Request<'_>) {
        match query {
            QueryCommand::Ping(number) => self.pings.push(number),
            QueryCommand::Hint => self.hint(request),
            QueryCommand::Book => self.list_book_moves(request),
            QueryCommand::Status => self.show_status(request),
            QueryCommand::Help => request.out.extend(help(self.engine.network())),
        }
    }

    /// Handles `hint`: with the expected reply or the running search's best move, or else with a short search.
    /// Nothing is suggested where no game goes on.
    fn hint(&mut self, request: &mut Request<'_>) {
        let playable = !self.game.is_over() && !self.game.is_position_illegal();
        // An illegal side stays requested: the move that follows is refused, not this.
        if !playable || !self.try_requested_side(request) {
            return;
        }
        let expected = self.game.expected_reply(self.side_to_move());
        let known = self.search.hint(expected);
        match known.filter(|&m| self.root_moves.includes(m)) {
            Some(m) => request.write(self.hint_text(m)),
            None if self.search.is_idle() => self.suggest(request.received, request.out),
            None => {}
        }
    }

    /// Handles `.`: always in analysis, otherwise while a search runs.
    fn show_status(&self, request: &mut Request<'_>) {
        let progress = self.engine.progress();
        let status = self
            .search
            .status(request.received, progress, self.notation());
        let idle_analysis = self.game.mode() == Mode::Analyze;
        let status = status.or_else(|| idle_analysis.then(SearchStatus::default));
        let version = self.features.version();
        request
            .out
            .extend(status.map(|status| format::status(&status, version)));
    }

    /// Handles `bk`: every line starts with a blank, and an empty one ends them.
    fn list_book_moves(&self, request: &mut Request<'_>) {
        let moves = self.book_moves_on_board();
        if self.rebel.is_in_use() {
            let elements = self.rebel_book_moves(&moves);
            request.out.extend(book_move_lines(&elements));
        }
        if !self.engine.has_book() {
            request.write(" no book");
        } else if moves.is_empty() {
            request.write(" no moves in the book");
        }
        request.out.extend(moves.iter().map(|book_move| {
            let text = self.move_text(book_move.m);
            format::book_move(&text, book_move.percent(&moves), book_move.weight)
        }));
        request.write("");
    }

    /// The book moves for the position on the board.
    pub(super) fn book_moves_on_board(&self) -> Vec<BookMove> {
        let side = self.engine.game().position().side_to_move();
        if self.game.is_position_illegal() || self.game.pending_side(side).is_some() {
            return Vec::new();
        }
        self.engine.book_moves()
    }

    /// The elements of `bookmoves`, each `MOVE KEYWORD=VALUE …`.
    pub(super) fn rebel_book_moves(&self, moves: &[BookMove]) -> Vec<String> {
        let position = self.engine.game().position();
        let element = |book_move: &BookMove| {
            let m = self.coordinate_text(book_move.m);
            let known = self.rebel.known_score(position, book_move.m);
            format::rebel_book_move(&m, book_move.weight, known)
        };
        moves.iter().map(element).collect()
    }

    /// Writes a move in coordinates whatever notation the GUI has asked for.
    pub(super) fn coordinate_text(&self, m: Move) -> String {
        move_text(self.engine.game().position(), m, self.fischerandom())
    }

    /// Handles `lift`, `put` and `hover`.
    pub(super) fn handle_highlight(
        &mut self,
        command: HighlightCommand,
        request: &mut Request<'_>,
    ) {
        // An illegal side stays requested: the move that follows is refused, not this.
        let legal = self.try_requested_side(request);
        let position = self.engine.game().position();
        let marks = self
            .highlight
            .handle(command, position, self.fischerandom());
        if legal && self.features.highlight() && !self.game.is_position_illegal() {
            request.out.extend(marks);
        }
    }
}
