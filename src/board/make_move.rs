//! Making moves and null moves.

use super::castling::back_rank;
use super::position::Position;
use super::rule_set::RuleSet;
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

/// Makes a legal move and reports the changes to the observer.
pub(super) fn make_move<O: BoardObserver>(position: &mut Position, m: Move, observer: &mut O) {
    let us = position.side_to_move;
    let Some(piece) = position.piece_on(m.from()) else {
        debug_assert!(false, "no piece on {}", m.from());
        return;
    };
    position.halfmove_clock = position.halfmove_clock_after(piece, m);
    if us == Color::Black {
        position.fullmove_number = position.fullmove_number.saturating_add(1);
    }
    if m.is_castling() {
        position.castle(m, piece, observer);
    } else {
        position.capture_and_move(m, piece, observer);
    }
    position.en_passant = None;
    position.side_to_move = !us;
    position.update_checkers_and_pins();
    if m.kind() == MoveKind::DoublePush {
        position.en_passant = position.legal_en_passant_square(m.from().forward(us));
    }
}

impl Position {
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
        match m.promotion() {
            None => self.move_piece(piece, m.from(), m.to(), observer),
            Some(kind) => {
                self.remove(piece, m.from(), observer);
                self.put(Piece::new(us, kind), m.to(), observer);
            }
        }
        match piece.piece_type() {
            PieceType::King => self.castling.revoke(us),
            PieceType::Rook if m.from().rank() == back_rank(us) => {
                self.castling.revoke_rook(us, m.from());
            }
            _ => {}
        }
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
}

impl<R: RuleSet> Position<R> {
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

    #[inline]
    pub(super) fn put<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.placement.put(piece, square);
        observer.added(piece, square);
    }

    #[inline]
    fn move_piece<O: BoardObserver>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut O,
    ) {
        self.placement.move_piece(piece, from, to);
        observer.removed(piece, from);
        observer.added(piece, to);
    }

    #[inline]
    pub(super) fn remove<O: BoardObserver>(
        &mut self,
        piece: Piece,
        square: Square,
        observer: &mut O,
    ) {
        self.placement.remove(piece, square);
        observer.removed(piece, square);
    }
}
