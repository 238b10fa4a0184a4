//! How moves and scores become bits.

use arrayvec::ArrayVec;

use super::bits::{BitReader, BitWriter};
use crate::types::{Move, PieceType, Score};

/// A piece has at most 27 moves, a pawn at most 12.
const MAX_MOVES_OF_PIECE: usize = 27;

/// The place of a move in the order of the format: by from-square, to-square, and what a pawn becomes.
#[inline]
fn order(m: Move) -> u16 {
    let promotion = m.promotion().map_or(0, PieceType::index);
    (m.from().index() << 9 | m.to().index() << 3 | promotion) as u16
}

/// The number of a move among the legal ones, from 0; `None` if it is not among them.
pub(super) fn index_of(legal: &[Move], m: Move) -> Option<usize> {
    let before = |other: &&Move| order(**other) < order(m);
    let index = legal.iter().filter(before).count();
    legal.contains(&m).then_some(index)
}

/// The legal move with this number.
#[inline]
pub(super) fn move_at(legal: &[Move], index: usize) -> Option<Move> {
    if index >= legal.len() {
        return None;
    }
    // Moves are counted by from-square, so that only those of one piece need to be sorted.
    let mut counts = [0u16; 64];
    for m in legal {
        counts[m.from().index()] += 1;
    }
    let mut left = index;
    let from = counts.iter().position(|&count| {
        let is_here = left < usize::from(count);
        left -= if is_here { 0 } else { usize::from(count) };
        is_here
    })?;
    let of_piece = legal.iter().copied().filter(|m| m.from().index() == from);
    let mut moves: ArrayVec<Move, MAX_MOVES_OF_PIECE> = of_piece.take(MAX_MOVES_OF_PIECE).collect();
    moves.sort_unstable_by_key(|&m| order(m));
    moves.get(left).copied()
}

/// Writes a number below `count` in as few bits as there can be, one more for the last ones
/// (truncated binary encoding).
pub(super) fn write_index(bits: &mut BitWriter, index: usize, count: usize) {
    let width = count.ilog2();
    let short = (2 << width) - count;
    match index < short {
        true => bits.write(index as u64, width),
        false => {
            let code = index + short;
            bits.write((code >> 1) as u64, width);
            bits.write((code & 1) as u64, 1);
        }
    }
}

/// Reads a number below `count`, which is not 0.
#[inline]
pub(super) fn read_index(bits: &mut BitReader, count: usize) -> Option<usize> {
    let width = count.ilog2();
    let short = (2 << width) - count;
    let code = bits.read(width)? as usize;
    match code < short {
        true => Some(code),
        false => Some((code << 1 | bits.read(1)? as usize) - short),
    }
}

/// No score is further from 0.
pub(super) const MAX_SCORE: i32 = Score::mate_in(0).raw();

/// What the scores of a game so far say of the next one.
#[derive(Clone, Debug)]
pub(super) struct ScoreCodec {
    /// The next score, if nothing has changed: the last one from the other side's view.
    guess: i32,
    /// What the differences have been of late, times [`ScoreCodec::MEMORY`].
    mean: u32,
}

impl ScoreCodec {
    const MEMORY: u32 = 8;
    const FIRST_MEAN: u32 = 32;
    /// A mate that is found must not spoil the code of what follows.
    const MAX_DIFFERENCE: u32 = 128;
    /// Differences of twice the greatest score have 17 bits with their sign.
    const MAX_ZEROS: u32 = 17;

    pub(super) fn new() -> ScoreCodec {
        ScoreCodec {
            guess: 0,
            mean: ScoreCodec::FIRST_MEAN * ScoreCodec::MEMORY,
        }
    }

    fn exponent(&self) -> u32 {
        (self.mean / ScoreCodec::MEMORY)
            .checked_ilog2()
            .unwrap_or(0)
    }

    fn learn(&mut self, score: i32, difference: u32) {
        self.guess = -score;
        let difference = difference.min(ScoreCodec::MAX_DIFFERENCE);
        self.mean += difference;
        self.mean -= self.mean / ScoreCodec::MEMORY;
    }
}

impl ScoreCodec {
    /// Writes the next score (exponential Golomb code of the zigzag difference).
    pub(super) fn write(&mut self, bits: &mut BitWriter, score: i32) {
        let difference = score - self.guess;
        let zigzag = ((difference << 1) ^ (difference >> 31)) as u32;
        let exponent = self.exponent();
        let code = u64::from(zigzag) + (1 << exponent);
        let width = code.ilog2();
        let zeros = width - exponent;
        bits.write(1 << zeros, zeros + 1);
        bits.write(code - (1 << width), width);
        self.learn(score, zigzag);
    }

    /// Reads the next score; `None` if there is none.
    #[inline]
    pub(super) fn read(&mut self, bits: &mut BitReader) -> Option<i32> {
        let exponent = self.exponent();
        let width = exponent + bits.read_zeros(ScoreCodec::MAX_ZEROS)?;
        let code = bits.read(width)? + (1 << width);
        let zigzag = (code - (1 << exponent)) as u32;
        let difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        let score = self.guess + difference;
        if score.abs() > MAX_SCORE {
            return None;
        }
        self.learn(score, zigzag);
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingMode, Position};

    #[test]
    fn moves_are_numbered_in_the_order_of_the_format() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PpPBBPPP/R3K2R b KQkq - 0 1",
            "1n2k3/P1P5/8/8/8/8/8/R3K2R w KQ - 0 1",
            "8/8/8/8/8/8/8/K1k4q w - - 0 1",
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let legal = position.legal_moves();
            let mut sorted = legal.to_vec();
            sorted.sort_by_key(|m| {
                let promotion = m.promotion().map(PieceType::index);
                (m.from().index(), m.to().index(), promotion)
            });
            for (index, &m) in sorted.iter().enumerate() {
                assert_eq!(index_of(&legal, m), Some(index));
                assert_eq!(move_at(&legal, index), Some(m));
            }
            assert_eq!(move_at(&legal, legal.len()), None);
        }
        let start = Position::startpos();
        let legal = start.legal_moves();
        let other = start.after(legal[0]).legal_moves()[0];
        assert_eq!(index_of(&legal, other), None);
    }

    #[test]
    fn indices_take_the_fewest_bits() {
        for count in 1..=218 {
            let mut writer = BitWriter::default();
            for index in 0..count {
                write_index(&mut writer, index, count);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for index in 0..count {
                assert_eq!(read_index(&mut reader, count), Some(index));
            }
            assert!(reader.is_finished());
            let width = (count as f64).log2().ceil() as usize;
            assert!(8 * bytes.len() < width * count + 8);
        }
    }

    #[test]
    fn scores_of_all_sizes_come_back() {
        let mut scores: Vec<i32> = (-MAX_SCORE..=MAX_SCORE).step_by(37).collect();
        for i in 0..1000 {
            scores.push(if i % 2 == 0 { MAX_SCORE } else { -MAX_SCORE });
            scores.push(if i % 3 == 0 { MAX_SCORE } else { -MAX_SCORE });
        }
        scores.extend([0; 1000]);
        let (mut code, mut writer) = (ScoreCodec::new(), BitWriter::default());
        for &score in &scores {
            code.write(&mut writer, score);
        }
        let bytes = writer.finish();
        let (mut code, mut reader) = (ScoreCodec::new(), BitReader::new(&bytes));
        for &score in &scores {
            assert_eq!(code.read(&mut reader), Some(score));
        }
        assert!(reader.is_finished());
    }

    #[test]
    fn scores_that_there_are_not_are_refused() {
        let mut writer = BitWriter::default();
        ScoreCodec::new().write(&mut writer, MAX_SCORE + 1);
        let bytes = writer.finish();
        assert_eq!(ScoreCodec::new().read(&mut BitReader::new(&bytes)), None);
    }

    #[test]
    fn what_hardly_changes_is_short() {
        let (mut code, mut writer) = (ScoreCodec::new(), BitWriter::default());
        for ply in 0..1000 {
            code.write(&mut writer, if ply % 2 == 0 { 31 } else { -32 });
        }
        assert!(writer.finish().len() < 400);
    }
}
