//! The threats of the opponent.

use crate::board::{Position, Rules};
use crate::types::{Piece, PieceType, SideAttacks};

/// The squares that the opponent of the side to move attacks.
pub(crate) fn threats<R: Rules>(position: &Position<R>) -> SideAttacks {
    let them = !position.side_to_move();
    match position.as_standard() {
        Some(position) => SideAttacks::of_chess_pieces(them, position.occupied(), |piece_type| {
            position.pieces(them, piece_type)
        }),
        None => threats_in_variant(position),
    }
}

fn threats_in_variant<R: Rules>(position: &Position<R>) -> SideAttacks {
    let them = !position.side_to_move();
    let occupied = position.occupied();
    let mut attacks = SideAttacks::default();
    for piece_type in PieceType::ALL {
        let piece = Piece::new(them, piece_type);
        for from in position.pieces(them, piece_type) {
            attacks.add(piece_type, position.attacks_of(piece, from, occupied));
        }
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::types::Square;

    #[test]
    fn threats_are_those_of_the_opponent_by_the_least_attacker() {
        let fen = "4k3/8/8/1n1p4/8/q7/1r6/4K3 w - - 0 1";
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let threats = threats(&position);
        let square = |text: &str| Square::parse(text).unwrap();
        for (set, attacked, others) in [
            (
                threats.by_lesser(PieceType::Knight),
                ["e4", "c4"],
                ["d4", "e5"],
            ),
            (
                threats.by_lesser(PieceType::Rook),
                ["d4", "e4"],
                ["b1", "e7"],
            ),
            (
                threats.by_lesser(PieceType::Queen),
                ["b1", "d4"],
                ["a8", "e7"],
            ),
            (threats.all, ["a8", "e7"], ["e1", "h1"]),
        ] {
            assert!(attacked.iter().all(|text| set.contains(square(text))));
            assert!(!others.iter().any(|text| set.contains(square(text))));
        }
    }
}
