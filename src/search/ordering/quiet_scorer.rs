//! Move ordering bonuses of quiet moves for threats and checks, added to their history (from Stockfish).

use crate::board::{Position, Rules, see_value};
use crate::search::params;
use crate::types::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Move, Piece, PieceType, SideAttacks};

/// Scores the quiet moves of a position.
pub(crate) struct QuietScorer<'a, R: Rules> {
    position: &'a Position<R>,
    /// For each piece type, the squares attacked by opposing pieces of lesser value.
    threats_by_lesser: [Bitboard; PieceType::ALL.len()],
    /// For each piece type, the bonus for leaving such a threat, which is also the malus for entering one.
    threat_bonuses: [i32; PieceType::ALL.len()],
    /// For each piece type, the squares from which it gives check.
    check_squares: [Bitboard; PieceType::ALL.len()],
}

#[inline]
fn threats_by_lesser(threats: &SideAttacks) -> [Bitboard; PieceType::ALL.len()] {
    PieceType::ALL.map(|piece_type| threats.by_lesser(piece_type))
}

/// The bonus for leaving a threat by a lesser piece, for each piece type.
#[inline]
fn threat_bonuses() -> [i32; PieceType::ALL.len()] {
    PieceType::ALL.map(|piece_type| params::quiet_threat_bonus() * see_value(piece_type))
}

impl<'a, R: Rules> QuietScorer<'a, R> {
    pub(crate) fn new(position: &'a Position<R>, threats: &SideAttacks) -> QuietScorer<'a, R> {
        let us = position.side_to_move();
        let occupied = position.occupied();
        let Some(king) = position.as_standard().map(|position| position.king(!us)) else {
            return QuietScorer::in_variant(position, threats);
        };
        let (diagonal, orthogonal) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut scorer = QuietScorer {
            position,
            threats_by_lesser: threats_by_lesser(threats),
            threat_bonuses: threat_bonuses(),
            check_squares: Default::default(),
        };
        for (piece_type, checks) in [
            (PieceType::Pawn, pawn_attacks(!us, king)),
            (PieceType::Knight, knight_attacks(king)),
            (PieceType::Bishop, diagonal),
            (PieceType::Rook, orthogonal),
            (PieceType::Queen, diagonal | orthogonal),
        ] {
            scorer.check_squares[piece_type.index()] = checks;
        }
        scorer
    }

    fn in_variant(position: &'a Position<R>, threats: &SideAttacks) -> QuietScorer<'a, R> {
        let us = position.side_to_move();
        let king = position.checked_king(!us);
        QuietScorer {
            position,
            threats_by_lesser: threats_by_lesser(threats),
            threat_bonuses: threat_bonuses(),
            // All movements but those of pawns are symmetric.
            check_squares: PieceType::ALL.map(|piece_type| {
                let reverse = Piece::new(!us, piece_type);
                let attacks = |king| position.attacks_of(reverse, king, position.occupied());
                king.map_or(Bitboard::EMPTY, attacks)
            }),
        }
    }

    /// The bonus of a quiet move of a piece of this type, in units of history: for leaving or entering a threat by a
    /// lesser piece, and for a check that does not lose too much material.
    #[inline]
    pub(crate) fn bonus(&self, piece_type: PieceType, m: Move) -> i32 {
        let threats = self.threats_by_lesser[piece_type.index()];
        let is_drop = R::HAS_DROPS && m.is_drop();
        let escapes = i32::from(!is_drop && threats.contains(m.from()));
        let enters = i32::from(threats.contains(m.to()));
        let checks = self.check_squares[piece_type.index()].contains(m.to())
            && self
                .position
                .see_at_least(m, -params::quiet_check_see_margin());
        self.threat_bonuses[piece_type.index()] * (escapes - enters)
            + params::quiet_check_bonus() * i32::from(checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::search::ordering::threats::threats;

    fn bonus(fen: &str, m: &str) -> i32 {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let m = position.parse_move(m).unwrap();
        let piece_type = position.piece_on(m.from()).unwrap().piece_type();
        QuietScorer::new(&position, &threats(&position)).bonus(piece_type, m)
    }

    #[test]
    fn pieces_leave_and_avoid_threats_by_lesser_pieces() {
        // The pawn on g5 attacks f4 and h4, the bishop on c8 sees e6 and h3.
        let fen = "2b1k3/8/8/6p1/5N2/3Q4/8/4K2R w K - 0 1";
        assert!(bonus(fen, "f4g2") > 0);
        assert_eq!(bonus(fen, "f4h5"), bonus(fen, "f4g2"));
        assert_eq!(bonus(fen, "h1h4"), bonus(fen, "h1h3"));
        assert!(bonus(fen, "h1h4") < 0);
        assert_eq!(bonus(fen, "h1h2"), 0);
        assert_eq!(bonus(fen, "d3a3"), 0);
        assert!(bonus(fen, "d3h3") < bonus(fen, "h1h3"));
    }

    #[test]
    fn checks_have_a_bonus_unless_they_lose_too_much_material() {
        let fen = "4k3/8/3n4/8/8/8/8/R3K1Q1 w Q - 0 1";
        assert_eq!(bonus(fen, "a1a8"), params::quiet_check_bonus());
        assert!(bonus(fen, "g1g8") > 0);
        assert!(bonus(fen, "g1e3") > 0);
        assert!(bonus("4k3/3p4/8/8/6n1/8/8/4K1Q1 w - - 0 1", "g1e3") <= 0);
    }
}
