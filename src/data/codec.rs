//! Encodes moves and scores as bits.

use arrayvec::ArrayVec;

use super::bits::{BitReader, BitWriter};
use crate::types::{Move, PieceType, Score};

/// Largest number of moves of one piece: a queen's.
const MAX_MOVES_OF_PIECE: usize = 27;

/// Sort key of the format: from-square, to-square, promotion.
#[inline]
fn sort_key(m: Move) -> u16 {
    let promotion = m.promotion().map_or(0, PieceType::index);
    (m.from().index() << 9 | m.to().index() << 3 | promotion) as u16
}

/// Index of a move among the sorted legal moves; `None` if it is illegal.
pub(super) fn index_of(legal: &[Move], m: Move) -> Option<usize> {
    let before = |other: &&Move| sort_key(**other) < sort_key(m);
    let index = legal.iter().filter(before).count();
    legal.contains(&m).then_some(index)
}

/// The move with this index among the sorted legal moves.
#[inline]
pub(super) fn move_at(legal: &[Move], index: usize) -> Option<Move> {
    if index >= legal.len() {
        return None;
    }
    // Counting by from-square avoids sorting more than the moves of one piece.
    let mut counts = [0u16; 64];
    for m in legal {
        counts[m.from().index()] += 1;
    }
    let mut remaining = index;
    let from = counts.iter().position(|&count| {
        let is_here = remaining < usize::from(count);
        remaining -= if is_here { 0 } else { usize::from(count) };
        is_here
    })?;
    let of_piece = legal.iter().copied().filter(|m| m.from().index() == from);
    let mut moves: ArrayVec<Move, MAX_MOVES_OF_PIECE> = of_piece.take(MAX_MOVES_OF_PIECE).collect();
    moves.sort_unstable_by_key(|&m| sort_key(m));
    moves.get(remaining).copied()
}

/// Writes a number below `count` in truncated binary encoding
/// (<https://en.wikipedia.org/wiki/Truncated_binary_encoding>).
pub(super) fn write_index(bits: &mut BitWriter, index: usize, count: usize) {
    let width = count.ilog2();
    let short = (2 << width) - count;
    if index < short {
        bits.write(index as u64, width);
    } else {
        let code = index + short;
        bits.write((code >> 1) as u64, width);
        bits.write((code & 1) as u64, 1);
    }
}

/// Reads a number below `count`, which is positive.
#[inline]
pub(super) fn read_index(bits: &mut BitReader, count: usize) -> Option<usize> {
    let width = count.ilog2();
    let short = (2 << width) - count;
    let code = bits.read(width)? as usize;
    if code < short {
        Some(code)
    } else {
        Some((code << 1 | bits.read(1)? as usize) - short)
    }
}

/// Largest absolute score.
pub(super) const MAX_SCORE: i32 = Score::mate_in(0).raw();

/// Adaptive code for the scores of a game: exponential Golomb codes of the differences to the predicted scores, whose
/// order follows the recent differences.
#[derive(Clone, Debug)]
pub(super) struct ScoreCodec {
    /// Predicted score: the previous one, negated for the other side.
    predicted: i32,
    /// Exponential moving average of the differences times [`ScoreCodec::WINDOW`].
    mean: u32,
}

impl ScoreCodec {
    const WINDOW: u32 = 8;
    const INITIAL_MEAN: u32 = 32;
    /// Limits the effect of a sudden mate score on the following codes.
    const MAX_DIFFERENCE: u32 = 128;
    /// Differences of twice the largest score take 17 bits with their sign.
    const MAX_ZEROS: u32 = 17;

    pub(super) fn new() -> ScoreCodec {
        ScoreCodec {
            predicted: 0,
            mean: ScoreCodec::INITIAL_MEAN * ScoreCodec::WINDOW,
        }
    }

    fn exponent(&self) -> u32 {
        (self.mean / ScoreCodec::WINDOW)
            .checked_ilog2()
            .unwrap_or(0)
    }

    fn update(&mut self, score: i32, difference: u32) {
        self.predicted = -score;
        let difference = difference.min(ScoreCodec::MAX_DIFFERENCE);
        self.mean += difference;
        self.mean -= self.mean / ScoreCodec::WINDOW;
    }

    /// Writes the next score as the exponential Golomb code of the zigzag-encoded difference.
    pub(super) fn write(&mut self, bits: &mut BitWriter, score: i32) {
        let difference = score - self.predicted;
        let zigzag = ((difference << 1) ^ (difference >> 31)) as u32;
        let exponent = self.exponent();
        let code = u64::from(zigzag) + (1 << exponent);
        let width = code.ilog2();
        let zeros = width - exponent;
        bits.write(1 << zeros, zeros + 1);
        bits.write(code - (1 << width), width);
        self.update(score, zigzag);
    }

    /// Reads the next score; `None` if it is out of range or missing.
    #[inline]
    pub(super) fn read(&mut self, bits: &mut BitReader) -> Option<i32> {
        let exponent = self.exponent();
        let width = exponent + bits.read_unary(ScoreCodec::MAX_ZEROS)?;
        let code = bits.read(width)? + (1 << width);
        let zigzag = (code - (1 << exponent)) as u32;
        let difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        let score = self.predicted + difference;
        if score.abs() > MAX_SCORE {
            return None;
        }
        self.update(score, zigzag);
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingMode, Position};

    #[test]
    fn move_indices_follow_the_order_of_the_format() {
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
    fn scores_of_all_sizes_round_trip() {
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
    fn scores_out_of_range_are_rejected() {
        let mut writer = BitWriter::default();
        ScoreCodec::new().write(&mut writer, MAX_SCORE + 1);
        let bytes = writer.finish();
        assert_eq!(ScoreCodec::new().read(&mut BitReader::new(&bytes)), None);
    }

    #[test]
    fn stable_scores_take_few_bits() {
        let (mut code, mut writer) = (ScoreCodec::new(), BitWriter::default());
        for ply in 0..1000 {
            code.write(&mut writer, if ply % 2 == 0 { 31 } else { -32 });
        }
        assert!(writer.finish().len() < 400);
    }
}
