//! Piece placement. Only [`Placement`] changes bitboards, mailbox and Zobrist keys, so that they always
//! agree.

use super::zobrist;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Zobrist keys of parts of a position, for pawn history and correction histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartialKeys {
    /// All pieces; [`super::Position::key`] adds side to move, castling rights and en passant.
    pub pieces: u64,
    /// Pawns of both sides.
    pub pawns: u64,
    /// Knights, bishops and kings of both sides.
    pub minors: u64,
    /// Rooks, queens and kings of both sides.
    pub majors: u64,
    /// Non-pawn pieces of each side.
    pub non_pawns: [u64; 2],
}

impl PartialKeys {
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.toggle_key(piece, zobrist::piece(piece, square));
    }

    /// Toggles the key of a piece on one or more squares. Without branches, which the processor would often predict
    /// wrongly.
    #[inline]
    fn toggle_key(&mut self, piece: Piece, key: u64) {
        let key_if = |condition: bool| key & u64::from(condition).wrapping_neg();
        let piece_type = piece.piece_type();
        let is_pawn = piece_type == PieceType::Pawn;
        let is_minor = matches!(piece_type, PieceType::Knight | PieceType::Bishop);
        self.pieces ^= key;
        self.pawns ^= key_if(is_pawn);
        self.non_pawns[piece.color().index()] ^= key_if(!is_pawn);
        self.minors ^= key_if(is_minor || piece_type == PieceType::King);
        self.majors ^= key_if(piece_type >= PieceType::Rook);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    by_type: [Bitboard; 6],
    by_color: [Bitboard; 2],
    squares: [Option<Piece>; 64],
    keys: PartialKeys,
}

impl Placement {
    pub(super) const EMPTY: Placement = Placement {
        by_type: [Bitboard::EMPTY; 6],
        by_color: [Bitboard::EMPTY; 2],
        squares: [None; 64],
        keys: PartialKeys {
            pieces: 0,
            pawns: 0,
            minors: 0,
            majors: 0,
            non_pawns: [0; 2],
        },
    };

    pub(super) fn from_squares(squares: &[Option<Piece>; 64]) -> Placement {
        let mut placement = Placement::EMPTY;
        for square in Square::all() {
            if let Some(piece) = squares[square.index()] {
                placement.put(piece, square);
            }
        }
        placement
    }

    /// Adds a piece to an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.squares[square.index()].is_none());
        self.squares[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Removes a piece from its square.
    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.squares[square.index()], Some(piece));
        self.squares[square.index()] = None;
        self.toggle(piece, square);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub(super) fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!(self.squares[from.index()], Some(piece));
        debug_assert!(self.squares[to.index()].is_none());
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        let bits = Bitboard::from(from) | to.into();
        self.by_type[piece.piece_type().index()] ^= bits;
        self.by_color[piece.color().index()] ^= bits;
        let key = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.keys.toggle_key(piece, key);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.by_type[piece.piece_type().index()] ^= bit;
        self.by_color[piece.color().index()] ^= bit;
        self.keys.toggle(piece, square);
    }

    #[inline]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    #[inline]
    pub(super) fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()]
    }

    #[inline]
    pub(super) fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    #[inline]
    pub(super) fn keys(&self) -> &PartialKeys {
        &self.keys
    }
}
