//! Threat inputs: which feature a piece has depends on whether it is attacked, and whether it is defended (as in the value
//! networks of Monty, <https://github.com/official-monty/Monty>).

use super::architecture::THREAT_BUCKETS;
use crate::board::{Position, RuleSet};
use crate::types::{Bitboard, Color, PieceType, SideAttacks, Square};

/// The attacked pieces of both sides. Pins do not matter, nor do the values of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats {
    attacked: Bitboard,
    attacked_by_pawns: Bitboard,
    /// The defended ones of the pieces that are attacked, but not by a pawn: for the others the difference is not worth
    /// an update of the accumulator.
    defended: Bitboard,
}

impl Threats {
    /// No threats: all pieces are in the first bucket.
    pub(crate) const NONE: Threats = Threats {
        attacked: Bitboard::EMPTY,
        attacked_by_pawns: Bitboard::EMPTY,
        defended: Bitboard::EMPTY,
    };

    /// The threats in a position.
    #[inline]
    pub fn of<R: RuleSet>(position: &Position<R>) -> Threats {
        Threats::between(|color, piece_type| position.pieces(color, piece_type))
    }

    /// The threats between the pieces of each color and type.
    #[inline]
    pub(crate) fn between(pieces: impl Fn(Color, PieceType) -> Bitboard) -> Threats {
        let [white, black] = Color::ALL.map(|color| {
            let sets = PieceType::ALL.map(|piece_type| pieces(color, piece_type));
            sets.into_iter().collect::<Bitboard>()
        });
        let [by_white, by_black] = Color::ALL.map(|color| {
            SideAttacks::of_chess_pieces(color, white | black, |piece_type| {
                pieces(color, piece_type)
            })
        });
        let attacked = (white & by_black.all) | (black & by_white.all);
        let attacked_by_pawns = (white & by_black.by_pawns) | (black & by_white.by_pawns);
        let defended = (white & by_white.all) | (black & by_black.all);
        Threats {
            attacked,
            attacked_by_pawns,
            defended: defended & attacked & !attacked_by_pawns,
        }
    }

    /// The threat bucket of the piece on a square, 0 to [`THREAT_BUCKETS`] − 1: 1 for an attacked piece, 2 for one that is
    /// defended too, 3 for one that a pawn attacks, and 0 for all others.
    #[inline]
    pub(crate) fn bucket(self, square: Square) -> usize {
        let bit = |set: Bitboard| usize::from(set.contains(square));
        let bucket = bit(self.attacked) + bit(self.defended) + 2 * bit(self.attacked_by_pawns);
        debug_assert!(bucket < THREAT_BUCKETS);
        bucket
    }

    /// The squares of pieces whose threat bucket is another one in `other`.
    #[inline]
    pub(super) fn difference(self, other: Threats) -> Bitboard {
        (self.attacked ^ other.attacked)
            | (self.attacked_by_pawns ^ other.attacked_by_pawns)
            | (self.defended ^ other.defended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    #[track_caller]
    fn assert_buckets(fen: &str, buckets: &[(&str, usize)]) {
        let threats = Threats::of(&position(fen));
        for &(square, bucket) in buckets {
            let found = threats.bucket(Square::parse(square).unwrap());
            assert_eq!(found, bucket, "{square}");
        }
    }

    #[test]
    fn a_bucket_tells_whether_a_piece_is_attacked_and_defended() {
        assert_buckets(
            "4k3/3n4/2p5/1B6/8/8/R3r3/4K3 w - - 0 1",
            &[
                ("a2", 1),
                ("b5", 3),
                ("c6", 1),
                ("d7", 0),
                ("e1", 1),
                ("e2", 1),
                ("e8", 0),
            ],
        );
        assert_buckets(
            "4k3/3n4/8/1B6/8/8/R3r3/4K2R w - - 0 1",
            &[("a2", 1), ("d7", 2), ("e1", 2), ("h1", 0), ("e8", 0)],
        );
    }

    #[test]
    fn a_bucket_does_not_tell_whether_a_piece_that_a_pawn_attacks_is_defended() {
        assert_buckets(
            "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
            &[("d5", 3), ("e4", 3), ("e1", 0)],
        );
        assert_buckets(
            "4k3/8/2p5/3p4/2P1P3/3P4/8/4K3 w - - 0 1",
            &[("d5", 3), ("e4", 3), ("c6", 0)],
        );
    }
}
