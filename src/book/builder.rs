//! Building a book from games, as PolyGlot does: a move gets two points for each game that its side won and
//! one for each draw.

use std::collections::HashMap;
use std::io::{self, Write};

use thiserror::Error;

use super::entry::{BookEntry, encode_move};
use super::key::{en_passant_target, polyglot_key};
use crate::pgn::{GameResult, PgnGame, PgnMoveError, PgnStartError};

/// Error: the game cannot be added to a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookGameError {
    /// The start position is invalid or of an unsupported variant.
    #[error(transparent)]
    Start(#[from] PgnStartError),
    /// A move cannot be parsed or is illegal.
    #[error(transparent)]
    Move(#[from] PgnMoveError),
}

/// Statistics of a move in a position.
#[derive(Clone, Copy, Debug, Default)]
struct MoveStats {
    games: u32,
    points: u64,
}

/// Collects games and builds the entries of a book.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    stats: HashMap<(u64, u16), MoveStats>,
    max_ply: usize,
}

impl BookBuilder {
    /// Creates a builder that uses the first `max_ply` plies of each game.
    pub fn new(max_ply: usize) -> BookBuilder {
        BookBuilder {
            stats: HashMap::new(),
            max_ply,
        }
    }

    /// Adds the moves of a game; on an error nothing is added. A game without result counts as a draw.
    pub fn add(&mut self, game: &PgnGame) -> Result<(), BookGameError> {
        let mut position = game.start_position()?;
        let result = game.result().unwrap_or(GameResult::Draw);
        let mut last = None;
        let mut moves = Vec::new();
        for (i, text) in game.moves.iter().take(self.max_ply).enumerate() {
            let m = position.parse_move(text);
            let m = m.map_err(|reason| PgnMoveError::new(reason, text, i))?;
            let key = polyglot_key(&position, en_passant_target(&position, last));
            moves.push((key, encode_move(m), result.points(position.side_to_move())));
            position = position.after(m);
            last = Some(m);
        }
        for (key, code, points) in moves {
            let stats = self.stats.entry((key, code)).or_default();
            stats.games = stats.games.saturating_add(1);
            stats.points += points;
        }
        Ok(())
    }

    /// Entries of the book, sorted by key and weight. Moves with fewer than `min_games` games or without points
    /// are left out.
    pub fn entries(&self, min_games: u32) -> Vec<BookEntry> {
        let kept = self
            .stats
            .iter()
            .filter(|(_, stats)| stats.games >= min_games && stats.points > 0);
        let mut all: Vec<_> = kept
            .map(|(&(key, code), stats)| (key, stats.points, code))
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

/// Weight of a move: its points, scaled down if those of the best move of the position exceed 16 bits.
fn weight(points: u64, greatest: u64) -> u16 {
    const MAX: u64 = u16::MAX as u64;
    let scaled = if greatest > MAX {
        u128::from(points) * u128::from(MAX) / u128::from(greatest)
    } else {
        u128::from(points)
    };
    u16::try_from(scaled.max(1)).unwrap_or(u16::MAX)
}

/// Writes entries in the format of a book. They must be sorted by key.
pub(crate) fn write_entries(entries: &[BookEntry], mut output: impl Write) -> io::Result<()> {
    for entry in entries {
        output.write_all(&entry.to_bytes())?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::super::key::tests::position_after;
    use super::*;
    use crate::pgn::PgnReader;

    fn build(text: &str, max_ply: usize) -> (BookBuilder, Vec<String>) {
        let mut builder = BookBuilder::new(max_ply);
        let mut errors = Vec::new();
        for game in PgnReader::new(text.as_bytes()) {
            if let Err(error) = builder.add(&game.unwrap()) {
                errors.push(error.to_string());
            }
        }
        (builder, errors)
    }

    /// Book moves after `moves`, with their weights.
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
        let (builder, errors) = build(GAMES, 100);
        assert!(errors.is_empty());
        let entries = builder.entries(1);
        assert!(entries.is_sorted_by_key(|entry| entry.key));
        assert_eq!(book(&entries, ""), "e4:3 d4:1");
        // Moves that only lost are left out.
        assert_eq!(book(&entries, "e4"), "c5:2 e5:1");
        assert_eq!(book(&entries, "e4 e5"), "Nf3:2 Nc3:1");
        assert_eq!(book(&entries, "e4 c5"), "");
        assert_eq!(book(&builder.entries(2), ""), "e4:3");
        assert!(builder.entries(4).is_empty());
    }

    #[test]
    fn plies_beyond_the_limit_are_ignored() {
        let entries = build(GAMES, 1).0.entries(1);
        assert_eq!(book(&entries, ""), "e4:3 d4:1");
        assert_eq!(entries.len(), 2);
    }

    #[test]
    fn invalid_games_add_nothing() {
        let text = "1. e4 e5 2. Nf3 Nc9 1-0  1. d4 Sf6 0-1  1. Ng1f3 d7d5 2. g3 -- *\n\
                    [Variant \"Crazyhouse\"]\n1. e4 *\n[FEN \"8/8 w\"]\n1. e4 *\n";
        let (builder, errors) = build(text, 100);
        assert!(builder.entries(1).is_empty());
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
    fn games_start_from_their_fen() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let text = format!(
            "[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... e5 0-1\n\n\
             [Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O Kd7 1-0\n\n\
             [SetUp \"0\"]\n[FEN \"8/8 w\"]\n\n1. a3 1-0\n"
        );
        let (builder, errors) = build(&text, 100);
        assert!(errors.is_empty(), "{errors:?}");
        let entries = builder.entries(1);
        assert_eq!(book(&entries, "e4"), "e5:2");
        assert_eq!(book(&entries, ""), "a3:2");
        // Castling is king takes rook.
        assert!(entries.iter().any(|entry| entry.code == (5 << 6 | 6)));
    }

    #[test]
    fn weights_too_great_for_16_bits_are_scaled_within_their_position() {
        for (points, greatest, expected) in [
            (1, 65_535, 1),
            (65_535, 65_535, 65_535),
            (65_536, 65_536, 65_535),
            (32_768, 65_536, 32_767),
            (1, 1_000_000_000, 1),
            (500_000_000, 1_000_000_000, 32_767),
            (u64::MAX, u64::MAX, 65_535),
        ] {
            assert_eq!(weight(points, greatest), expected);
        }
    }
}
