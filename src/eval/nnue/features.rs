//! What the network sees of a position: for each side, where its own and the other side's pieces stand.

use crate::types::{Color, Piece, Square};

/// How many features there are for each side: own and other pieces, six kinds, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// Whether a side sees the board mirrored left to right: when its king stands on the files e to h. What
/// the network learns of one half of the board then holds for the other.
#[inline]
pub const fn is_mirrored(own_king: Square) -> bool {
    own_king.file() >= 4
}

/// The feature of a piece on a square as a side sees it, 0 to [`INPUTS`] − 1: first its own pieces, pawns to
/// king, then the other's; of each kind 64 squares, a1 first, the side's own back rank at the bottom.
#[inline]
pub const fn feature_index(
    perspective: Color,
    mirrored: bool,
    piece: Piece,
    square: Square,
) -> usize {
    let other = (piece.color() as usize) ^ (perspective as usize);
    let files = if mirrored { 7 } else { 0 };
    let square = square.relative_to(perspective).index() ^ files;
    (other * 6 + piece.piece_type().index()) * 64 + square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_counted_from_the_own_side() {
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
    fn every_man_on_every_square_has_a_feature_of_its_own() {
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
