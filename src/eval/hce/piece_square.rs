//! Material and piece-square values, and their running sum.

#[cfg(feature = "train")]
use super::sum::TermScore;
use super::tapered::Tapered;
use super::weights::{HceWeights, VALUES};
use crate::board::BoardObserver;
#[cfg(feature = "train")]
use crate::board::Position;
use crate::types::{Color, Piece, PieceType, Square};

/// What each kind of piece adds to the game phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Material and piece-square values of all pieces, White's minus Black's, with the game phase: kept up
/// to date while moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PsqtAccumulator {
    pub(super) score: Tapered,
    pub(super) phase: i32,
}

impl BoardObserver for PsqtAccumulator {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.score += PIECE_SQUARE[piece.index()][square.index()];
        self.phase += PHASE[piece.piece_type().index()];
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.score -= PIECE_SQUARE[piece.index()][square.index()];
        self.phase -= PHASE[piece.piece_type().index()];
    }
}

/// Material plus square, positive for White's pieces and negative for Black's.
static PIECE_SQUARE: [[Tapered; 64]; 12] = piece_square_values();

const fn piece_square_values() -> [[Tapered; 64]; 12] {
    const WEIGHTS: HceWeights<Tapered> = VALUES;
    let mut values = [[Tapered::ZERO; 64]; 12];
    let mut i = 0;
    while i < 12 {
        let piece = Piece::ALL[i];
        let kind = piece.piece_type().index();
        let sign = sign(piece);
        let material = WEIGHTS.material[kind];
        let mut square = 0;
        while square < 64 {
            let table = WEIGHTS.squares[cell(piece, Square::from_index(square))];
            values[i][square] = Tapered::new(
                sign * (material.middlegame() + table.middlegame()),
                sign * (material.endgame() + table.endgame()),
            );
            square += 1;
        }
        i += 1;
    }
    values
}

const fn sign(piece: Piece) -> i32 {
    match piece.color() {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Where a piece's square stands in the tables, which have the eighth rank on top.
const fn cell(piece: Piece, square: Square) -> usize {
    let square = match piece.color() {
        Color::White => square.flipped(),
        Color::Black => square,
    };
    piece.piece_type().index() * 64 + square.index()
}

/// The sum of a position from nothing.
#[cfg(feature = "train")]
pub(super) fn material_and_squares<S: TermScore>(position: &Position) -> S {
    let weights = S::weights();
    let mut sum = S::default();
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            sum.add_weight(weights.material[piece.piece_type().index()], sign(piece));
            sum.add_weight(weights.squares[cell(piece, square)], sign(piece));
        }
    }
    sum
}

/// The value of a kind of piece, for rough comparisons: it stays when weights are tuned.
pub(super) const fn middlegame_material(piece: PieceType) -> i32 {
    const VALUES: [i32; 6] = [82, 337, 365, 477, 1025, 0];
    VALUES[piece.index()]
}
