//! Making moves in the variants: pockets, explosions and counted checks.

use super::en_passant::passed_square;
use super::fairy::Fairy;
use super::variant::{Pocket, Royalty};
use crate::board::castling::back_rank;
use crate::board::make_move::BoardObserver;
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::types::attacks::king_attacks;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};

/// Makes a legal move and reports the changes to the observer.
pub(super) fn make_move<O: BoardObserver>(
    position: &mut Position<Fairy>,
    m: Move,
    observer: &mut O,
) {
    let us = position.side_to_move;
    let Some(piece) = position.moved_piece(m) else {
        debug_assert!(false, "no piece on {}", m.from());
        return;
    };
    position.halfmove_clock = if m.is_drop() {
        position.halfmove_clock.saturating_add(1)
    } else {
        position.halfmove_clock_after(piece, m)
    };
    if us == Color::Black {
        position.fullmove_number = position.fullmove_number.saturating_add(1);
    }
    position.move_pieces(m, piece, observer);
    position.en_passant = None;
    position.state.berolina_victim = None;
    position.side_to_move = !us;
    Fairy::update_checkers_and_pins(position);
    if position.variant().checks > 0 && position.in_check() {
        let left = &mut position.state.checks_left[us.index()];
        *left = left.saturating_sub(1);
    }
    let skips_first_rank = m.from().relative_rank(us) == 1;
    if m.kind() == MoveKind::DoublePush && skips_first_rank {
        position.set_en_passant(passed_square(m), m.to());
    }
}

impl Position<Fairy> {
    /// Changes the board, the pockets and the castling rights as a move does.
    pub(super) fn move_pieces<O: BoardObserver>(
        &mut self,
        m: Move,
        piece: Piece,
        observer: &mut O,
    ) {
        if m.is_castling() {
            self.castle(m, piece, observer);
        } else if m.is_drop() {
            self.drop_piece(m, piece, observer);
        } else {
            if m.is_capture() {
                let square = self.capture_square(m);
                if let Some(victim) = self.piece_on(square) {
                    self.capture(victim, square, observer);
                }
            }
            self.step(m, piece, observer);
            if m.is_capture() && self.variant().explodes {
                self.explode(m.to(), observer);
            }
        }
    }

    fn castle<O: BoardObserver>(&mut self, m: Move, king: Piece, observer: &mut O) {
        let us = self.side_to_move;
        let rook = Piece::new(us, PieceType::Rook);
        let (king_target, rook_target) = self.castling_targets(m);
        self.remove(king, m.from(), observer);
        self.remove(rook, m.to(), observer);
        self.put(king, king_target, observer);
        self.put(rook, rook_target, observer);
        self.castling.revoke(us);
    }

    fn drop_piece<O: BoardObserver>(&mut self, m: Move, piece: Piece, observer: &mut O) {
        let pocket = &mut self.state.pockets[piece.color().index()];
        if let Some(count) = pocket.get_mut(piece.piece_type().index()) {
            *count = count.saturating_sub(1);
        }
        self.put(piece, m.to(), observer);
    }

    /// Moves a piece to an empty square, and promotes a pawn.
    fn step<O: BoardObserver>(&mut self, m: Move, piece: Piece, observer: &mut O) {
        let us = self.side_to_move;
        self.revoke_castling(piece, m.from());
        self.remove(piece, m.from(), observer);
        let placed = m.promotion().map_or(piece, |kind| Piece::new(us, kind));
        // Of several kings only one on its start square in chess is known to be the one that may castle.
        if m.promotion() == Some(PieceType::King)
            && self.castling_king(us) != Some(Square::E1.relative_to(us))
        {
            self.castling.revoke(us);
        }
        self.put(placed, m.to(), observer);
        let was_promoted = self.state.promoted.contains(m.from());
        self.state.promoted &= !Bitboard::from(m.from());
        if self.variant().pocket != Pocket::Never && (was_promoted || m.is_promotion()) {
            self.state.promoted |= m.to().into();
        }
    }

    /// Removes a captured piece.
    fn capture<O: BoardObserver>(&mut self, victim: Piece, square: Square, observer: &mut O) {
        let is_promoted = self.state.promoted.contains(square);
        let captured = if is_promoted {
            PieceType::Pawn
        } else {
            victim.piece_type()
        };
        self.add_to_pocket(!victim.color(), captured);
        self.state.promoted &= !Bitboard::from(square);
        self.revoke_castling(victim, square);
        self.remove(victim, square, observer);
    }

    /// Removes the capturing piece and all pieces but pawns around it.
    fn explode<O: BoardObserver>(&mut self, center: Square, observer: &mut O) {
        let pawns = self.of_type(PieceType::Pawn);
        let blast = king_attacks(center) & self.occupied() & !pawns;
        for square in blast | center.into() {
            if let Some(piece) = self.piece_on(square) {
                self.revoke_castling(piece, square);
                self.remove(piece, square, observer);
            }
        }
    }

    /// Revokes the castling rights that need `piece` on `square`, which it leaves.
    fn revoke_castling(&mut self, piece: Piece, square: Square) {
        let color = piece.color();
        match piece.piece_type() {
            PieceType::King => {
                let is_any_king = self.variant().royalty == Royalty::First;
                if is_any_king && self.side_to_move == color
                    || self.castling_king(color) == Some(square)
                {
                    self.castling.revoke(color);
                }
            }
            PieceType::Rook if square.rank() == back_rank(color) => {
                self.castling.revoke_rook(color, square);
            }
            _ => {}
        }
    }
}
