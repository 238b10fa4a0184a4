//! SEE, static exchange evaluation (<https://www.chessprogramming.org/Static_Exchange_Evaluation>).

use super::position::Position;
use crate::types::attacks::{bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Move, MoveKind, PieceType};

/// Piece value in exchanges, in centipawns.
pub(crate) const fn see_value(piece: PieceType) -> i32 {
    match piece {
        PieceType::Pawn => 100,
        PieceType::Knight => 320,
        PieceType::Bishop => 330,
        PieceType::Rook => 500,
        PieceType::Queen => 950,
        PieceType::King => 0,
    }
}

/// Returns whether the capture sequence on the target square started by `m` wins at least `threshold`
/// centipawns, both sides recapturing with the least valuable attacker while it pays. X-ray attackers
/// join in. A piece that is pinned before the recaptures takes no part in them, unless the target square
/// is on the line of the pin, even if the pinning piece moves meanwhile.
pub(super) fn see_at_least(position: &Position, m: Move, threshold: i32) -> bool {
    if m.is_castling() {
        return threshold <= 0;
    }
    let us = position.side_to_move();
    let mut balance = position.exchange_gain(m) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= see_value(position.piece_after_move(m));
    if balance >= 0 {
        return true;
    }
    let mut occupied = (position.occupied() ^ m.from().into()) | m.to().into();
    if m.kind() == MoveKind::EnPassant {
        occupied ^= m.to().forward(!us).into();
    }
    let queens = position.of_type(PieceType::Queen);
    let diagonal = position.of_type(PieceType::Bishop) | queens;
    let orthogonal = position.of_type(PieceType::Rook) | queens;
    let mut attackers = position.attackers_to(m.to(), occupied) & occupied;
    if (attackers & position.of_color(!us)).is_empty() {
        return true;
    }
    let (_, enemy_pins) = position.checkers_and_pins_by_sliders(!us, occupied);
    let unpinned = !(position.pinned & !line(position.king(us), m.to()))
        & !(enemy_pins & !line(position.king(!us), m.to()));
    attackers &= unpinned;
    let mut side = !us;
    // `balance` is negative while `side` is losing the exchange and has to recapture.
    loop {
        let own_attackers = attackers & position.of_color(side);
        if own_attackers.is_empty() {
            break;
        }
        let Some((piece, from)) = position.least_valuable_attacker(own_attackers) else {
            break;
        };
        if piece == PieceType::King && (attackers & position.of_color(!side)).any() {
            break; // the king cannot capture a defended piece
        }
        occupied ^= from;
        // A piece opens only the lines that it may stand on; a king may stand on any.
        if !matches!(piece, PieceType::Knight | PieceType::Rook) {
            attackers |= bishop_attacks(m.to(), occupied) & diagonal;
        }
        if piece >= PieceType::Rook {
            attackers |= rook_attacks(m.to(), occupied) & orthogonal;
        }
        attackers &= occupied & unpinned;
        balance = -balance - 1 - see_value(piece);
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    side != us
}

impl Position {
    /// The material that a move wins at once: the captured piece, and a promoted piece less the pawn.
    fn exchange_gain(&self, m: Move) -> i32 {
        let promoted = m
            .promotion()
            .map_or(0, |piece| see_value(piece) - see_value(PieceType::Pawn));
        let captured = match m.kind() {
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ => self.piece_on(m.to()).map(|piece| piece.piece_type()),
        };
        promoted + captured.map_or(0, see_value)
    }

    fn piece_after_move(&self, m: Move) -> PieceType {
        let mover = self.piece_on(m.from()).map(|piece| piece.piece_type());
        m.promotion().or(mover).unwrap_or(PieceType::Pawn)
    }

    fn least_valuable_attacker(&self, pieces: Bitboard) -> Option<(PieceType, Bitboard)> {
        PieceType::ALL.into_iter().find_map(|piece| {
            let square = (pieces & self.of_type(piece)).first()?;
            Some((piece, square.into()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn see_of_known_exchanges() {
        for (fen, text, value) in [
            // A hanging pawn; a defended pawn; an x-ray battery.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -",
                "d3e5",
                100 - 320,
            ),
            ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - -", "e2e5", 100 - 500),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
            ("4k3/8/2p5/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
            ("7k/P7/8/8/8/8/8/K7 w - -", "a7a8q", 850),
            ("1r5k/P7/8/8/8/8/8/K7 w - -", "a7a8q", -100),
            ("1r5k/P7/8/8/8/8/8/K7 w - -", "a7b8q", 500 + 850),
            // The king cannot recapture a defended piece.
            ("8/8/8/3k4/4p3/8/4R3/4RK2 w - -", "e2e4", 100),
            ("8/8/8/3k4/4p3/8/4R3/5K2 w - -", "e2e4", 100 - 500),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", 0),
            // A pinned knight of either side does not recapture.
            ("6k1/6n1/8/5p2/8/3B4/8/K5R1 w - -", "d3f5", 100),
            ("4r1k1/8/2p5/3p4/8/4NB2/8/4K3 w - -", "f3d5", 100 - 330),
            // A rook recaptures along the line of its pin.
            ("4k3/8/3p4/4r3/8/2B5/4R3/4K3 w - -", "c3e5", 500 - 330 + 100),
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let m = position.parse_move(text).unwrap();
            assert!(position.see_at_least(m, value), "{fen} {text} >= {value}");
            assert!(
                !position.see_at_least(m, value + 1),
                "{fen} {text} < {}",
                value + 1
            );
        }
    }
}
