//! Squares attacked by the opponent, by the value of the attacker.

use crate::board::{Position, Rules};
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, rook_attacks,
};
use crate::types::{Bitboard, Piece, PieceType, Square};

/// The squares that the opponent of the side to move attacks. Each set contains the ones before it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threats {
    pub(crate) by_pawns: Bitboard,
    pub(crate) by_minors: Bitboard,
    pub(crate) by_rooks: Bitboard,
    pub(crate) all: Bitboard,
}

impl Threats {
    pub(crate) fn new<R: Rules>(position: &Position<R>) -> Threats {
        match position.as_standard() {
            Some(position) => Threats::in_chess(position),
            None => Threats::in_variant(position),
        }
    }

    fn in_variant<R: Rules>(position: &Position<R>) -> Threats {
        let them = !position.side_to_move();
        let occupied = position.occupied();
        let attacks = |piece_type| {
            let piece = Piece::new(them, piece_type);
            let each = position.pieces(them, piece_type).into_iter();
            each.map(|from| position.attacks_of(piece, from, occupied))
                .fold(Bitboard::EMPTY, |all, one| all | one)
        };
        let by_pawns = attacks(PieceType::Pawn);
        let by_minors = by_pawns | attacks(PieceType::Knight) | attacks(PieceType::Bishop);
        let by_rooks = by_minors | attacks(PieceType::Rook);
        Threats {
            by_pawns,
            by_minors,
            by_rooks,
            all: by_rooks | attacks(PieceType::Queen) | attacks(PieceType::King),
        }
    }

    fn in_chess(position: &Position) -> Threats {
        let them = !position.side_to_move();
        let occupied = position.occupied();
        let theirs = |piece_type| position.pieces(them, piece_type);
        let attacks = |pieces: Bitboard, of: fn(Square, Bitboard) -> Bitboard| {
            let each = pieces.into_iter().map(|from| of(from, occupied));
            each.fold(Bitboard::EMPTY, |all, one| all | one)
        };
        let queens = theirs(PieceType::Queen);
        let by_pawns = pawn_set_attacks(them, theirs(PieceType::Pawn));
        let by_minors = by_pawns
            | attacks(theirs(PieceType::Knight), |from, _| knight_attacks(from))
            | attacks(theirs(PieceType::Bishop), bishop_attacks);
        let by_rooks = by_minors | attacks(theirs(PieceType::Rook), rook_attacks);
        let all = by_rooks
            | attacks(queens, bishop_attacks)
            | attacks(queens, rook_attacks)
            | king_attacks(position.king(them));
        Threats {
            by_pawns,
            by_minors,
            by_rooks,
            all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn threats_are_those_of_the_opponent_by_the_least_attacker() {
        let fen = "4k3/8/8/1n1p4/8/q7/1r6/4K3 w - - 0 1";
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let threats = Threats::new(&position);
        let square = |text: &str| Square::parse(text).unwrap();
        for (set, attacked, others) in [
            (threats.by_pawns, ["e4", "c4"], ["d4", "e5"]),
            (threats.by_minors, ["d4", "e4"], ["b1", "e7"]),
            (threats.by_rooks, ["b1", "d4"], ["a8", "e7"]),
            (threats.all, ["a8", "e7"], ["e1", "h1"]),
        ] {
            assert!(attacked.iter().all(|text| set.contains(square(text))));
            assert!(!others.iter().any(|text| set.contains(square(text))));
        }
    }
}
