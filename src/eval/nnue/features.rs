//! The input features of the feature transformer: (piece, square) pairs seen from a perspective, with horizontal
//! mirroring and king buckets (as in Stockfish's HalfKA, but with few buckets).

use super::architecture::{BUCKET_INPUTS, KING_BUCKETS};
use crate::types::{Color, Piece, Square};

/// The king bucket of each square of files a to d, from the king's own side of the board, back rank first.
#[rustfmt::skip]
const KING_BUCKET_LAYOUT: [u8; 32] = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
];

/// The king bucket of a perspective and its horizontal mirroring, both determined by the square of its own king. The
/// board is mirrored left to right while the king stands on files e to h, so that what the network learns of one side of
/// the board holds for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingBucket {
    bucket: u8,
    is_mirrored: bool,
}

impl KingBucket {
    /// Number of different values.
    pub(super) const COUNT: usize = 2 * KING_BUCKETS;

    /// The king bucket of a perspective whose king stands on `own_king`.
    #[inline]
    pub const fn of(perspective: Color, own_king: Square) -> KingBucket {
        let square = own_king.relative_to(perspective);
        let is_mirrored = square.file() >= 4;
        let file = if is_mirrored {
            7 - square.file()
        } else {
            square.file()
        };
        KingBucket {
            bucket: KING_BUCKET_LAYOUT[4 * square.rank() as usize + file as usize],
            is_mirrored,
        }
    }

    /// 0 to [`KingBucket::COUNT`] − 1.
    #[inline]
    pub(super) const fn index(self) -> usize {
        2 * self.bucket as usize + self.is_mirrored as usize
    }

    /// The first feature of the king bucket.
    #[inline]
    pub(crate) const fn first_feature(self) -> usize {
        self.bucket as usize * BUCKET_INPUTS
    }

    /// The mask that mirrors the index of a square, by exclusive or.
    #[inline]
    pub(crate) const fn file_flip(self) -> usize {
        if self.is_mirrored { 7 } else { 0 }
    }
}

/// Index of a feature for a perspective, 0 to [`INPUTS`](super::INPUTS) − 1: for each king bucket own pieces first, pawn
/// to king, then the enemy's; for each piece type 64 squares, a1 first, with the own back rank as rank 1.
#[inline]
pub const fn feature_index(
    perspective: Color,
    king_bucket: KingBucket,
    piece: Piece,
    square: Square,
) -> usize {
    let enemy = (piece.color() as usize) ^ (perspective as usize);
    let square = square.relative_to(perspective).index() ^ king_bucket.file_flip();
    king_bucket.first_feature() + (enemy * 6 + piece.piece_type().index()) * 64 + square
}

#[cfg(test)]
mod tests {
    use super::super::architecture::INPUTS;
    use super::*;

    #[test]
    fn feature_indices_are_relative_to_the_perspective() {
        let at = |perspective, king: &str, piece, square: &str| {
            let [king, square] = [king, square].map(|square| Square::parse(square).unwrap());
            let king_bucket = KingBucket::of(perspective, king);
            feature_index(perspective, king_bucket, piece, square)
        };
        assert_eq!(at(Color::White, "a1", Piece::WhitePawn, "a1"), 0);
        assert_eq!(at(Color::White, "b1", Piece::WhiteKnight, "b3"), 64 + 17);
        assert_eq!(at(Color::White, "g1", Piece::WhiteKnight, "b3"), 64 + 22);
        assert_eq!(at(Color::White, "a1", Piece::BlackPawn, "a7"), 384 + 48);
        assert_eq!(at(Color::Black, "a8", Piece::BlackPawn, "a7"), 8);
        assert_eq!(
            at(Color::Black, "d8", Piece::WhiteKing, "e1"),
            BUCKET_INPUTS + 704 + 60
        );
        assert_eq!(
            at(Color::White, "b2", Piece::WhitePawn, "a3"),
            2 * BUCKET_INPUTS + 16
        );
        assert_eq!(at(Color::White, "d5", Piece::BlackKing, "h8"), INPUTS - 1);
    }

    #[test]
    fn king_buckets_are_alike_for_both_sides_of_the_board_and_both_colors() {
        let mut seen = [false; KingBucket::COUNT];
        for king in Square::all() {
            let white = KingBucket::of(Color::White, king);
            assert_eq!(KingBucket::of(Color::Black, king.flipped()), white);
            assert_eq!(white.is_mirrored, king.file() >= 4);
            assert!(usize::from(white.bucket) < KING_BUCKETS);
            seen[white.index()] = true;
        }
        assert_eq!(seen, [true; KingBucket::COUNT]);
    }

    #[test]
    fn every_piece_on_every_square_has_a_distinct_index() {
        for perspective in Color::ALL {
            let mut seen = [false; INPUTS];
            for king in ["a1", "c1", "a2", "a8"].map(|king| Square::parse(king).unwrap()) {
                let king = king.relative_to(perspective);
                let king_bucket = KingBucket::of(perspective, king);
                for piece in Piece::ALL {
                    for square in Square::all() {
                        let index = feature_index(perspective, king_bucket, piece, square);
                        assert!(!std::mem::replace(&mut seen[index], true));
                    }
                }
            }
            assert_eq!(seen, [true; INPUTS]);
        }
    }
}
