//! Random openings for games that an engine plays against itself, in the way that OpenBench asks for
//! them (<https://github.com/AndyGrant/OpenBench/wiki/Data-Generation-Workloads>):
//! `genfens N seed S book <None|FILE> [extra words]` is answered by N lines `info string genfens FEN`.

use std::collections::HashSet;
use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::RangeInclusive;
use std::time::Instant;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::tell;
use crate::board::{CHESS960_POSITIONS, CastlingMode, Epd, FenStyle, Position};
use crate::engine::Game;
use crate::search::{Limits, search_to_completion};

/// How many random plies lead from the start to an opening; of two lengths, so that either side may
/// be on move.
const PLIES: RangeInclusive<usize> = 8..=9;

/// How many centipawns an opening may favour one side by.
const BALANCE: i32 = 400;

/// Positions visited to find that out.
const NODES: u64 = 2000;

/// After so many attempts at one opening an unbalanced one will do, as books of endgames want it, …
const ATTEMPTS_AT_BALANCE: usize = 200;
/// … after so many one that has been there before, as very small books want it, …
const ATTEMPTS_AT_NEW: usize = 400;
/// … and after so many there is none.
const ATTEMPTS: usize = 1000;

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Request {
    count: u64,
    seed: u64,
    /// A file of positions to start from.
    book: Option<String>,
    /// Start from random back ranks, different ones for the two sides (double Fischer Random Chess).
    double_random: bool,
    /// Words that mean nothing.
    unknown: Vec<String>,
}

impl Request {
    /// Reads what follows the word `genfens`.
    fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Request, String> {
        let number = |what: &str, word: Option<&str>| {
            let word = word.unwrap_or("");
            let number = word.parse::<u64>();
            number.map_err(|_| format!("genfens: {what} expected, not {word:?}"))
        };
        let mut words = words.into_iter();
        let mut request = Request {
            count: number("a number of openings", words.next())?,
            ..Request::default()
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => request.seed = number("a seed", words.next())?,
                "book" => {
                    let name = words.next().ok_or("genfens: no book named")?;
                    request.book = (!name.eq_ignore_ascii_case("none")).then(|| name.to_owned());
                }
                "dfrc" => request.double_random = true,
                other => request.unknown.push(other.to_owned()),
            }
        }
        Ok(request)
    }
}

/// Reads the words after `genfens`, and prints openings as soon as they are found.
pub(super) fn run<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let request = Request::parse(words)?;
    for word in &request.unknown {
        tell(&format!("genfens: {word:?} means nothing"));
    }
    let mut generator = Generator::new(&request)?;
    let style = match request.double_random {
        true => FenStyle::Shredder,
        false => FenStyle::XFen,
    };
    let mut output = std::io::stdout().lock();
    for _ in 0..request.count {
        let fen = generator.next_opening()?.to_fen(style);
        match writeln!(output, "info string genfens {fen}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(_) => return Err("the openings cannot be written".to_owned()),
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Where games start from.
enum Start {
    Standard,
    DoubleRandom,
    /// The lines of a book.
    Book(Vec<String>),
}

impl Start {
    fn new(request: &Request) -> Result<Start, String> {
        let Some(path) = &request.book else {
            return Ok(match request.double_random {
                true => Start::DoubleRandom,
                false => Start::Standard,
            });
        };
        let text =
            fs::read_to_string(path).map_err(|_| format!("the book {path} cannot be read"))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(Start::Book(lines.map(str::to_owned).collect()))
    }

    /// One position; `None` if the line of the book was none.
    fn draw(&self, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
        match self {
            Start::Standard => Some(Position::startpos()),
            Start::DoubleRandom => {
                let numbers = 0..CHESS960_POSITIONS;
                let white = random.random_range(numbers.clone());
                Position::chess960(white, random.random_range(numbers))
            }
            Start::Book(lines) => {
                let epd = Epd::parse(lines.choose(random)?, CastlingMode::Chess960);
                epd.ok().map(|epd| epd.position)
            }
        }
    }
}

/// Makes openings one after the other, the same ones from the same seed.
struct Generator {
    /// A generator that stays the same from version to version of its library.
    random: Xoshiro256PlusPlus,
    start: Start,
    /// Keys of the openings made.
    made: HashSet<u64>,
}

impl Generator {
    fn new(request: &Request) -> Result<Generator, String> {
        Ok(Generator {
            random: Xoshiro256PlusPlus::seed_from_u64(request.seed),
            start: Start::new(request)?,
            made: HashSet::new(),
        })
    }

    fn next_opening(&mut self) -> Result<Position, String> {
        for attempt in 0..ATTEMPTS {
            let Some(position) = self.attempt() else {
                continue;
            };
            let refused = attempt < ATTEMPTS_AT_NEW && self.made.contains(&position.key())
                || attempt < ATTEMPTS_AT_BALANCE && !is_balanced(&position);
            if !refused {
                self.made.insert(position.key());
                return Ok(position);
            }
        }
        Err("genfens: no opening can be made from the book".to_owned())
    }

    /// Plays random moves; `None` if the game ends.
    fn attempt(&mut self) -> Option<Position> {
        let mut game = Game::new(self.start.draw(&mut self.random)?);
        for _ in 0..self.random.random_range(PLIES) {
            if game.outcome().is_some() {
                return None;
            }
            game.play(*game.position().legal_moves().choose(&mut self.random)?);
        }
        game.outcome().is_none().then(|| *game.position())
    }
}

fn is_balanced(position: &Position) -> bool {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::none(Instant::now())
    };
    let score = search_to_completion(*position, limits, 1, 1).score;
    score.raw().abs() <= BALANCE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(words: &str) -> Result<Request, String> {
        Request::parse(words.split(' '))
    }

    fn openings(request: &Request) -> Vec<Position> {
        let mut generator = Generator::new(request).unwrap();
        let next = |_| generator.next_opening().unwrap();
        (0..request.count).map(next).collect()
    }

    #[test]
    fn requests_in_all_their_forms() {
        let plain = Request {
            count: 5,
            seed: 7,
            ..Request::default()
        };
        for words in ["5 seed 7 book None", "5 seed 7", "5 book NONE seed 7"] {
            assert_eq!(request(words), Ok(plain.clone()), "{words}");
        }
        let full = request("5 seed 7 book Books/a.epd dfrc x y").unwrap();
        assert_eq!(full.book.as_deref(), Some("Books/a.epd"));
        assert!(full.double_random);
        assert_eq!(full.unknown, ["x", "y"]);
        for bad in ["", "x", "-1", "5 seed", "5 seed x", "5 seed 1 book"] {
            assert!(request(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn openings_are_different_unfinished_balanced_and_the_same_for_a_seed() {
        let wanted = request("40 seed 3 book None").unwrap();
        let found = openings(&wanted);
        let keys: HashSet<u64> = found.iter().map(Position::key).collect();
        assert_eq!(keys.len(), 40);
        for position in &found {
            assert!(position.has_legal_move() && is_balanced(position));
        }
        assert!(
            found
                .iter()
                .any(|p| p.side_to_move() != found[0].side_to_move())
        );
        assert_eq!(openings(&wanted), found);
        assert_ne!(openings(&request("40 seed 4").unwrap()), found);
    }

    #[test]
    fn double_random_openings_differ_between_the_sides() {
        let found = openings(&request("5 seed 1 book None dfrc").unwrap());
        let start = Start::DoubleRandom;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut fens =
            (0..20).filter_map(|_| Some(start.draw(&mut random)?.to_fen(FenStyle::Shredder)));
        assert!(fens.any(|fen| fen[..8].to_uppercase() != fen[35..43]));
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn books_of_one_line_give_what_they_can() {
        let from = |line: &str, count| {
            let mut generator = Generator {
                random: Xoshiro256PlusPlus::seed_from_u64(1),
                start: Start::Book(vec![line.to_owned()]),
                made: HashSet::new(),
            };
            (0..count)
                .map(|_| generator.next_opening())
                .collect::<Result<Vec<_>, _>>()
        };
        // Won for White whatever happens.
        let won = from("8/8/8/8/k7/8/8/1K3Q1Q w - - hmvc 3; fmvn 60;", 2).unwrap();
        assert!(won.iter().all(|position| position.fullmove_number() >= 60));
        for line in ["no position", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
            assert!(from(line, 1).is_err(), "{line}");
        }
    }
}
