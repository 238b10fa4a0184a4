//! Threat inputs: which feature a piece has depends on whether it is en prise. In the value networks of Monty
//! (<https://github.com/official-monty/Monty>) it depends on whether the piece is attacked, and whether it is defended. En
//! prise alone keeps three quarters of that gain, and a third of its additional changes of features: see the model card.

use crate::board::{Position, RuleSet};
use crate::types::{Bitboard, Color, PieceType, SideAttacks, Square};

/// The pieces of both sides that are en prise: attacked by a piece of a lower value (minor pieces count as equal), or
/// attacked and not defended. Pins do not matter. The king is never one of them: the search does not evaluate in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats {
    en_prise: Bitboard,
}

impl Threats {
    /// No threats: all pieces are in the first bucket.
    pub(crate) const NONE: Threats = Threats {
        en_prise: Bitboard::EMPTY,
    };

    /// The threats in a position.
    #[inline]
    pub fn of<R: RuleSet>(position: &Position<R>) -> Threats {
        Threats::between(|color, piece_type| position.pieces(color, piece_type))
    }

    /// The threats between the pieces of each color and type.
    #[inline]
    pub(crate) fn between(pieces: impl Fn(Color, PieceType) -> Bitboard) -> Threats {
        let sides = Color::ALL.map(|color| {
            let sets = PieceType::ALL.map(|piece_type| pieces(color, piece_type));
            sets.into_iter().collect::<Bitboard>()
        });
        let attacks = Color::ALL.map(|color| {
            SideAttacks::of_chess_pieces(color, sides[0] | sides[1], |piece_type| {
                pieces(color, piece_type)
            })
        });
        let en_prise = Color::ALL.map(|color| {
            let (own, enemy) = (attacks[color.index()], attacks[(!color).index()]);
            let attacked_by_lesser: Bitboard = PieceType::ALL
                .into_iter()
                .map(|piece_type| pieces(color, piece_type) & enemy.by_lesser(piece_type))
                .collect();
            let kings = pieces(color, PieceType::King);
            let undefended = sides[color.index()] & !kings & enemy.all & !own.all;
            attacked_by_lesser | undefended
        });
        Threats {
            en_prise: en_prise[0] | en_prise[1],
        }
    }

    /// The threat bucket of the piece on a square: 1 if it is en prise, otherwise 0.
    #[inline]
    pub(crate) fn bucket(self, square: Square) -> usize {
        usize::from(self.en_prise.contains(square))
    }

    /// The squares of pieces whose threat bucket is another one in `other`.
    #[inline]
    pub(super) fn difference(self, other: Threats) -> Bitboard {
        self.en_prise ^ other.en_prise
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    #[track_caller]
    fn assert_en_prise(fen: &str, squares: &[&str]) {
        let threats = Threats::of(&position(fen));
        let expected = squares.iter().map(|text| Square::parse(text).unwrap());
        assert_eq!(threats.en_prise, expected.clone().collect());
        assert!(
            expected
                .into_iter()
                .all(|square| threats.bucket(square) == 1)
        );
    }

    #[test]
    fn attacked_pieces_that_are_not_defended_are_en_prise() {
        let fen = "4k3/3n4/2p5/1B6/8/8/R3r3/4K3 w - - 0 1";
        assert_en_prise(fen, &["a2", "b5", "c6", "e2"]);
        // The bishop that attacks the defended knight is not of a lower value.
        assert_en_prise("4k3/3n4/8/1B6/8/8/R3r3/4K2R w - - 0 1", &["a2", "e2"]);
    }

    #[test]
    fn defended_pieces_are_en_prise_to_pieces_of_lower_value() {
        let fen = "4k3/8/2p5/3p4/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_en_prise(fen, &[]);
        assert_en_prise(
            "4k3/8/8/2pN4/1P2p3/3B4/2R5/4K3 b - - 0 1",
            &["c5", "d3", "e4"],
        );
        let fen = "3qk3/2p5/1p1r4/4n1B1/3N3P/1Q1R4/P1P5/4K3 w - - 0 1";
        assert_en_prise(fen, &["d3", "d8"]);
    }
}
