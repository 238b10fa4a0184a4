//! Castling rights, as the squares of the rooks that may still castle: standard chess and Chess960
//! are one case.

use super::zobrist;
use crate::types::{Color, File, Rank, Square};

/// The side of the king on which the rook stands, seen from White: towards the h- or the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSide {
    /// Castling short, O-O.
    KingSide,
    /// Castling long, O-O-O.
    QueenSide,
}

impl CastlingSide {
    /// Both castling sides, kingside first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// The castling side of a rook seen from its king.
    pub const fn of(king_file: File, rook_file: File) -> CastlingSide {
        if rook_file > king_file {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }
}

/// Which castling geometry a position may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CastlingMode {
    /// King on the e-file, rooks in the corners. `KQkq` elsewhere is an error of whoever wrote it.
    #[default]
    Standard,
    /// Any files: `KQkq` means the outermost rook (X-FEN).
    Chess960,
}

/// The back rank of a side.
pub(super) const fn back_rank(color: Color) -> Rank {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

const NONE: u8 = 0xff;

/// For each colour and castling side the file of the rook that may castle, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRights {
    rook_files: [[u8; 2]; 2],
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights {
        rook_files: [[NONE; 2]; 2],
    };

    /// The rook with which `color` may still castle to this side.
    #[inline]
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let file = self.rook_files[color.index()][side as usize];
        (file != NONE).then(|| Square::new(file, back_rank(color)))
    }

    /// Whether `color` may castle to either side.
    #[inline]
    pub fn any_for(self, color: Color) -> bool {
        self.rook_files[color.index()] != [NONE; 2]
    }

    /// Whether anybody may castle.
    #[inline]
    pub fn any(self) -> bool {
        self != CastlingRights::NONE
    }

    pub(super) fn grant(&mut self, color: Color, side: CastlingSide, rook_file: File) {
        self.rook_files[color.index()][side as usize] = rook_file;
    }

    pub(super) fn revoke(&mut self, color: Color) {
        self.rook_files[color.index()] = [NONE; 2];
    }

    /// Takes away the right that needs a rook on this square.
    #[inline]
    pub(super) fn revoke_rook(&mut self, color: Color, square: Square) {
        if square.rank() == back_rank(color) {
            for file in &mut self.rook_files[color.index()] {
                if *file == square.file() {
                    *file = NONE;
                }
            }
        }
    }

    /// The zobrist key of the rights.
    #[inline]
    pub(super) fn key(self) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for file in self.rook_files[color.index()] {
                if file != NONE {
                    key ^= zobrist::castling(color, file);
                }
            }
        }
        key
    }
}
