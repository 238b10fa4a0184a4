//! A legal position.

use super::castling::CastlingRights;
use super::placement::{PartialKeys, Placement};
use super::rule_set::{RuleSet, Standard};
use super::zobrist;
use crate::types::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// A legal chess position: one king per side, no pawn on the first or last rank, the side not to move
/// not in check. Only [`Setup::validate`](super::Setup::validate) and moves made from a legal position create one.
///
/// There is no unmake: the search makes moves on copies (copy-make).
///
/// A position of a variant, `Position<Fairy>`, may have other pieces on other squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<R: RuleSet = Standard> {
    pub(super) placement: Placement,
    pub(super) side_to_move: Color,
    pub(super) castling: CastlingRights,
    /// En passant target square, only if a legal en passant capture exists.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// See [`Position::key`]. A node of the search needs it several times.
    pub(super) key: u64,
    pub(super) state: R::State,
}

impl<R: RuleSet> Position<R> {
    /// Pieces of a type, both sides.
    #[inline]
    pub fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.placement.of_type(piece_type)
    }

    /// All pieces of a side.
    #[inline]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.placement.of_color(color)
    }

    /// Pieces of a side and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.of_color(color) & self.of_type(piece_type)
    }

    /// Bishops and queens of a side.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.of_color(color) & (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen))
    }

    /// Rooks and queens of a side.
    #[inline]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        self.of_color(color) & (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen))
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.placement.piece_on(square)
    }

    /// King square of a side.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // A legal position has both kings, so the default is never taken.
        self.pieces(color, PieceType::King)
            .first()
            .unwrap_or(Square::A1)
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Castling rights.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// En passant target square, only if a legal en passant capture exists.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move, 0 to `u16::MAX`.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Move number, starting at 1 and incremented after Black's move.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Pieces giving check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that are pinned to their king (absolute pins).
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Zobrist key of everything that distinguishes positions under the repetition rule.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Recomputes the key after all other changes.
    #[inline]
    pub(super) fn update_key(&mut self) {
        let mut key =
            self.placement.keys().pieces ^ self.castling.key() ^ R::state_key(&self.state);
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        if self.side_to_move == Color::Black {
            key ^= zobrist::black_to_move();
        }
        self.key = key;
    }

    /// Zobrist keys of parts of the position.
    #[inline]
    pub fn keys(&self) -> &PartialKeys {
        self.placement.keys()
    }

    /// Returns whether a side has non-pawn material beside the king.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let pawns_and_king = self.of_type(PieceType::Pawn) | self.of_type(PieceType::King);
        (self.of_color(color) & !pawns_and_king).any()
    }
}

impl Position {
    /// Pieces of both sides that attack `square`, given the `occupied` squares.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.of_type(PieceType::Queen);
        let diagonal = self.of_type(PieceType::Bishop) | queens;
        let orthogonal = self.of_type(PieceType::Rook) | queens;
        (pawn_attacks(Color::White, square) & self.pieces(Color::Black, PieceType::Pawn))
            | (pawn_attacks(Color::Black, square) & self.pieces(Color::White, PieceType::Pawn))
            | (knight_attacks(square) & self.of_type(PieceType::Knight))
            | (king_attacks(square) & self.of_type(PieceType::King))
            | (bishop_attacks(square, occupied) & diagonal)
            | (rook_attacks(square, occupied) & orthogonal)
    }

    /// Returns whether `by` attacks `square`, given the `occupied` squares.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let pieces = self.of_color(by);
        let leapers = (knight_attacks(square) & self.of_type(PieceType::Knight))
            | (king_attacks(square) & self.of_type(PieceType::King))
            | (pawn_attacks(!by, square) & self.of_type(PieceType::Pawn));
        (leapers & pieces).any()
            || (bishop_attacks(square, occupied) & self.diagonal_sliders(by)).any()
            || (rook_attacks(square, occupied) & self.orthogonal_sliders(by)).any()
    }

    /// Recomputes checkers and pins of the side to move.
    pub(super) fn update_checkers_and_pins(&mut self) {
        let us = self.side_to_move;
        let king = self.king(us);
        let (sliders, pinned) = self.checkers_and_pins_by_sliders(us, self.occupied());
        self.checkers = (knight_attacks(king) & self.pieces(!us, PieceType::Knight))
            | (pawn_attacks(us, king) & self.pieces(!us, PieceType::Pawn))
            | sliders;
        self.pinned = pinned;
    }

    /// The sliders that check the king of `color` and the pieces of `color` pinned to it, with the pieces on
    /// `occupied` only. A sniper is an enemy slider that attacks the king on an otherwise empty board (x-ray);
    /// a single blocker in between is pinned.
    pub(super) fn checkers_and_pins_by_sliders(
        &self,
        color: Color,
        occupied: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let king = self.king(color);
        let diagonal = bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_sliders(!color);
        let orthogonal = rook_attacks(king, Bitboard::EMPTY) & self.orthogonal_sliders(!color);
        let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in (diagonal | orthogonal) & occupied {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.more_than_one() {
                pinned |= blockers & self.of_color(color);
            }
        }
        (checkers, pinned)
    }
}
