//! What can be seen of a quiet move before it is tried: it brings a piece out of danger or into it, or gives
//! check. This goes into the order beside its history (from Stockfish).

use crate::board::{Position, see_value};
use crate::search::params;
use crate::types::attacks::{
    bishop_attacks, knight_attacks, pawn_attacks, pawn_set_attacks, rook_attacks,
};
use crate::types::{Bitboard, Move, PieceType, Square};

/// The dangers and chances of the quiet moves of a position.
pub(crate) struct QuietOrder<'a> {
    position: &'a Position,
    /// Squares that pieces worth less than a piece of this type attack.
    dangers: [Bitboard; PieceType::ALL.len()],
    /// Squares from which a piece of this type attacks the other king.
    checks: [Bitboard; PieceType::ALL.len()],
}

impl<'a> QuietOrder<'a> {
    /// Looks at a position.
    pub(crate) fn new(position: &'a Position) -> QuietOrder<'a> {
        let us = position.side_to_move();
        let occupied = position.occupied();
        let theirs = |kind| position.pieces(!us, kind);
        let attacks = |kind, of: fn(Square, Bitboard) -> Bitboard| {
            let each = theirs(kind).into_iter().map(|from| of(from, occupied));
            each.fold(Bitboard::EMPTY, |all, one| all | one)
        };
        let by_pawns = pawn_set_attacks(!us, theirs(PieceType::Pawn));
        let by_minors = by_pawns
            | attacks(PieceType::Knight, |from, _| knight_attacks(from))
            | attacks(PieceType::Bishop, bishop_attacks);
        let by_rooks = by_minors | attacks(PieceType::Rook, rook_attacks);
        let king = position.king(!us);
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut order = QuietOrder {
            position,
            dangers: Default::default(),
            checks: Default::default(),
        };
        for (kind, dangers, checks) in [
            (PieceType::Pawn, Bitboard::EMPTY, pawn_attacks(!us, king)),
            (PieceType::Knight, by_pawns, knight_attacks(king)),
            (PieceType::Bishop, by_pawns, diagonal),
            (PieceType::Rook, by_minors, straight),
            (PieceType::Queen, by_rooks, diagonal | straight),
        ] {
            order.dangers[kind.index()] = dangers;
            order.checks[kind.index()] = checks;
        }
        order
    }

    /// What a quiet move of such a piece is worth, in units of history.
    #[inline]
    pub(crate) fn value(&self, kind: PieceType, m: Move) -> i32 {
        let dangers = self.dangers[kind.index()];
        let escapes = i32::from(dangers.contains(m.from()));
        let risks = i32::from(dangers.contains(m.to()));
        let checks = self.checks[kind.index()].contains(m.to())
            && self.position.see_at_least(m, -params::quiet_check_price());
        params::quiet_danger() * see_value(kind) * (escapes - risks)
            + params::quiet_check() * i32::from(checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    /// What the order says of a move.
    fn value(fen: &str, m: &str) -> i32 {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let m = position.parse_move(m).unwrap();
        let kind = position.piece_on(m.from()).unwrap().piece_type();
        QuietOrder::new(&position).value(kind, m)
    }

    #[test]
    fn pieces_leave_danger_and_keep_out_of_it() {
        // The pawn on g5 attacks f4 and h4, the bishop on c8 sees e6 and h3.
        let fen = "2b1k3/8/8/6p1/5N2/3Q4/8/4K2R w K - 0 1";
        assert!(value(fen, "f4g2") > 0);
        assert_eq!(value(fen, "f4h5"), value(fen, "f4g2"));
        assert_eq!(value(fen, "h1h4"), value(fen, "h1h3"));
        assert!(value(fen, "h1h4") < 0);
        assert_eq!(value(fen, "h1h2"), 0);
        assert_eq!(value(fen, "d3a3"), 0);
        assert!(value(fen, "d3h3") < value(fen, "h1h3"));
    }

    #[test]
    fn checks_come_early_unless_they_cost_too_much() {
        let fen = "4k3/8/3n4/8/8/8/8/R3K1Q1 w Q - 0 1";
        assert_eq!(value(fen, "a1a8"), params::quiet_check());
        assert!(value(fen, "g1g8") > 0);
        assert!(value(fen, "g1e3") > 0);
        assert!(value("4k3/3p4/8/8/6n1/8/8/4K1Q1 w - - 0 1", "g1e3") <= 0);
    }
}
