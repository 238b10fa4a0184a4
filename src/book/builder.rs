//! Making a book from games, as PolyGlot does: a move weighs two for each game that its side has won
//! and one for each that it has drawn.

use std::collections::HashMap;
use std::io::{self, Write};

use thiserror::Error;

use super::entry::{BookEntry, encode_move};
use super::game_result::GameResult;
use super::key::{en_passant_target, polyglot_key};
use super::pgn::PgnGame;
use crate::board::{CastlingMode, MoveError, Position, excerpt};

/// Why a game does not go into a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The position that it begins with is none.
    #[error("it begins with no position: {0}")]
    Start(String),
    /// It is no game of chess.
    #[error("its variant is {0}")]
    Variant(String),
    /// One of its moves cannot be made.
    #[error("{reason}: {text:?}, ply {ply}")]
    Move {
        /// What is wrong with it.
        reason: MoveError,
        /// As it is written.
        text: String,
        /// Which it is, from 1.
        ply: usize,
    },
}

/// What is known of a move in a position.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u64,
}

/// Collects games, and makes a book of them.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    tallies: HashMap<(u64, u16), Tally>,
    max_ply: usize,
}

impl BookBuilder {
    /// Of each game so many plies count.
    pub fn new(max_ply: usize) -> BookBuilder {
        BookBuilder {
            tallies: HashMap::new(),
            max_ply,
        }
    }

    /// Takes the moves of a game in, or nothing of it. One without result counts as drawn.
    pub fn add(&mut self, game: &PgnGame) -> Result<(), GameError> {
        let mut position = start(game)?;
        let result = game.result().unwrap_or(GameResult::Draw);
        let mut last = None;
        let mut made = Vec::new();
        for (i, text) in game.moves.iter().take(self.max_ply).enumerate() {
            let m = position.parse_move(text).map_err(|reason| {
                let text = excerpt(text);
                GameError::Move {
                    reason,
                    text,
                    ply: i + 1,
                }
            })?;
            let key = polyglot_key(&position, en_passant_target(&position, last));
            made.push((key, encode_move(m), result.points(position.side_to_move())));
            position = position.after(m);
            last = Some(m);
        }
        for (key, code, points) in made {
            let tally = self.tallies.entry((key, code)).or_default();
            tally.games = tally.games.saturating_add(1);
            tally.points += points;
        }
        Ok(())
    }

    /// The entries of the book, in order. Moves of fewer games than `min_games` are left out, and so are
    /// those that have only lost.
    pub fn entries(&self, min_games: u32) -> Vec<BookEntry> {
        let kept = self
            .tallies
            .iter()
            .filter(|(_, tally)| tally.games >= min_games && tally.points > 0);
        let mut all: Vec<_> = kept
            .map(|(&(key, code), tally)| (key, tally.points, code))
            .collect();
        all.sort_unstable_by_key(|&(key, points, code)| (key, std::cmp::Reverse(points), code));
        let positions = all.chunk_by(|a, b| a.0 == b.0);
        let entries = positions.flat_map(|moves| {
            let greatest = moves.first().map_or(1, |&(_, points, _)| points);
            moves.iter().map(move |&(key, points, code)| BookEntry {
                key,
                code,
                weight: weight(points, greatest),
                learn: 0,
            })
        });
        entries.collect()
    }
}

/// Points as a number of 16 bits: the points themselves, unless the best move of the position has too many.
fn weight(points: u64, greatest: u64) -> u16 {
    const MAX: u64 = u16::MAX as u64;
    let scaled = match greatest > MAX {
        true => u128::from(points) * u128::from(MAX) / u128::from(greatest),
        false => u128::from(points),
    };
    u16::try_from(scaled.max(1)).unwrap_or(u16::MAX)
}

/// The position that a game begins with.
fn start(game: &PgnGame) -> Result<Position, GameError> {
    let variant = game.header("Variant").unwrap_or("").to_ascii_lowercase();
    let mode = match variant.as_str() {
        "" | "standard" | "chess" | "normal" | "from position" => CastlingMode::Standard,
        "chess960" | "chess 960" | "fischerandom" | "fischer random" => CastlingMode::Chess960,
        _ => return Err(GameError::Variant(excerpt(&variant))),
    };
    match game.header("FEN") {
        Some(fen) if game.header("SetUp") != Some("0") => {
            let position = Position::from_fen(fen, mode);
            let refused = |error: crate::board::FenError| GameError::Start(error.to_string());
            position.map(|(position, _)| position).map_err(refused)
        }
        _ => Ok(Position::startpos()),
    }
}

/// Writes entries as a book has them. They must be in order.
pub fn write_entries(entries: &[BookEntry], mut output: impl Write) -> io::Result<()> {
    for entry in entries {
        output.write_all(&entry.to_bytes())?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::super::key::tests::position_after;
    use super::super::pgn::PgnReader;
    use super::*;

    fn maker(text: &str, max_ply: usize) -> (BookBuilder, Vec<String>) {
        let mut maker = BookBuilder::new(max_ply);
        let mut errors = Vec::new();
        for game in PgnReader::new(text.as_bytes()) {
            if let Err(error) = maker.add(&game.unwrap()) {
                errors.push(error.to_string());
            }
        }
        (maker, errors)
    }

    /// The moves of the position after `moves`, with their weights.
    fn book(entries: &[BookEntry], moves: &str) -> String {
        let (position, key) = position_after(moves);
        let of_position = entries.iter().filter(|entry| entry.key == key);
        let text = |entry: &BookEntry| {
            let m = entry.legal_move(&position).unwrap();
            format!("{}:{}", position.to_san(m), entry.weight)
        };
        of_position.map(text).collect::<Vec<_>>().join(" ")
    }

    const GAMES: &str =
        "1. e4 e5 2. Nf3 1-0  1. e4 c5 2. Nf3 0-1  1. d4 d5 1/2-1/2  1. e4 e5 2. Nc3 *";

    #[test]
    fn wins_count_two_and_draws_one() {
        let (maker, errors) = maker(GAMES, 100);
        assert!(errors.is_empty());
        let entries = maker.entries(1);
        assert!(entries.is_sorted_by_key(|entry| entry.key));
        assert_eq!(book(&entries, ""), "e4:3 d4:1");
        // Who has only lost with a move does not play it again.
        assert_eq!(book(&entries, "e4"), "c5:2 e5:1");
        assert_eq!(book(&entries, "e4 e5"), "Nf3:2 Nc3:1");
        assert_eq!(book(&entries, "e4 c5"), "");
        assert_eq!(book(&maker.entries(2), ""), "e4:3");
        assert!(maker.entries(4).is_empty());
    }

    #[test]
    fn so_many_plies_count() {
        let entries = maker(GAMES, 1).0.entries(1);
        assert_eq!(book(&entries, ""), "e4:3 d4:1");
        assert_eq!(entries.len(), 2);
    }

    #[test]
    fn of_a_bad_game_nothing_counts() {
        let text = "1. e4 e5 2. Nf3 Nc9 1-0  1. d4 Sf6 0-1  1. Ng1f3 d7d5 2. g3 -- *\n\
                    [Variant \"Crazyhouse\"]\n1. e4 *\n[FEN \"8/8 w\"]\n1. e4 *\n";
        let (maker, errors) = maker(text, 100);
        assert!(maker.entries(1).is_empty());
        assert_eq!(
            errors[..4],
            [
                "not a move: \"Nc9\", ply 4",
                "not a move: \"Sf6\", ply 2",
                "not a move: \"--\", ply 4",
                "its variant is crazyhouse",
            ]
        );
        assert!(errors[4].starts_with("it begins with no position: "));
        assert_eq!(errors.len(), 5);
    }

    #[test]
    fn games_begin_where_they_say() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let text = format!(
            "[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... e5 0-1\n\n\
             [Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O Kd7 1-0\n\n\
             [SetUp \"0\"]\n[FEN \"8/8 w\"]\n\n1. a3 1-0\n"
        );
        let (maker, errors) = maker(&text, 100);
        assert!(errors.is_empty(), "{errors:?}");
        let entries = maker.entries(1);
        assert_eq!(book(&entries, "e4"), "e5:2");
        assert_eq!(book(&entries, ""), "a3:2");
        // Castling is king takes rook.
        assert!(entries.iter().any(|entry| entry.code == (5 << 6 | 6)));
    }

    #[test]
    fn weights_too_great_for_16_bits_are_scaled_within_their_position() {
        for (points, greatest, wanted) in [
            (1, 65_535, 1),
            (65_535, 65_535, 65_535),
            (65_536, 65_536, 65_535),
            (32_768, 65_536, 32_767),
            (1, 1_000_000_000, 1),
            (500_000_000, 1_000_000_000, 32_767),
            (u64::MAX, u64::MAX, 65_535),
        ] {
            assert_eq!(weight(points, greatest), wanted);
        }
    }
}
