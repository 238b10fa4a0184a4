//! Static exchange evaluation in the variants.

use super::fairy::Fairy;
use crate::board::position::Position;
use crate::types::attacks::{king_attacks, line};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// Value of a king that explodes: more than any exchange.
const KING_EXPLODES: i32 = 20_000;

/// Material that a capture takes, an explosion included. Where captures are forced, material is no gain.
pub(super) fn capture_value(position: &Position<Fairy>, m: Move) -> i32 {
    let variant = position.variant();
    if !m.is_capture() || variant.must_capture {
        return 0;
    }
    if variant.explodes {
        return position.explosion_value(m);
    }
    let victim = position.piece_on(position.capture_square(m));
    victim.map_or(0, |piece| position.see_value(piece.piece_type()))
}

/// Returns whether the exchange started by `m` wins at least `threshold` centipawns. Where captures are forced, no
/// exchange can be broken off, and every move counts as even.
pub(super) fn see_at_least(position: &Position<Fairy>, m: Move, threshold: i32) -> bool {
    let variant = position.variant();
    if m.is_castling() || variant.must_capture {
        return threshold <= 0;
    }
    if variant.explodes {
        return position.explosion_value(m) >= threshold;
    }
    position.exchange_wins(m, threshold)
}

impl Position<Fairy> {
    fn see_value(&self, piece_type: PieceType) -> i32 {
        self.variant().see_values[piece_type.index()]
    }

    /// Material that a move wins by its explosion; 0 for a move that captures nothing.
    fn explosion_value(&self, m: Move) -> i32 {
        if !m.is_capture() {
            return 0;
        }
        let us = self.side_to_move;
        let victim = self.capture_square(m);
        let pawns = self.of_type(PieceType::Pawn);
        let blast = king_attacks(m.to()) & !pawns | m.from().into() | victim.into();
        let value = |color: Color| {
            let lost = PieceType::ALL.into_iter().map(|piece_type| {
                let count = (self.pieces(color, piece_type) & blast).count() as i32;
                count * self.see_value(piece_type)
            });
            let king_explodes = (self.pieces(color, PieceType::King) & blast).any();
            lost.sum::<i32>() + KING_EXPLODES * i32::from(king_explodes)
        };
        value(!us) - value(us)
    }

    /// Both sides recapture with the least valuable attacker while it pays. X-ray attackers join in, pinned
    /// pieces do not unless the target square is on the line of the pin.
    fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        let us = self.side_to_move;
        let promoted = m.promotion();
        let mover = promoted.or(self.moved_piece(m).map(|piece| piece.piece_type()));
        let victim = if m.is_capture() {
            self.piece_on(self.capture_square(m))
        } else {
            None
        };
        let gain = promoted.map_or(0, |piece| {
            self.see_value(piece) - self.see_value(PieceType::Pawn)
        });
        let captured = victim.map_or(0, |piece| self.see_value(piece.piece_type()));
        let mut balance = gain + captured - threshold;
        if balance < 0 {
            return false;
        }
        balance -= mover.map_or(0, |piece_type| self.see_value(piece_type));
        if balance >= 0 {
            return true;
        }
        let mut gone = Bitboard::EMPTY;
        if !m.is_drop() {
            gone |= m.from().into();
        }
        if victim.is_some() {
            gone |= self.capture_square(m).into();
        }
        let mut occupied = self.occupied() & !gone | m.to().into();
        if (self.attackers_of(m.to(), !us, occupied) & occupied).is_empty() {
            return true;
        }
        let unpinned = self.unpinned(m.to(), us, self.pinned)
            & self.unpinned(m.to(), !us, self.pins_of(!us, occupied));
        let mut side = !us;
        loop {
            let attackers = self.attackers_of(m.to(), side, occupied) & occupied & unpinned;
            let Some((piece_type, square)) = self.least_valuable(attackers) else {
                break;
            };
            let is_royal = self.royal_king(side) == square.first();
            let rest = occupied & !square;
            if is_royal && (self.attackers_of(m.to(), !side, rest) & rest & unpinned).any() {
                break; // the king cannot capture a defended piece
            }
            occupied = rest;
            balance = -balance - 1 - self.see_value(piece_type);
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        side != us
    }

    /// All squares but those of the pinned pieces of `color` whose pin keeps them from `to`.
    fn unpinned(&self, to: Square, color: Color, pinned: Bitboard) -> Bitboard {
        match self.royal_king(color) {
            Some(king) => !(pinned & !line(king, to)),
            None => !Bitboard::EMPTY,
        }
    }

    fn least_valuable(&self, pieces: Bitboard) -> Option<(PieceType, Bitboard)> {
        let present = PieceType::ALL.into_iter().filter_map(|piece_type| {
            let square = (pieces & self.of_type(piece_type)).first()?;
            Some((piece_type, Bitboard::from(square)))
        });
        // The royal king, whose value is 0, comes last.
        present.min_by_key(|&(piece_type, _)| match self.see_value(piece_type) {
            0 => i32::MAX,
            value => value,
        })
    }
}
