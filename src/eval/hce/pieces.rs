//! Attacks of the pieces, with the terms for mobility, outposts, rooks on open files and the bishop pair.

use super::hce_score::HceScore;
use crate::board::Position;
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Average mobility by piece type: the number of safe squares that scores zero.
const AVERAGE_MOBILITY: [i32; 6] = [0, 4, 6, 7, 13, 0];

/// Attack units for each square of the king zone that a piece attacks, by piece type.
const KING_ATTACK_UNITS: [i32; 6] = [0, 2, 2, 3, 5, 0];

/// Squares that one side attacks.
pub(super) struct Attacks<S> {
    /// By piece type.
    pub by_type: [Bitboard; 6],
    pub all: Bitboard,
    /// By at least two pieces.
    pub twice: Bitboard,
    /// Number of pieces that attack the enemy king zone.
    pub king_attackers: i32,
    /// Attack units of these pieces.
    pub king_attack_units: i32,
    /// Mobility and placement of the pieces.
    pub piece_score: S,
}

impl<S: HceScore> Attacks<S> {
    pub(super) fn new(position: &Position, us: Color) -> Attacks<S> {
        let pawns = pawn_set_attacks(us, position.pieces(us, PieceType::Pawn));
        let king = king_attacks(position.king(us));
        let mut attacks = Attacks {
            by_type: [Bitboard::EMPTY; 6],
            all: pawns | king,
            twice: pawns & king,
            king_attackers: 0,
            king_attack_units: 0,
            piece_score: S::default(),
        };
        attacks.by_type[PieceType::Pawn.index()] = pawns;
        attacks.by_type[PieceType::King.index()] = king;
        attacks.add_pieces(position, us);
        if has_bishop_pair(position, us) {
            attacks.piece_score.add_weight(S::weights().bishop_pair, 1);
        }
        attacks
    }

    fn add_pieces(&mut self, position: &Position, us: Color) {
        let occupied = position.occupied();
        let own_pawns = position.pieces(us, PieceType::Pawn);
        let enemy_pawns = position.pieces(!us, PieceType::Pawn);
        let zone = king_zone(position, !us);
        let own_king = Bitboard::from(position.king(us));
        let safe = !(pawn_set_attacks(!us, enemy_pawns) | own_pawns | own_king);
        for kind in [
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
        ] {
            let mobility = S::weights().mobility[kind.index()];
            let average = AVERAGE_MOBILITY[kind.index()];
            for square in position.pieces(us, kind) {
                let reach = match kind {
                    PieceType::Knight => knight_attacks(square),
                    // X-ray through the own queen; rooks also through rooks.
                    PieceType::Bishop => {
                        bishop_attacks(square, occupied ^ position.pieces(us, PieceType::Queen))
                    }
                    PieceType::Rook => {
                        rook_attacks(square, occupied ^ position.orthogonal_sliders(us))
                    }
                    _ => queen_attacks(square, occupied),
                };
                self.twice |= self.all & reach;
                self.all |= reach;
                self.by_type[kind.index()] |= reach;
                let in_zone = (reach & zone).count() as i32;
                if in_zone > 0 {
                    self.king_attackers += 1;
                    self.king_attack_units += KING_ATTACK_UNITS[kind.index()] * in_zone;
                }
                let squares = (reach & safe).count() as i32;
                self.piece_score.add_weight(mobility, squares - average);
                add_placement(&mut self.piece_score, position, us, kind, square);
            }
        }
    }
}

/// The king zone: the squares around a king and those in front of them.
pub(super) fn king_zone(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let ring = king_attacks(king) | king.into();
    ring | ring.forward(color)
}

fn has_bishop_pair(position: &Position, us: Color) -> bool {
    let bishops = position.pieces(us, PieceType::Bishop);
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let dark = (bishops & !Bitboard::LIGHT_SQUARES).any();
    light && dark
}

fn add_placement<S: HceScore>(
    score: &mut S,
    position: &Position,
    us: Color,
    kind: PieceType,
    square: Square,
) {
    let weights = S::weights();
    let own_pawns = position.pieces(us, PieceType::Pawn);
    match kind {
        PieceType::Knight | PieceType::Bishop => {
            if is_outpost(position, us, square) {
                let weight = match kind {
                    PieceType::Knight => weights.knight_outpost,
                    _ => weights.bishop_outpost,
                };
                score.add_weight(weight, 1);
            }
            if own_pawns.contains(square.forward(us)) {
                score.add_weight(weights.minor_behind_pawn, 1);
            }
            if kind == PieceType::Bishop {
                let color = if Bitboard::LIGHT_SQUARES.contains(square) {
                    Bitboard::LIGHT_SQUARES
                } else {
                    !Bitboard::LIGHT_SQUARES
                };
                score.add_weight(weights.bishop_pawn, (own_pawns & color).count() as i32);
            }
        }
        PieceType::Rook => {
            let file = Bitboard::file(square.file());
            if (file & position.of_type(PieceType::Pawn)).is_empty() {
                score.add_weight(weights.rook_on_open_file, 1);
            } else if (file & own_pawns).is_empty() {
                score.add_weight(weights.rook_on_semi_open_file, 1);
            }
        }
        _ => {}
    }
}

/// An outpost: a square on the fourth to sixth rank, defended by a pawn, that no enemy pawn can ever attack.
fn is_outpost(position: &Position, us: Color, square: Square) -> bool {
    let bit = Bitboard::from(square);
    let ahead = bit.forward(us).fill_forward(us);
    let enemy_pawns = position.pieces(!us, PieceType::Pawn);
    let defended = pawn_set_attacks(us, position.pieces(us, PieceType::Pawn)).contains(square);
    (3..6).contains(&square.relative_rank(us))
        && defended
        && ((ahead.east() | ahead.west()) & enemy_pawns).is_empty()
}
