//! Material and piece-square tables (PSQT), updated incrementally.

#[cfg(feature = "train")]
use super::hce_score::HceScore;
use super::weights::{HceWeights, VALUES};
use crate::board::{BoardObserver, Position};
use crate::eval::tapered::Tapered;
use crate::types::{Color, Piece, PieceType, Square};

/// Game phase of each piece type.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Material and piece-square values of all pieces, from White's view, and the game phase: updated as moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PsqtAccumulator {
    pub(super) score: Tapered,
    pub(super) phase: i32,
}

impl PsqtAccumulator {
    /// Computes the values of a position from scratch.
    pub fn of(position: &Position) -> PsqtAccumulator {
        let mut psqt = PsqtAccumulator::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                psqt.added(piece, square);
            }
        }
        psqt
    }
}

impl PsqtAccumulator {
    /// The game phase: 0 in an endgame of kings and pawns, [`Tapered::MAX_PHASE`] in the start position.
    pub(super) fn phase(&self) -> i32 {
        self.phase.min(Tapered::MAX_PHASE)
    }
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
            let table = WEIGHTS.squares[table_index(piece, Square::from_index(square))];
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

/// Index of a piece's square in the tables, which have the eighth rank on top.
const fn table_index(piece: Piece, square: Square) -> usize {
    let square = match piece.color() {
        Color::White => square.flipped(),
        Color::Black => square,
    };
    piece.piece_type().index() * 64 + square.index()
}

/// Material and piece-square values of the pieces of one side, for that side.
pub(super) fn side_material_and_squares(position: &Position, us: Color) -> Tapered {
    let mut sum = Tapered::ZERO;
    for square in position.of_color(us) {
        if let Some(piece) = position.piece_on(square) {
            sum += PIECE_SQUARE[piece.index()][square.index()] * sign(piece);
        }
    }
    sum
}

/// Material and piece-square values of a position, from scratch.
#[cfg(feature = "train")]
pub(super) fn material_and_squares<S: HceScore>(position: &Position) -> S {
    let weights = S::weights();
    let mut sum = S::default();
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            sum.add_weight(weights.material[piece.piece_type().index()], sign(piece));
            sum.add_weight(weights.squares[table_index(piece, square)], sign(piece));
        }
    }
    sum
}

/// Middlegame value of a piece type in centipawns for material comparisons, independent of tuning.
pub(super) const fn middlegame_material(piece: PieceType) -> i32 {
    const VALUES: [i32; 6] = [82, 337, 365, 477, 1025, 0];
    VALUES[piece.index()]
}
