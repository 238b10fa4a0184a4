//! Castling rights, stored as the files of the rooks that may castle, so that standard chess and
//! Chess960 share one code path.

use super::zobrist;
use crate::types::{Color, File, Rank, Square};

/// Castling side: kingside towards the h-file, queenside towards the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSide {
    /// Short castling, O-O.
    KingSide,
    /// Long castling, O-O-O.
    QueenSide,
}

impl CastlingSide {
    /// Both sides, kingside first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// The castling side of a rook relative to its king.
    pub const fn of(king_file: File, rook_file: File) -> CastlingSide {
        if rook_file > king_file {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }
}

/// Castling rules by which castling rights are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CastlingMode {
    /// King on the e-file, rooks in the corners; `KQkq` with other squares is dropped with a warning.
    #[default]
    Standard,
    /// Any files; `KQkq` means the outermost rook (X-FEN).
    Chess960,
}

/// The rank on which the pieces of `color` start and castle.
pub(super) const fn back_rank(color: Color) -> Rank {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

const NONE: u8 = 0xff;

/// Castling rights of both colours: the file of the rook that may castle, per colour and side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRights {
    rook_files: [[u8; 2]; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: CastlingRights = CastlingRights {
        rook_files: [[NONE; 2]; 2],
    };

    /// Square of the rook with which `color` may castle to `side`.
    #[inline]
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let file = self.rook_files[color.index()][side as usize];
        (file != NONE).then(|| Square::new(file, back_rank(color)))
    }

    /// Returns whether `color` may castle to either side.
    #[inline]
    pub fn any_for(self, color: Color) -> bool {
        self.rook_files[color.index()] != [NONE; 2]
    }

    /// Returns whether either colour may castle.
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

    /// Revokes the right that needs a rook on `square`.
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

    /// Zobrist key of the rights.
    #[inline]
    pub(super) fn key(self) -> u64 {
        if !self.any() {
            return 0;
        }
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
