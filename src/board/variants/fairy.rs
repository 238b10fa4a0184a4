//! The rules of the variants, looked up in a table at run time.

use super::movement::Movement;
use super::variant::{Pocket, Royalty, Variant};
use crate::board::position::Position;
use crate::board::rule_set::RuleSet;
use crate::board::zobrist::mix_bits;
use crate::types::attacks::{between, bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The piece types that a pocket can hold: all but the king.
pub(super) const POCKET_TYPES: usize = 5;

/// Numbers of the pieces in hand, by side and type.
pub type Pockets = [[u8; POCKET_TYPES]; 2];

/// The greatest number of pieces of one type in a pocket.
pub(super) const MAX_POCKET: u8 = 31;

/// The rules of the variants: a table of rules decides at run time. One type serves all of them, so that a program
/// with a search for chess and one for variants has two searches and not twenty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fairy;

/// The state of a position of a variant beside the board of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FairyState {
    pub(super) variant: &'static Variant,
    /// Pieces in hand by side and type.
    pub(super) pockets: Pockets,
    /// Promoted pieces, which return to the pocket as pawns.
    pub(super) promoted: Bitboard,
    /// Checks that each side still has to give.
    pub(super) checks_left: [u8; 2],
    /// The pawn that can be captured en passant if it is not in front of the target square (Berolina).
    pub(super) berolina_victim: Option<Square>,
    /// Key of the variant.
    variant_key: u64,
}

impl FairyState {
    pub(super) fn new(variant: &'static Variant) -> FairyState {
        FairyState {
            variant,
            pockets: [[0; POCKET_TYPES]; 2],
            promoted: Bitboard::EMPTY,
            checks_left: [variant.checks; 2],
            berolina_victim: None,
            variant_key: variant
                .name
                .bytes()
                .fold(0, |key, byte| mix_bits(key ^ u64::from(byte))),
        }
    }
}

impl RuleSet for Fairy {
    type State = FairyState;

    #[inline]
    fn state_key(state: &FairyState) -> u64 {
        let mut packed = 0;
        for count in state.pockets.as_flattened() {
            packed = packed << 5 | u64::from(*count);
        }
        for count in state.checks_left {
            packed = packed << 2 | u64::from(count);
        }
        let victim = state
            .berolina_victim
            .map_or(0, |square| 64 + square.index() as u64);
        state.variant_key ^ mix_bits(packed) ^ mix_bits(!state.promoted.0) ^ mix_bits(victim << 56)
    }
}

impl Position<Fairy> {
    /// The variant.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.state.variant
    }

    /// Number of pieces of a type in the pocket of a side (crazyhouse, bughouse).
    #[inline]
    pub fn pocket(&self, color: Color, piece_type: PieceType) -> u8 {
        let pocket = &self.state.pockets[color.index()];
        pocket.get(piece_type.index()).copied().unwrap_or(0)
    }

    /// The pieces in hand of both sides.
    pub fn pockets(&self) -> &Pockets {
        &self.state.pockets
    }

    /// The same position with other pieces in hand; a variant without drops ignores them.
    #[must_use]
    pub fn with_pockets(mut self, pockets: Pockets) -> Position<Fairy> {
        if self.variant().has_drops() {
            self.state.pockets = pockets;
            self.update_key();
        }
        self
    }

    /// Promoted pieces that return to the pocket as pawns.
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.state.promoted
    }

    /// Checks that a side still has to give in order to win.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.state.checks_left[color.index()]
    }

    /// The royal king of a side, which must not be left in check; `None` if it has none.
    #[inline]
    pub fn royal_king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceType::King);
        match self.variant().royalty {
            Royalty::Both | Royalty::BlackOnly => kings.first(),
            Royalty::First => kings
                .into_iter()
                .min_by_key(|king| (king.file(), king.rank())),
            Royalty::Neither => None,
        }
    }

    /// The king that may castle while there are castling rights.
    pub(super) fn castling_king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceType::King);
        if kings.more_than_one() {
            let start = Square::E1.relative_to(color);
            return kings.contains(start).then_some(start);
        }
        kings.first()
    }

    /// Squares attacked by a piece on a square, given the `occupied` squares.
    #[inline]
    pub fn piece_attacks(&self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        let variant = self.variant();
        let movement = variant.movement(piece.piece_type());
        if variant.is_cylinder {
            movement.cylinder_attacks(piece.color(), from, occupied)
        } else {
            movement.attacks(piece.color(), from, occupied)
        }
    }

    /// Pieces of a side that attack `square`, given the `occupied` squares.
    pub fn attackers_of(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let pieces = self.of_color(by);
        let mut attackers = Bitboard::EMPTY;
        for piece_type in PieceType::ALL {
            let candidates = pieces & self.of_type(piece_type);
            if candidates.any() {
                // All movements but those of pawns are symmetric.
                let reverse = Piece::new(!by, piece_type);
                attackers |= candidates & self.piece_attacks(reverse, square, occupied);
            }
        }
        attackers
    }

    /// Returns whether `by` attacks `square`, given the `occupied` squares.
    #[inline]
    pub fn attacks_square(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.attackers_of(square, by, occupied).any()
    }

    /// Whether the kings stand beside each other, so that in atomic chess neither can be captured.
    pub(super) fn kings_touch(&self) -> bool {
        let king = |color| self.pieces(color, PieceType::King).first();
        match (king(Color::White), king(Color::Black)) {
            (Some(white), Some(black)) => white.distance(black) == 1,
            _ => false,
        }
    }

    /// Adds a captured piece to the pocket of the side that captured it.
    pub(super) fn add_to_pocket(&mut self, color: Color, captured: PieceType) {
        if self.variant().pocket == Pocket::Own
            && let Some(count) = self.state.pockets[color.index()].get_mut(captured.index())
        {
            *count = (*count + 1).min(MAX_POCKET);
        }
    }

    /// Recomputes checkers and pins of the side to move.
    pub(super) fn update_royal_attacks(&mut self) {
        let us = self.side_to_move;
        let occupied = self.occupied();
        self.checkers = Bitboard::EMPTY;
        self.pinned = self.pins_of(us, occupied);
        let Some(king) = self.royal_king(us) else {
            return;
        };
        if !(self.variant().explodes && self.kings_touch()) {
            self.checkers = self.attackers_of(king, !us, occupied);
        }
    }

    /// The pieces of `color` pinned to its royal king, with the pieces on `occupied` only. On a cylinder, where a line has
    /// two ends, pins are not used.
    pub(super) fn pins_of(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let royal_king = self.royal_king(color);
        let Some(king) = royal_king.filter(|_| !self.variant().is_cylinder) else {
            return Bitboard::EMPTY;
        };
        let sliders = |slides: fn(Movement) -> bool| -> Bitboard {
            let types = PieceType::ALL.into_iter();
            let types = types.filter(|&piece_type| slides(self.variant().movement(piece_type)));
            types
                .map(|piece_type| self.pieces(!color, piece_type))
                .collect()
        };
        let snipers = (bishop_attacks(king, Bitboard::EMPTY) & sliders(Movement::is_diagonal))
            | (rook_attacks(king, Bitboard::EMPTY) & sliders(Movement::is_orthogonal));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & occupied {
            let blockers = between(king, sniper) & occupied;
            if blockers.any() && !blockers.more_than_one() {
                pinned |= blockers & self.of_color(color);
            }
        }
        pinned
    }
}
