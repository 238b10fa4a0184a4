//! Iteration over the plies of packed games.

use super::bits::BitReader;
use super::codec::{ScoreCodec, move_at, read_index};
use super::error::PackedGameError;
use crate::board::Position;
use crate::types::{Move, Score};

/// A ply of a replayed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedPly {
    /// The position before the move.
    pub position: Position,
    /// Move played in the position.
    pub m: Move,
    /// The search score for the side to move; `None` in the opening.
    pub score: Option<Score>,
    /// Number of plies before this one.
    pub number: usize,
}

/// Iterator over the plies of a game.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    bits: BitReader<'a>,
    position: Position,
    code: ScoreCodec,
    next: usize,
    opening: usize,
    plies: usize,
}

impl<'a> Replay<'a> {
    /// Replays the moves in `bits`, the first `opening` of `plies` without a score.
    pub(super) fn new(
        bits: BitReader<'a>,
        position: Position,
        opening: usize,
        plies: usize,
    ) -> Replay<'a> {
        Replay {
            bits,
            position,
            code: ScoreCodec::new(),
            next: 0,
            opening,
            plies,
        }
    }

    /// The position after the plies replayed so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn read(&mut self) -> Result<ReplayedPly, PackedGameError> {
        let position = self.position;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(PackedGameError::Move);
        }
        let index = read_index(&mut self.bits, legal.len()).ok_or(PackedGameError::Short)?;
        let m = move_at(&legal, index).ok_or(PackedGameError::Move)?;
        let score = if self.next < self.opening {
            None
        } else {
            let score = self.code.read(&mut self.bits);
            Some(Score::from_tt(
                score.ok_or(PackedGameError::Score)? as i16,
                0,
            ))
        };
        self.position = position.after(m);
        let number = self.next;
        self.next += 1;
        if self.next == self.plies && !self.bits.is_finished() {
            return Err(PackedGameError::Long);
        }
        Ok(ReplayedPly {
            position,
            m,
            score,
            number,
        })
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<ReplayedPly, PackedGameError>;

    #[inline]
    fn next(&mut self) -> Option<Result<ReplayedPly, PackedGameError>> {
        if self.next >= self.plies {
            return None;
        }
        let ply = self.read();
        if ply.is_err() {
            self.plies = 0; // the iterator ends after an error
        }
        Some(ply)
    }
}
