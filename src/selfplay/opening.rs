//! Random openings, for self-play games and for `genfens`.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::board::{CHESS960_POSITIONS, CastlingMode, Epd, KeyHistory, Position};
use crate::data::StartPosition;
use crate::types::Move;

/// One self-play game in this many starts from double Chess960.
const CHESS960_INTERVAL: u32 = 10;

/// Random plies of an opening. There are two lengths so that either side may be on move.
const PLIES: RangeInclusive<usize> = 8..=9;

/// The positions that openings start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OpeningSource {
    /// The start position of chess.
    Standard,
    /// Double Chess960: random back ranks, drawn for each side separately.
    DoubleChess960,
    /// Mostly the start position, sometimes double Chess960.
    Mixed,
    /// The positions of a book in FEN or EPD, one per line.
    Book(Vec<String>),
}

impl OpeningSource {
    /// Draws a start; `None` if the drawn line of the book is invalid.
    fn draw(&self, random: &mut Xoshiro256PlusPlus) -> Option<StartPosition> {
        match self {
            OpeningSource::Standard => Some(StartPosition::Standard),
            OpeningSource::DoubleChess960 => Some(double_chess960(random)),
            OpeningSource::Mixed => Some(match random.random_range(0..CHESS960_INTERVAL) {
                0 => double_chess960(random),
                _ => StartPosition::Standard,
            }),
            OpeningSource::Book(lines) => {
                let epd = Epd::parse(lines.choose(random)?, CastlingMode::Chess960);
                epd.ok().map(|epd| StartPosition::Position(epd.position))
            }
        }
    }
}

fn double_chess960(random: &mut Xoshiro256PlusPlus) -> StartPosition {
    let white = random.random_range(0..CHESS960_POSITIONS);
    let black = random.random_range(0..CHESS960_POSITIONS);
    StartPosition::Chess960(white, black)
}

/// Which random moves an opening consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RandomMoves {
    /// Any legal move.
    Legal,
    /// Moves that lose no material by static exchange evaluation, if there are any.
    KeepMaterial,
}

/// A position reached by random moves.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub start: StartPosition,
    pub moves: Vec<Move>,
    pub position: Position,
    /// Keys of the positions before `position`.
    pub history: KeyHistory,
}

/// Draws random openings. The seed and the other two arguments determine the whole sequence.
pub(super) struct OpeningGenerator {
    /// `Xoshiro256PlusPlus` is named because its output stays the same in all versions of `rand`.
    random: Xoshiro256PlusPlus,
    starts: OpeningSource,
    moves: RandomMoves,
}

impl OpeningGenerator {
    pub(super) fn new(seed: u64, starts: OpeningSource, moves: RandomMoves) -> OpeningGenerator {
        OpeningGenerator {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            starts,
            moves,
        }
    }

    /// Draws one opening; `None` if the start is invalid or the game ends within the opening.
    pub(super) fn draw(&mut self) -> Option<Opening> {
        let start = self.starts.draw(&mut self.random)?;
        let mut opening = Opening {
            start,
            moves: Vec::with_capacity(*PLIES.end()),
            position: start.position()?,
            history: KeyHistory::default(),
        };
        for _ in 0..self.random.random_range(PLIES) {
            if opening.is_over() {
                return None;
            }
            opening.play(self.random_move(&opening.position)?);
        }
        (!opening.is_over()).then_some(opening)
    }

    fn random_move(&mut self, position: &Position) -> Option<Move> {
        let mut moves = position.legal_moves();
        while let Some(&m) = moves.choose(&mut self.random) {
            let is_allowed = self.moves == RandomMoves::Legal || position.see_at_least(m, 0);
            if is_allowed || moves.len() == 1 {
                return Some(m);
            }
            moves.retain(|other| *other != m);
        }
        None
    }
}

impl Opening {
    fn is_over(&self) -> bool {
        self.position.outcome(&self.history).is_some()
    }

    fn play(&mut self, m: Move) {
        self.history.push(self.position.key());
        self.moves.push(m);
        self.position = self.position.after(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FenStyle;

    #[test]
    fn self_play_openings_are_unfinished_and_keep_material() {
        let mut generator =
            OpeningGenerator::new(1, OpeningSource::Mixed, RandomMoves::KeepMaterial);
        let mut chess960 = 0;
        let mut lengths = [0; 2];
        for opening in std::iter::repeat_with(|| generator.draw())
            .flatten()
            .take(2000)
        {
            chess960 += u32::from(opening.start != StartPosition::Standard);
            lengths[opening.moves.len() - PLIES.start()] += 1;
            let mut position = opening.start.position().unwrap();
            for &m in &opening.moves {
                let legal = position.legal_moves();
                assert!(legal.contains(&m));
                let loses = |m: &Move| !position.see_at_least(*m, 0);
                assert!(!loses(&m) || legal.iter().all(loses), "{position:?} {m:?}");
                position = position.after(m);
            }
            assert_eq!(position, opening.position);
            assert!(position.has_legal_move());
            assert_eq!(opening.history.len(), opening.moves.len());
        }
        assert!((150..250).contains(&chess960), "{chess960}");
        assert!(lengths.iter().all(|&count| count > 900), "{lengths:?}");
    }

    #[test]
    fn double_chess960_back_ranks_differ_between_the_sides() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let starts = OpeningSource::DoubleChess960;
        let mut fens = (0..20).filter_map(|_| {
            let position = starts.draw(&mut random)?.position()?;
            Some(position.to_fen(FenStyle::Shredder))
        });
        assert!(fens.any(|fen| fen[..8].to_uppercase() != fen[35..43]));
    }
}
