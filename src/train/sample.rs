//! Training samples: positions packed in 32 bytes.

use crate::board::{Position, Setup};
use crate::eval::nnue::{AttackInputs, INPUTS, KingBucket, OUTPUT_BUCKETS};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Most pieces a sample can hold.
pub(super) const MAX_PIECES: usize = 32;
/// The transformer row that every position adds: the bias.
pub(super) const BIAS: usize = INPUTS;

/// The transformer rows that a position adds for one perspective, the bias first.
pub(super) type Rows = [u16; MAX_PIECES + 1];

/// A position with its score and the game result, all from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// Occupied squares, from the side to move's view.
    occupied: u64,
    /// Four bits per occupied square in order: the piece type, plus 8 for an opponent's piece.
    pieces: [u8; MAX_PIECES / 2],
    /// In centipawns.
    score: i16,
    /// Game result in half points.
    half_points: u8,
    /// King squares of the side to move and of the opponent.
    kings: [u8; 2],
}

impl Sample {
    /// Packs a position with its score in centipawns and the result in half points (0, 1 or 2). Returns `None` if it
    /// has more than 32 pieces.
    pub(super) fn new(position: &Position, score: i16, half_points: u8) -> Option<Sample> {
        let us = position.side_to_move();
        let occupied = match us {
            Color::White => position.occupied(),
            Color::Black => position.occupied().flipped(),
        };
        if occupied.count() as usize > MAX_PIECES {
            return None;
        }
        let mut pieces = [0; MAX_PIECES / 2];
        for (i, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_on(square.relative_to(us))?;
            let other = if piece.color() == us { 0 } else { 8 };
            pieces[i / 2] |= (piece.piece_type().index() as u8 | other) << (4 * (i % 2));
        }
        let king = |color| position.king(color).relative_to(us).index() as u8;
        Some(Sample {
            occupied: occupied.0,
            pieces,
            score,
            half_points,
            kings: [king(us), king(!us)],
        })
    }

    /// The occupied squares with the code of each piece in the lowest four bits.
    #[inline(always)]
    fn codes(&self) -> impl Iterator<Item = (Square, u8)> {
        let squares = Bitboard(self.occupied).into_iter().enumerate();
        squares.map(|(i, square)| (square, self.pieces[i / 2] >> (4 * (i % 2))))
    }

    /// Unpacks the position with White to move, without castling rights and history.
    pub(super) fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        for (square, code) in self.codes() {
            let color = if code & 8 == 0 {
                Color::White
            } else {
                Color::Black
            };
            let kind = *PieceType::ALL.get(usize::from(code & 7))?;
            setup.squares[square.index()] = Some(Piece::new(color, kind));
        }
        let (position, _) = setup.validate(Default::default()).ok()?;
        Some(position)
    }

    /// The score in centipawns.
    #[inline(always)]
    pub(super) fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// Game result for the side to move, 0 to 1.
    #[inline(always)]
    pub(super) fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// The output bucket.
    #[inline(always)]
    pub(super) fn bucket(&self) -> usize {
        (self.occupied.count_ones() as usize - 2) / (MAX_PIECES / OUTPUT_BUCKETS)
    }

    /// Writes the rows of both perspectives: side to move and opponent. Returns their number, equal for both.
    #[inline(always)]
    pub(super) fn rows(&self, own: &mut Rows, other: &mut Rows) -> usize {
        // The side to move is White here.
        let [own_king, other_king] = self.kings.map(|king| Square::from_index(king.into()));
        let own_bucket = KingBucket::of(Color::White, own_king);
        let other_bucket = KingBucket::of(Color::Black, other_king);
        let (own_first, other_first) = (own_bucket.first_feature(), other_bucket.first_feature());
        let (own_flip, other_flip) = (own_bucket.file_flip(), 56 ^ other_bucket.file_flip());
        own[0] = BIAS as u16;
        other[0] = BIAS as u16;
        let mut count = 1;
        let mut rest = self.occupied;
        while rest != 0 && count <= MAX_PIECES {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let i = count - 1;
            let code = usize::from(self.pieces[i / 2] >> (4 * (i % 2)));
            let (kind, side) = (code & 7, code >> 3 & 1);
            let own_feature = own_first + (side * 6 + kind) * 64 + (square ^ own_flip);
            let other_feature = other_first + ((1 - side) * 6 + kind) * 64 + (square ^ other_flip);
            own[count] = own_feature as u16;
            other[count] = other_feature as u16;
            count += 1;
        }
        count
    }

    /// The pieces of each color and type, the side to move as White.
    #[inline(always)]
    fn piece_sets(&self) -> [[Bitboard; PieceType::ALL.len()]; 2] {
        let mut pieces = [[Bitboard::EMPTY; 6]; 2];
        for (square, code) in self.codes() {
            if let Some(set) = pieces[usize::from(code >> 3 & 1)].get_mut(usize::from(code & 7)) {
                *set |= Bitboard::from_square(square);
            }
        }
        pieces
    }

    /// The attack inputs.
    #[inline(never)]
    pub(super) fn attack_inputs(&self) -> AttackInputs {
        let pieces = self.piece_sets();
        AttackInputs::between(Color::White, |color, piece_type| {
            pieces[color.index()][piece_type.index()]
        })
    }

    /// The rows of both perspectives: side to move and opponent.
    pub(super) fn active_rows(&self) -> [Vec<u16>; 2] {
        let (mut own, mut other) = ([0; MAX_PIECES + 1], [0; MAX_PIECES + 1]);
        let count = self.rows(&mut own, &mut other);
        [own, other].map(|rows| rows[..count].to_vec())
    }
}

/// At most `count` of the samples, evenly spread.
pub(super) fn at_most(samples: &[Sample], count: usize) -> impl Iterator<Item = &Sample> {
    let step = samples.len().div_ceil(count).max(1);
    samples.iter().step_by(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;
    use crate::types::Square;

    fn sample(fen: &str) -> Sample {
        Sample::new(&position(fen), 30, 2).unwrap()
    }

    fn rows(sample: &Sample) -> (Vec<u16>, Vec<u16>) {
        let [own, other] = sample.active_rows().map(|mut rows| {
            rows.sort_unstable();
            rows
        });
        (own, other)
    }

    #[test]
    fn a_sample_has_32_bytes_and_keeps_the_pieces() {
        assert_eq!(size_of::<Sample>(), 32);
        let position =
            position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let sample = Sample::new(&position, -7, 1).unwrap();
        let again = sample.position().unwrap();
        for square in Square::all() {
            assert_eq!(again.piece_on(square), position.piece_on(square));
        }
        assert_eq!(
            (sample.score(), sample.result(), sample.bucket()),
            (-7.0, 0.5, 7)
        );
    }

    #[test]
    fn black_to_move_is_packed_with_colours_flipped() {
        let white = sample("4k3/8/8/3p4/8/8/PP6/1K6 w - - 0 1");
        let black = sample("1k6/pp6/8/8/3P4/8/8/4K3 b - - 0 1");
        assert_eq!(white, black);
    }

    #[test]
    fn each_perspective_is_mirrored_by_its_own_king() {
        let start = sample("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let (own, other) = rows(&start);
        assert_eq!(own, other);
        // A lone king on g1 is mirrored to b1; the other king on the fifth rank is in the last king bucket.
        let (right, _) = rows(&sample("k7/8/8/8/8/8/7P/6K1 w - - 0 1"));
        let (left, _) = rows(&sample("7k/8/8/8/8/8/P7/1K6 w - - 0 1"));
        assert_eq!(right, left);
        assert_eq!(right, [8, 5 * 64 + 1, 11 * 64 + 63, 4 * 768]);
        let (own, other) = rows(&sample("8/8/8/3k4/8/8/7P/6K1 w - - 0 1"));
        assert_eq!(own, [8, 5 * 64 + 1, 11 * 64 + 4 * 8 + 4, 4 * 768]);
        let other_piece = |piece: u16, square: u16| 3 * 768 + piece * 64 + square;
        assert_eq!(
            other,
            [
                other_piece(5, 3 * 8 + 3),
                other_piece(6, 6 * 8 + 7),
                other_piece(11, 7 * 8 + 6),
                4 * 768
            ]
        );
    }

    #[test]
    fn boards_with_more_than_32_pieces_are_rejected() {
        let fen = "kr6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1";
        assert_eq!(Sample::new(&position(fen), 0, 0), None);
    }
}
