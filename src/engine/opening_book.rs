//! The open book: its check, and the choice of a line from it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::book_line::BookLine;
use super::game::Game;
use super::options::Options;
use crate::board::Outcome;
use crate::book::{Book, BookError, BookMove, en_passant_target};
use crate::eval::Wdl;
use crate::types::{Color, Move, Score};

/// Books of up to this number of entries (16 MiB) are checked when they are opened, which takes some
/// milliseconds; larger ones in parts, on a thread of their own.
const MAX_CHECKED_AT_ONCE: u64 = 1 << 20;

/// Longest book line to report, in plies.
const MAX_LINE: usize = 8;

/// The check of a large book, to be run on a thread of its own.
#[derive(Clone)]
pub(super) struct BookCheck {
    book: Arc<Book>,
    /// The book that was open before.
    previous: Option<Arc<Book>>,
    result: Result<(), BookError>,
}

impl BookCheck {
    /// Checks parts of the book.
    pub(super) fn run(mut self) -> BookCheck {
        self.result = self.book.check_blocks();
        self
    }
}

impl fmt::Debug for BookCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.book.path().display(), self.result)
    }
}

/// The book to play from, if one is open, and the random numbers of the choices from it.
pub(super) struct OpeningBook {
    book: Option<Arc<Book>>,
    random: Xoshiro256PlusPlus,
}

impl Default for OpeningBook {
    fn default() -> OpeningBook {
        OpeningBook {
            book: None,
            random: Xoshiro256PlusPlus::seed_from_u64(rand::random()),
        }
    }
}

impl OpeningBook {
    /// Opens a book; an empty path closes the current one. On an error the current one stays open. A large
    /// book is open at once; the check that is returned remains to be run.
    pub(super) fn open_path(&mut self, path: &str) -> Result<Option<BookCheck>, BookError> {
        self.open((!path.is_empty()).then(|| Path::new(path)))
    }

    fn open(&mut self, path: Option<&Path>) -> Result<Option<BookCheck>, BookError> {
        let Some(path) = path else {
            self.book = None;
            return Ok(None);
        };
        let book = Arc::new(Book::open(path)?);
        if book.len() <= MAX_CHECKED_AT_ONCE {
            book.check_order()?;
            self.book = Some(book);
            return Ok(None);
        }
        let previous = self.book.replace(Arc::clone(&book));
        Ok(Some(BookCheck {
            book,
            previous,
            result: Ok(()),
        }))
    }

    /// Takes the result of a check. If the book is still open and has failed the check, opens the previous
    /// one again and returns the error.
    pub(super) fn finish_check(&mut self, check: BookCheck) -> Option<BookError> {
        let is_open = self.is_checked_by(&check);
        let error = check.result.err().filter(|_| is_open)?;
        self.book = check.previous;
        Some(error)
    }

    /// Whether this is a check of the open book.
    pub(super) fn is_checked_by(&self, check: &BookCheck) -> bool {
        let book = self.book.as_ref();
        book.is_some_and(|book| Arc::ptr_eq(book, &check.book))
    }

    pub(super) fn is_open(&self) -> bool {
        self.book.is_some()
    }

    /// The path of the open book; empty if none is open.
    pub(super) fn path_text(&self) -> String {
        let path = self.book.as_ref().map(|book| book.path().display());
        path.map_or_else(String::new, |path| path.to_string())
    }

    /// Seeds the choice of moves; 0 stands for a random seed.
    pub(super) fn set_seed(&mut self, seed: u64) {
        let seed = if seed == 0 { rand::random() } else { seed };
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// The book moves in the position of a game, the largest weight first.
    pub(super) fn moves(&self, game: &Game) -> Vec<BookMove> {
        let Some(book) = &self.book else {
            return Vec::new();
        };
        // Books are of chess.
        let Some(position) = game.position().as_standard() else {
            return Vec::new();
        };
        let passed = en_passant_target(position, game.moves().next_back().flatten());
        book.moves(position, passed).unwrap_or_else(|error| {
            log::warn!("{error}");
            Vec::new()
        })
    }

    /// Chooses a move in the position of a game and appends the best book moves that follow.
    pub(super) fn find_line(&mut self, game: &Game, options: &Options) -> Option<BookLine> {
        let moves = self.playable_moves(game, options);
        let chosen = options.book_selection.choose(&moves, &mut self.random)?;
        let mut line = BookLine {
            wdl: Wdl::of(Score::DRAW, game.position().as_standard()?),
            moves: vec![chosen],
        };
        let mut game = game.clone();
        game.play(chosen);
        while line.moves.len() < MAX_LINE
            && game.outcome().is_none()
            && let Some(best) = self.playable_moves(&game, options).first()
        {
            line.moves.push(best.m);
            game.play(best.m);
        }
        Some(line)
    }

    /// The book moves that may be played: within the book depth, with a weight, and not to a draw.
    pub(super) fn playable_moves(&self, game: &Game, options: &Options) -> Vec<BookMove> {
        if ply(game) >= options.book_depth as usize {
            return Vec::new();
        }
        let mut moves = self.moves(game);
        moves.retain(|book_move| book_move.weight > 0 && !allows_draw(game, book_move.m));
        moves
    }
}

/// Number of plies before the position of a game, by its move counter.
fn ply(game: &Game) -> usize {
    let position = game.position();
    let moves = usize::from(position.fullmove_number().saturating_sub(1));
    2 * moves + usize::from(position.side_to_move() == Color::Black)
}

/// Whether a move repeats a position, draws by rule, or lets the opponent draw by repetition. A book
/// does not know of this, so the search decides.
fn allows_draw(game: &Game, m: Move) -> bool {
    let mut game = game.clone();
    game.play(m);
    let is_drawn = |game: &Game| matches!(game.outcome(), Some(Outcome::Draw(_)));
    let position = *game.position();
    if is_drawn(&game) || position.occurrences(game.key_history()) > 0 {
        return true;
    }
    // A repetition needs at least four reversible plies.
    position.halfmove_clock() >= 3
        && position.legal_moves().into_iter().any(|reply| {
            game.play(reply);
            let drawn = is_drawn(&game);
            game.undo();
            drawn
        })
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;

    use super::*;
    use crate::board::Position;
    use crate::book::{BookEntry, encode_move, polyglot_key};

    /// A book with moves of weight 1 after each sequence of moves.
    fn book(lines: &[(&str, &[&str])]) -> OpeningBook {
        let mut entries = Vec::new();
        for (moves, next) in lines {
            let game = game(moves);
            let position = game.position().as_standard().unwrap();
            let last = game.moves().next_back().flatten();
            for text in *next {
                entries.push(BookEntry {
                    key: polyglot_key(position, en_passant_target(position, last)),
                    code: encode_move(position.parse_move(text).unwrap()),
                    weight: 1,
                    learn: 0,
                });
            }
        }
        entries.sort_by_key(|entry| entry.key);
        let bytes: Vec<u8> = entries.into_iter().flat_map(BookEntry::to_bytes).collect();
        let file = NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let mut book = OpeningBook::default();
        assert!(book.open(Some(file.path())).unwrap().is_none());
        book
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Position::startpos());
        for text in moves.split_ascii_whitespace() {
            game.play(game.position().parse_move(text).unwrap());
        }
        game
    }

    fn line(book: &mut OpeningBook, game: &Game, options: &Options) -> Option<String> {
        let line = book.find_line(game, options)?;
        let moves = line.moves.iter().map(|m| m.to_coordinate(false));
        Some(moves.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_line_ends_with_the_book_or_at_the_book_depth() {
        let lines: [(&str, &[&str]); 3] = [("", &["e4"]), ("e4", &["e5"]), ("e4 e5", &["Nf3"])];
        let mut book = book(&lines);
        let mut options = Options::default();
        let start = game("");
        assert_eq!(
            line(&mut book, &start, &options).as_deref(),
            Some("e2e4 e7e5 g1f3")
        );
        options.book_depth = 2;
        assert_eq!(
            line(&mut book, &start, &options).as_deref(),
            Some("e2e4 e7e5")
        );
        assert_eq!(line(&mut book, &game("e4 e5"), &options), None);
        assert_eq!(
            line(&mut book, &game("e4 e5 Nf3"), &Options::default()),
            None
        );
    }

    #[test]
    fn moves_that_allow_a_repetition_are_not_played() {
        let lines: [(&str, &[&str]); 4] = [
            ("", &["Nf3"]),
            ("Nf3", &["Nf6"]),
            ("Nf3 Nf6", &["Ng1"]),
            ("Nf3 Nf6 Ng1", &["Ng8"]),
        ];
        let mut book = book(&lines);
        let options = Options::default();
        // Ng8 would repeat the first position.
        assert_eq!(
            line(&mut book, &game(""), &options).as_deref(),
            Some("g1f3 g8f6 f3g1")
        );
        assert_eq!(line(&mut book, &game("Nf3 Nf6 Ng1"), &options), None);
        let cycle = "Nf3 Nf6 Ng1 Ng8";
        assert_eq!(line(&mut book, &game(cycle), &options), None);
        // Here the opponent's Ng8 would complete the third occurrence of the start position.
        let other = format!("{cycle} Nh3 Nh6 Ng1 Ng8 Nc3 Nc6");
        assert!(allows_draw(
            &game(&other),
            game(&other).position().parse_move("Nb1").unwrap()
        ));
        assert!(!allows_draw(
            &game(&other),
            game(&other).position().parse_move("e4").unwrap()
        ));
    }

    #[test]
    fn a_seed_makes_choices_repeatable() {
        let next: &[&str] = &["e4", "d4", "c4", "Nf3", "g3", "b3"];
        let mut book = book(&[("", next)]);
        let options = Options::default();
        let mut choices = |seed| -> Vec<_> {
            book.set_seed(seed);
            (0..20)
                .map(|_| line(&mut book, &game(""), &options).unwrap())
                .collect()
        };
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
        assert_ne!(choices(0), choices(0));
    }

    #[test]
    fn a_large_book_is_used_until_its_check_fails() {
        let file = NamedTempFile::new().unwrap();
        let path = file.path();
        let mut bytes: Vec<u8> = (0..MAX_CHECKED_AT_ONCE + 1)
            .flat_map(|key| u128::from(key).to_be_bytes())
            .collect();
        for entry in bytes.chunks_exact_mut(16) {
            entry.rotate_left(8);
        }
        std::fs::write(path, &bytes).unwrap();
        let mut opening = book(&[("", &["e4"])]);
        let check = opening.open(Some(path)).unwrap().unwrap().run();
        assert!(opening.finish_check(check).is_none());
        assert_eq!(opening.path_text(), path.display().to_string());
        let mut opening = book(&[("", &["e4"])]);
        let path_before = opening.path_text();
        let last = bytes.len() - 32;
        bytes[last..last + 8].fill(0);
        std::fs::write(path, &bytes).unwrap();
        let check = opening.open(Some(path)).unwrap().unwrap().run();
        let late = check.clone();
        assert!(
            opening
                .finish_check(check)
                .unwrap()
                .to_string()
                .contains("out of order")
        );
        assert_eq!(opening.path_text(), path_before);
        // The result does not matter once another book is open.
        assert!(opening.finish_check(late).is_none());
    }
}
