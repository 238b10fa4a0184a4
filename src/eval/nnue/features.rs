//! The input features of the network: (piece, square) pairs seen from a perspective, with horizontal mirroring.
//! There are no king buckets yet: one feature transformer serves all king squares.

use crate::types::{Color, Piece, Square};

/// Whether a perspective mirrors the board left to right: when its king stands on the files e to h
/// (horizontal mirroring), so that what the network learns of one side of the board holds for the other.
#[inline]
pub(super) const fn is_mirrored(own_king: Square) -> bool {
    own_king.file() >= 4
}

/// Index of a feature for a perspective, 0 to [`INPUTS`](super::INPUTS) − 1: own pieces first, pawn to king, then the enemy's;
/// for each piece type 64 squares, a1 first, with the own back rank as rank 1.
#[inline]
pub const fn feature_index(
    perspective: Color,
    mirrored: bool,
    piece: Piece,
    square: Square,
) -> usize {
    let enemy = (piece.color() as usize) ^ (perspective as usize);
    let file_flip = if mirrored { 7 } else { 0 };
    let square = square.relative_to(perspective).index() ^ file_flip;
    (enemy * 6 + piece.piece_type().index()) * 64 + square
}

#[cfg(test)]
mod tests {
    use super::super::architecture::INPUTS;
    use super::*;

    #[test]
    fn feature_indices_are_relative_to_the_perspective() {
        let at = |perspective, mirrored, piece, square: &str| {
            feature_index(perspective, mirrored, piece, Square::parse(square).unwrap())
        };
        assert_eq!(at(Color::White, false, Piece::WhitePawn, "a1"), 0);
        assert_eq!(at(Color::White, false, Piece::WhiteKnight, "b3"), 64 + 17);
        assert_eq!(at(Color::White, true, Piece::WhiteKnight, "b3"), 64 + 22);
        assert_eq!(at(Color::White, false, Piece::BlackPawn, "a7"), 384 + 48);
        assert_eq!(at(Color::Black, false, Piece::BlackPawn, "a7"), 8);
        assert_eq!(at(Color::Black, false, Piece::WhiteKing, "e1"), 704 + 60);
        assert_eq!(at(Color::White, false, Piece::BlackKing, "h8"), INPUTS - 1);
    }

    #[test]
    fn every_piece_on_every_square_has_a_distinct_index() {
        for (perspective, mirrored) in [(Color::White, false), (Color::Black, true)] {
            let mut seen = [false; INPUTS];
            for piece in Piece::ALL {
                for square in Square::all() {
                    let index = feature_index(perspective, mirrored, piece, square);
                    assert!(!std::mem::replace(&mut seen[index], true));
                }
            }
        }
    }
}
