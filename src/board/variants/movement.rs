//! How the pieces of the variants move and capture.

use super::cylinder;
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, Square};

/// The way in which a piece moves. All but pawns capture as they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Moves straight ahead, captures diagonally.
    Pawn,
    /// Moves diagonally ahead, captures straight ahead (Berolina pawn).
    BerolinaPawn,
    /// The knight of chess.
    Knight,
    /// The bishop of chess.
    Bishop,
    /// The rook of chess.
    Rook,
    /// The queen of chess.
    Queen,
    /// One square in any direction.
    King,
    /// Two squares diagonally, jumping (elephant).
    Alfil,
    /// One square diagonally.
    Ferz,
}

impl Movement {
    /// Whether it slides along diagonals.
    pub(super) fn is_diagonal(self) -> bool {
        matches!(self, Movement::Bishop | Movement::Queen)
    }

    /// Whether it slides along ranks and files.
    pub(super) fn is_orthogonal(self) -> bool {
        matches!(self, Movement::Rook | Movement::Queen)
    }

    /// Squares attacked by a piece of `color`, given the `occupied` squares.
    #[inline]
    pub(super) fn attacks(self, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Movement::Pawn => pawn_attacks(color, from),
            Movement::BerolinaPawn => Bitboard::from(from).forward(color),
            Movement::Knight => knight_attacks(from),
            Movement::Bishop => bishop_attacks(from, occupied),
            Movement::Rook => rook_attacks(from, occupied),
            Movement::Queen => queen_attacks(from, occupied),
            Movement::King => king_attacks(from),
            Movement::Alfil => alfil_attacks(from),
            Movement::Ferz => bishop_attacks(from, Bitboard::ALL),
        }
    }

    /// Like [`Movement::attacks`] on a cylinder, where the a-file and the h-file are neighbours.
    pub(super) fn cylinder_attacks(
        self,
        color: Color,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        match self {
            Movement::Pawn => cylinder::pawn_attacks(color, from),
            Movement::Knight => cylinder::knight_attacks(from),
            Movement::Bishop => cylinder::bishop_attacks(from, occupied),
            Movement::Rook => cylinder::rook_attacks(from, occupied),
            Movement::Queen => {
                cylinder::bishop_attacks(from, occupied) | cylinder::rook_attacks(from, occupied)
            }
            Movement::King => cylinder::king_attacks(from),
            // No variant on a cylinder has these.
            Movement::BerolinaPawn | Movement::Alfil | Movement::Ferz => {
                self.attacks(color, from, occupied)
            }
        }
    }
}

/// Squares two steps away on the diagonals.
fn alfil_attacks(from: Square) -> Bitboard {
    let (file, rank) = (from.file(), from.rank());
    let near = bishop_attacks(from, Bitboard::EMPTY);
    near.into_iter()
        .filter(|to| to.file().abs_diff(file) == 2 && to.rank().abs_diff(rank) == 2)
        .collect()
}
