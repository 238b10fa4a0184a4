//! A position to train on, in 32 bytes, and which positions are none.

use crate::board::{Position, Setup};
use crate::eval::nnue::{INPUTS, OUTPUT_BUCKETS};
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Score};

/// The most pieces a sample can hold.
pub(super) const MAX_PIECES: usize = 32;
/// The row of the parameters that every position adds: the bias.
pub(super) const BIAS: usize = INPUTS;
/// The plies at the start of a game that are not learnt from: they are random, or near it.
const FIRST_PLY: usize = 16;
/// Beyond so many centipawns nothing is left to learn.
const MAX_SCORE: i32 = 20_000;

/// The rows of parameters that a position adds for one side, the bias first.
pub(super) type Rows = [u16; MAX_PIECES + 1];

/// A position with its score and the result of the game, all from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The squares with pieces, seen from the side to move.
    occupied: u64,
    /// For each of these squares in order four bits: the kind of piece, and 8 if it is the opponent's.
    pieces: [u8; MAX_PIECES / 2],
    /// Centipawns.
    score: i16,
    /// Half points of the side to move.
    half_points: u8,
    /// The squares of the own and of the other king.
    kings: [u8; 2],
}

impl Sample {
    /// A position with its score in centipawns and the half points (0, 1 or 2) that the side to move got. None if it
    /// has more pieces than chess has.
    pub fn new(position: &Position, score: i16, half_points: u8) -> Option<Sample> {
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

    /// Whether a position of a game is worth learning from: it must be quiet, for what captures,
    /// promotions and checks lead to is the search's business, and the game must not be over but for the mate.
    pub fn is_wanted(position: &Position, best: Move, score: Score, ply: usize) -> bool {
        ply >= FIRST_PLY
            && !position.in_check()
            && !best.is_capture()
            && !best.is_promotion()
            && !score.is_decisive()
            && score.raw().abs() <= MAX_SCORE
    }

    /// The position, with White on move; without castling and what has been before.
    pub fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        for (i, square) in Bitboard(self.occupied).into_iter().enumerate() {
            let piece = self.pieces[i / 2] >> (4 * (i % 2));
            let color = if piece & 8 == 0 {
                Color::White
            } else {
                Color::Black
            };
            let kind = *PieceType::ALL.get(usize::from(piece & 7))?;
            setup.squares[square.index()] = Some(Piece::new(color, kind));
        }
        let (position, _) = setup.validate(Default::default()).ok()?;
        Some(position)
    }

    /// The score in centipawns.
    #[inline(always)]
    pub fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// What the side to move has got from the game, 0 to 1.
    #[inline(always)]
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// Which set of output weights the position uses.
    #[inline(always)]
    pub fn bucket(&self) -> usize {
        (self.occupied.count_ones() as usize - 2) / (MAX_PIECES / OUTPUT_BUCKETS)
    }

    /// Writes the rows for the side to move and for the other side; gives back how many each has.
    #[inline(always)]
    pub(super) fn rows(&self, own: &mut Rows, other: &mut Rows) -> usize {
        // A king on the files e to h is mirrored to a to d, with everything else.
        let mirror = |king: u8| if king & 4 != 0 { 7 } else { 0 };
        let (own_mirror, other_mirror) = (mirror(self.kings[0]), 56 ^ mirror(self.kings[1]));
        own[0] = BIAS as u16;
        other[0] = BIAS as u16;
        let mut count = 1;
        let mut rest = self.occupied;
        while rest != 0 && count <= MAX_PIECES {
            let square = rest.trailing_zeros() as u16;
            rest &= rest - 1;
            let i = count - 1;
            let piece = u16::from(self.pieces[i / 2] >> (4 * (i % 2)));
            let (kind, side) = (piece & 7, piece >> 3 & 1);
            own[count] = (side * 6 + kind) * 64 + (square ^ own_mirror);
            other[count] = ((1 - side) * 6 + kind) * 64 + (square ^ other_mirror);
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::types::Square;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    }

    fn sample(fen: &str) -> Sample {
        Sample::new(&position(fen), 30, 2).unwrap()
    }

    fn rows(sample: &Sample) -> (Vec<u16>, Vec<u16>) {
        let (mut own, mut other) = ([0; 33], [0; 33]);
        let count = sample.rows(&mut own, &mut other);
        let sorted = |rows: Rows| {
            let mut rows = rows[..count].to_vec();
            rows.sort_unstable();
            rows
        };
        (sorted(own), sorted(other))
    }

    #[test]
    fn a_sample_takes_32_bytes_and_keeps_the_pieces() {
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
    fn colours_are_exchanged_for_black() {
        let white = sample("4k3/8/8/3p4/8/8/PP6/1K6 w - - 0 1");
        let black = sample("1k6/pp6/8/8/3P4/8/8/4K3 b - - 0 1");
        assert_eq!(white, black);
    }

    #[test]
    fn each_side_looks_from_its_own_king() {
        let start = sample("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let (own, other) = rows(&start);
        assert_eq!(own, other);
        // A lone king on g1 is seen on b1, and its mirror image in the other half is the same.
        let (right, _) = rows(&sample("k7/8/8/8/8/8/7P/6K1 w - - 0 1"));
        let (left, _) = rows(&sample("7k/8/8/8/8/8/P7/1K6 w - - 0 1"));
        assert_eq!(right, left);
        assert_eq!(right, [8, 5 * 64 + 1, 11 * 64 + 63, 768]);
    }

    #[test]
    fn boards_with_too_many_pieces_are_no_samples() {
        let fen = "kr6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1";
        assert_eq!(Sample::new(&position(fen), 0, 0), None);
    }

    #[test]
    fn only_quiet_positions_are_wanted() {
        let position = position("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1");
        let wanted = |m: &str, score, ply| {
            Sample::is_wanted(&position, position.parse_coordinate(m).unwrap(), score, ply)
        };
        assert!(wanted("e4e5", Score::cp(300), 16));
        assert!(!wanted("e4e5", Score::cp(300), 15));
        assert!(!wanted("e4d5", Score::cp(300), 16));
        assert!(!wanted("a7a8q", Score::cp(300), 16));
        assert!(!wanted("e4e5", Score::cp(-20_001), 16));
        assert!(!wanted("e4e5", Score::mate_in(5), 16));
        let (check, _) =
            Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let m = check
            .parse_coordinate("e1d1")
            .unwrap_or(check.legal_moves()[0]);
        assert!(!Sample::is_wanted(&check, m, Score::DRAW, 20));
    }
}
