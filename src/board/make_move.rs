//! Making moves and null moves.

use super::castling::back_rank;
use super::position::Position;
use super::zobrist;
use crate::types::attacks::pawn_attacks;
use crate::types::{Color, Move, MoveKind, Piece, PieceType, Square};

/// Receives every piece added to or removed from a square while a move is made, so that an evaluation can
/// update its accumulators without the board knowing about it (an idea of Reckless's BoardObserver).
pub trait BoardObserver {
    /// A piece was added.
    fn added(&mut self, piece: Piece, square: Square);
    /// A piece was removed.
    fn removed(&mut self, piece: Piece, square: Square);
}

impl BoardObserver for () {
    #[inline]
    fn added(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

impl Position {
    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Position {
        let mut next = *self;
        next.make_move(m, &mut ());
        next
    }

    /// Makes a legal move and reports the changes to the observer.
    pub fn make_move<O: BoardObserver>(&mut self, m: Move, observer: &mut O) {
        let us = self.side_to_move;
        let Some(piece) = self.piece_on(m.from()) else {
            debug_assert!(false, "no piece on {}", m.from());
            return;
        };
        self.halfmove_clock = self.halfmove_clock_after(piece, m);
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        if m.is_castling() {
            self.castle(m, piece, observer);
        } else {
            self.capture_and_move(m, piece, observer);
        }
        self.en_passant = None;
        self.side_to_move = !us;
        self.update_checkers_and_pins();
        if m.kind() == MoveKind::DoublePush {
            self.en_passant = self.legal_en_passant_square(m.from().forward(us));
        }
    }

    fn castle<O: BoardObserver>(&mut self, m: Move, king: Piece, observer: &mut O) {
        let us = self.side_to_move;
        let rook = Piece::new(us, PieceType::Rook);
        self.remove(king, m.from(), observer);
        self.remove(rook, m.to(), observer);
        self.put(king, m.castling_king_target(), observer);
        self.put(rook, m.castling_rook_target(), observer);
        self.castling.revoke(us);
    }

    fn capture_and_move<O: BoardObserver>(&mut self, m: Move, piece: Piece, observer: &mut O) {
        let us = self.side_to_move;
        if m.kind() == MoveKind::EnPassant {
            let victim = Piece::new(!us, PieceType::Pawn);
            self.remove(victim, m.to().forward(!us), observer);
        } else if let Some(victim) = self.piece_on(m.to()) {
            self.remove(victim, m.to(), observer);
            if victim.piece_type() == PieceType::Rook {
                self.castling.revoke_rook(!us, m.to());
            }
        }
        self.remove(piece, m.from(), observer);
        let placed = m.promotion().map_or(piece, |kind| Piece::new(us, kind));
        self.put(placed, m.to(), observer);
        match piece.piece_type() {
            PieceType::King => self.castling.revoke(us),
            PieceType::Rook if m.from().rank() == back_rank(us) => {
                self.castling.revoke_rook(us, m.from());
            }
            _ => {}
        }
    }

    /// Halfmove clock in plies after `piece` makes the move.
    #[inline]
    pub fn halfmove_clock_after(&self, piece: Piece, m: Move) -> u16 {
        if piece.piece_type() == PieceType::Pawn || m.is_capture() {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        }
    }

    /// Key after a move, without making it, for prefetching. Exact except for castling, en passant,
    /// promotions and changes of castling or en passant rights.
    #[inline]
    pub fn approximate_key_after(&self, m: Move) -> u64 {
        let moved = |piece: Piece| zobrist::piece(piece, m.from()) ^ zobrist::piece(piece, m.to());
        let taken = |piece: Piece| zobrist::piece(piece, m.to());
        self.key()
            ^ zobrist::black_to_move()
            ^ self.piece_on(m.from()).map_or(0, moved)
            ^ self.piece_on(m.to()).map_or(0, taken)
    }

    /// The position after a null move. The side to move must not be in check.
    #[must_use]
    pub fn after_null(&self) -> Position {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.side_to_move = !self.side_to_move;
        next.en_passant = None;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.update_checkers_and_pins();
        next
    }

    /// `target`, the square behind a double push, if the side to move has a legal en passant capture there.
    pub(super) fn legal_en_passant_square(&self, target: Square) -> Option<Square> {
        let us = self.side_to_move;
        let capturers = pawn_attacks(!us, target) & self.pieces(us, PieceType::Pawn);
        capturers
            .into_iter()
            .any(|from| self.en_passant_is_safe(from, target))
            .then_some(target)
    }

    #[inline]
    fn put<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.placement.put(piece, square);
        observer.added(piece, square);
    }

    #[inline]
    fn remove<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.placement.remove(piece, square);
        observer.removed(piece, square);
    }
}
