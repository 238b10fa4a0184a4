//! The opening book as it is played from: which book is open, which of its moves is chosen, and what is
//! told of it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::game::Game;
use super::options::Options;
use crate::board::Outcome;
use crate::book::{Book, BookError, BookMove, en_passant_target};
use crate::eval::Wdl;
use crate::search::{BestMove, Bound, Info};
use crate::types::{Color, Move, Score};

/// Books of up to so many entries (16 MiB) are read to their end as soon as they are opened, which
/// takes some milliseconds; greater ones in the background.
const READ_AT_ONCE: u64 = 1 << 20;

/// The longest line that is shown, in plies.
const MAX_LINE: usize = 8;

/// Which of the moves that the book has is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookSelection {
    /// Any, as often as its weight says.
    #[default]
    Weighted,
    /// The one with the greatest weight.
    Best,
    /// Any, all as often.
    Uniform,
}

impl BookSelection {
    pub(super) const WEIGHTED: &str = "weighted";
    const BEST: &str = "best";
    const UNIFORM: &str = "uniform";

    /// How the selections are called.
    pub(super) const WORDS: [&str; 3] = [
        BookSelection::WEIGHTED,
        BookSelection::BEST,
        BookSelection::UNIFORM,
    ];

    pub(super) fn of_word(word: &str) -> BookSelection {
        match word {
            BookSelection::BEST => BookSelection::Best,
            BookSelection::UNIFORM => BookSelection::Uniform,
            _ => BookSelection::Weighted,
        }
    }
}

/// The check of a great book, to be made where nobody waits for it.
#[derive(Clone)]
pub struct BookCheck {
    book: Arc<Book>,
    /// What was open before.
    earlier: Option<Arc<Book>>,
    result: Result<(), BookError>,
}

impl BookCheck {
    /// Reads the book to its end.
    pub(super) fn run(mut self) -> BookCheck {
        self.result = self.book.check_order();
        self
    }
}

impl fmt::Debug for BookCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.book.path().display(), self.result)
    }
}

/// The book that is open, if one is, and the choices from it.
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
    /// Opens another book, or none. If it does not work the one before stays open. A great book may be
    /// used before it has been checked to its end, which is left to be done.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<Option<BookCheck>, BookError> {
        let Some(path) = path else {
            self.book = None;
            return Ok(None);
        };
        let book = Arc::new(Book::open(path)?);
        if book.len() <= READ_AT_ONCE {
            book.check_order()?;
            self.book = Some(book);
            return Ok(None);
        }
        let earlier = self.book.replace(Arc::clone(&book));
        let result = Ok(());
        Ok(Some(BookCheck {
            book,
            earlier,
            result,
        }))
    }

    /// Takes the result of a check. If the book is open and no book, the one before is open again, and
    /// the reason is given back.
    pub(super) fn settle(&mut self, check: BookCheck) -> Option<BookError> {
        let error = check.result.err()?;
        let is_open = self
            .book
            .as_ref()
            .is_some_and(|book| Arc::ptr_eq(book, &check.book));
        if !is_open {
            return None;
        }
        self.book = check.earlier;
        Some(error)
    }

    pub(super) fn is_open(&self) -> bool {
        self.book.is_some()
    }

    /// Where the open book is; empty if there is none.
    pub(super) fn path_text(&self) -> String {
        let path = self.book.as_ref().map(|book| book.path().display());
        path.map_or_else(String::new, |path| path.to_string())
    }

    /// Begins the choices at a number; at 0 anywhere.
    pub(super) fn set_seed(&mut self, seed: u64) {
        let seed = if seed == 0 { rand::random() } else { seed };
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// What the book has for the position of a game.
    pub(super) fn moves(&self, game: &Game) -> Vec<BookMove> {
        let Some(book) = &self.book else {
            return Vec::new();
        };
        let position = game.position();
        let passed = en_passant_target(position, game.moves().next_back().flatten());
        book.moves(position, passed).unwrap_or_else(|error| {
            log::warn!("{error}");
            Vec::new()
        })
    }

    /// Chooses a move for the position of a game, and follows it to where the book's best moves lead.
    pub(super) fn find_line(&mut self, game: &Game, options: &Options) -> Option<BookLine> {
        let playable = |book: &OpeningBook, game: &Game| -> Vec<BookMove> {
            let is_in_depth = ply(game) < options.book_depth as usize;
            let moves = if is_in_depth {
                book.moves(game)
            } else {
                Vec::new()
            };
            let wanted = moves.into_iter().filter(|found| found.weight > 0);
            wanted.filter(|found| !leads_back(game, found.m)).collect()
        };
        let moves = playable(self, game);
        let chosen = choose(&moves, options.book_selection, &mut self.random)?;
        let mut line = BookLine {
            wdl: Wdl::of(Score::DRAW, game.position()),
            moves: vec![chosen],
        };
        let mut game = game.clone();
        game.play(chosen);
        while line.moves.len() < MAX_LINE
            && game.outcome().is_none()
            && let Some(best) = playable(self, &game).first()
        {
            line.moves.push(best.m);
            game.play(best.m);
        }
        Some(line)
    }
}

/// How many plies have been made before the position of a game, by its own count.
fn ply(game: &Game) -> usize {
    let position = game.position();
    let moves = usize::from(position.fullmove_number().saturating_sub(1));
    2 * moves + usize::from(position.side_to_move() == Color::Black)
}

/// Whether a move brings a position back, or lets the opponent draw by repetition, or draws by another
/// rule. Of that the book knows nothing, and the search decides.
fn leads_back(game: &Game, m: Move) -> bool {
    let mut game = game.clone();
    game.play(m);
    let is_drawn = |game: &Game| matches!(game.outcome(), Some(Outcome::Draw(_)));
    let position = *game.position();
    if is_drawn(&game) || game.key_history().occurrences(&position) > 0 {
        return true;
    }
    // No position can come back in fewer plies.
    position.halfmove_clock() >= 3
        && position.legal_moves().into_iter().any(|reply| {
            game.play(reply);
            let drawn = is_drawn(&game);
            game.undo();
            drawn
        })
}

fn choose(moves: &[BookMove], selection: BookSelection, random: &mut impl Rng) -> Option<Move> {
    let chosen = match selection {
        BookSelection::Best => moves.first(),
        BookSelection::Uniform => moves.choose(random),
        BookSelection::Weighted => {
            let sum: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
            let mut rest = if sum == 0 {
                0
            } else {
                random.random_range(0..sum)
            };
            moves.iter().find(|found| {
                let weight = u32::from(found.weight);
                let found = rest < weight;
                rest = rest.saturating_sub(weight);
                found
            })
        }
    };
    chosen.map(|found| found.m)
}

/// A move that has been chosen from the book, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BookLine {
    /// The chosen move and the best ones that follow, in the book's opinion.
    moves: Vec<Move>,
    wdl: Wdl,
}

impl BookLine {
    /// What a front-end tells of it: the book has moves but no scores, so that it is an even game.
    pub(super) fn info(&self, time: Duration) -> Info {
        Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: Score::DRAW,
            wdl: self.wdl,
            bound: Bound::Exact,
            nodes: 0,
            time,
            used: Duration::ZERO,
            hash_full: 0,
            cpu_load: None,
            tablebase_hits: 0,
            pv: self.moves.clone(),
        }
    }

    /// The end of the search that it stands for.
    pub(super) fn best_move(&self) -> BestMove {
        BestMove {
            best: self.moves.first().copied(),
            ponder: self.moves.get(1).copied(),
            score: Score::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::book::{BookEntry, encode_move, polyglot_key};

    fn moves(weights: &[(&str, u16)]) -> Vec<BookMove> {
        let position = Position::startpos();
        let found = weights.iter().map(|&(text, weight)| BookMove {
            m: position.parse_move(text).unwrap(),
            weight,
        });
        found.collect()
    }

    /// How often each move is chosen of many times.
    fn counts(moves: &[BookMove], selection: BookSelection) -> Vec<usize> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = vec![0; moves.len()];
        for _ in 0..4000 {
            let m = choose(moves, selection, &mut random).unwrap();
            counts[moves.iter().position(|found| found.m == m).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_chosen_as_the_selection_says() {
        let moves = moves(&[("e2e4", 65_535), ("d2d4", 20_000), ("c2c4", 1)]);
        assert_eq!(counts(&moves, BookSelection::Best), [4000, 0, 0]);
        let uniform = counts(&moves, BookSelection::Uniform);
        assert!(
            uniform.iter().all(|n| (1150..1500).contains(n)),
            "{uniform:?}"
        );
        let weighted = counts(&moves, BookSelection::Weighted);
        assert!(
            (2950..3200).contains(&weighted[0]) && weighted[2] < 5,
            "{weighted:?}"
        );
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for selection in [
            BookSelection::Best,
            BookSelection::Uniform,
            BookSelection::Weighted,
        ] {
            assert_eq!(choose(&[], selection, &mut random), None);
        }
    }

    /// An opening book that has these moves after those, with weight 1.
    fn book(name: &str, lines: &[(&str, &[&str])]) -> OpeningBook {
        let mut entries = Vec::new();
        for (moves, next) in lines {
            let game = game(moves);
            let position = game.position();
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
        let name = format!("diglot-opening-{}-{name}.bin", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        let mut book = OpeningBook::default();
        assert!(book.open(Some(&path)).unwrap().is_none());
        std::fs::remove_file(&path).unwrap();
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
    fn a_line_is_followed_to_its_end_and_no_deeper_than_wanted() {
        let lines: [(&str, &[&str]); 3] = [("", &["e4"]), ("e4", &["e5"]), ("e4 e5", &["Nf3"])];
        let mut book = book("line", &lines);
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
    fn moves_that_repeat_are_left_to_the_search() {
        let lines: [(&str, &[&str]); 4] = [
            ("", &["Nf3"]),
            ("Nf3", &["Nf6"]),
            ("Nf3 Nf6", &["Ng1"]),
            ("Nf3 Nf6 Ng1", &["Ng8"]),
        ];
        let mut book = book("repetition", &lines);
        let options = Options::default();
        // Ng8 would bring the first position back, and so would what follows.
        assert_eq!(
            line(&mut book, &game(""), &options).as_deref(),
            Some("g1f3 g8f6 f3g1")
        );
        assert_eq!(line(&mut book, &game("Nf3 Nf6 Ng1"), &options), None);
        let cycle = "Nf3 Nf6 Ng1 Ng8";
        assert_eq!(line(&mut book, &game(cycle), &options), None);
        // Here the opponent's Ng8 would complete the third occurrence of the start position.
        let other = format!("{cycle} Nh3 Nh6 Ng1 Ng8 Nc3 Nc6");
        assert!(leads_back(
            &game(&other),
            game(&other).position().parse_move("Nb1").unwrap()
        ));
        assert!(!leads_back(
            &game(&other),
            game(&other).position().parse_move("e4").unwrap()
        ));
    }

    #[test]
    fn seeds_repeat_choices() {
        let next: &[&str] = &["e4", "d4", "c4", "Nf3", "g3", "b3"];
        let mut book = book("seeds", &[("", next)]);
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
    fn a_great_book_is_open_until_it_is_found_to_be_none() {
        let path = std::env::temp_dir().join(format!("diglot-great-{}.bin", std::process::id()));
        let mut bytes: Vec<u8> = (0..READ_AT_ONCE + 1)
            .flat_map(|key| u128::from(key).to_be_bytes())
            .collect();
        for entry in bytes.chunks_exact_mut(16) {
            entry.rotate_left(8);
        }
        std::fs::write(&path, &bytes).unwrap();
        let mut opening = book("earlier", &[("", &["e4"])]);
        let before = opening.path_text();
        let check = opening.open(Some(&path)).unwrap().unwrap().run();
        assert!(opening.settle(check).is_none());
        assert_eq!(opening.path_text(), path.display().to_string());
        let mut opening = book("earlier", &[("", &["e4"])]);
        let last = bytes.len() - 32;
        bytes[last..last + 8].fill(0);
        std::fs::write(&path, &bytes).unwrap();
        let check = opening.open(Some(&path)).unwrap().unwrap().run();
        let late = check.clone();
        assert!(
            opening
                .settle(check)
                .unwrap()
                .to_string()
                .contains("out of order")
        );
        assert_eq!(opening.path_text(), before);
        // Once another book is open nobody wants to know.
        assert!(opening.settle(late).is_none());
        std::fs::remove_file(&path).unwrap();
    }
}
