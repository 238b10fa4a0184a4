//! Where the pieces reach: mobility, good squares, threats, and what king safety needs to know.

use super::tapered::Tapered;
use crate::board::Position;
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, PieceType, Square};

/// For each square that a piece can safely go to, above or below the usual number, by kind.
const MOBILITY: [(Tapered, i32); 6] = [
    (Tapered::ZERO, 0),
    (Tapered::new(4, 4), 4),
    (Tapered::new(4, 4), 6),
    (Tapered::new(2, 4), 7),
    (Tapered::new(1, 3), 13),
    (Tapered::ZERO, 0),
];

const BISHOP_PAIR: Tapered = Tapered::new(25, 45);
const ROOK_ON_OPEN_FILE: Tapered = Tapered::new(24, 8);
const ROOK_ON_SEMI_OPEN_FILE: Tapered = Tapered::new(10, 8);
const KNIGHT_OUTPOST: Tapered = Tapered::new(22, 12);
const BISHOP_OUTPOST: Tapered = Tapered::new(14, 6);
/// For each own pawn on the bishop's colour of squares.
const BISHOP_PAWN: Tapered = Tapered::new(-2, -4);
const MINOR_BEHIND_PAWN: Tapered = Tapered::new(5, 2);

/// A pawn attacks a piece of this kind.
const THREAT_BY_PAWN: Tapered = Tapered::new(45, 30);
/// A minor piece attacks a pawn, knight, bishop, rook or queen.
const THREAT_BY_MINOR: [Tapered; 6] = [
    Tapered::new(2, 8),
    Tapered::new(16, 16),
    Tapered::new(20, 20),
    Tapered::new(35, 25),
    Tapered::new(30, 30),
    Tapered::ZERO,
];
/// A rook attacks a minor piece, or the queen.
const THREAT_BY_ROOK: Tapered = Tapered::new(18, 18);
const ROOK_ATTACKS_QUEEN: Tapered = Tapered::new(35, 20);
/// An attacked man that nobody protects.
const HANGING: Tapered = Tapered::new(20, 14);

/// How much a piece of each kind counts for each square around the enemy king that it attacks.
const KING_ATTACK_UNITS: [i32; 6] = [0, 2, 2, 3, 5, 0];

/// What one side attacks.
pub struct Attacks {
    /// By kind of man.
    pub by_type: [Bitboard; 6],
    /// By anything.
    pub all: Bitboard,
    /// By two men or more.
    pub twice: Bitboard,
    /// How many pieces attack squares around the enemy king.
    pub king_attackers: i32,
    /// How heavily they attack them.
    pub king_attack_units: i32,
    /// Mobility and good squares of the pieces.
    pub piece_score: Tapered,
}

impl Attacks {
    pub fn new(position: &Position, us: Color) -> Attacks {
        let pawns = pawn_set_attacks(us, position.pieces(us, PieceType::Pawn));
        let king = king_attacks(position.king(us));
        let mut attacks = Attacks {
            by_type: [Bitboard::EMPTY; 6],
            all: pawns | king,
            twice: pawns & king,
            king_attackers: 0,
            king_attack_units: 0,
            piece_score: Tapered::ZERO,
        };
        attacks.by_type[PieceType::Pawn.index()] = pawns;
        attacks.by_type[PieceType::King.index()] = king;
        attacks.add_pieces(position, us);
        attacks.piece_score += bishop_pair(position, us);
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
            let (weight, usual) = MOBILITY[kind.index()];
            for square in position.pieces(us, kind) {
                let reach = match kind {
                    PieceType::Knight => knight_attacks(square),
                    // Through the own queen, which moves the same way.
                    PieceType::Bishop => {
                        bishop_attacks(square, occupied ^ position.pieces(us, PieceType::Queen))
                    }
                    PieceType::Rook => {
                        rook_attacks(square, occupied ^ position.straight_sliders(us))
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
                self.piece_score += weight * ((reach & safe).count() as i32 - usual);
                self.piece_score += placement(position, us, kind, square);
            }
        }
    }

    /// What this side threatens to win.
    pub fn threats(&self, position: &Position, us: Color, enemy: &Attacks) -> Tapered {
        let targets = |kind| position.pieces(!us, kind);
        let pawns = targets(PieceType::Pawn);
        let pieces = position.of_color(!us) & !pawns & !targets(PieceType::King);
        let by_pawn = self.by_type[PieceType::Pawn.index()] & pieces;
        let mut score = THREAT_BY_PAWN * by_pawn.count() as i32;

        let unprotected = !enemy.by_type[PieceType::Pawn.index()];
        let by_minor =
            self.by_type[PieceType::Knight.index()] | self.by_type[PieceType::Bishop.index()];
        for kind in PieceType::ALL {
            let mut attacked = targets(kind) & by_minor;
            if kind < PieceType::Rook {
                attacked &= unprotected;
            }
            score += THREAT_BY_MINOR[kind.index()] * attacked.count() as i32;
        }
        let by_rook = self.by_type[PieceType::Rook.index()];
        let minors = targets(PieceType::Knight) | targets(PieceType::Bishop);
        score += THREAT_BY_ROOK * (by_rook & minors & unprotected).count() as i32;
        score += ROOK_ATTACKS_QUEEN * (by_rook & targets(PieceType::Queen)).count() as i32;
        let hanging = (pawns | pieces) & self.all & !enemy.all;
        score + HANGING * hanging.count() as i32
    }
}

/// The squares around a king and those in front of them.
pub fn king_zone(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let ring = king_attacks(king) | king.into();
    ring | ring.forward(color)
}

fn bishop_pair(position: &Position, us: Color) -> Tapered {
    let bishops = position.pieces(us, PieceType::Bishop);
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let dark = (bishops & !Bitboard::LIGHT_SQUARES).any();
    if light && dark {
        BISHOP_PAIR
    } else {
        Tapered::ZERO
    }
}

fn placement(position: &Position, us: Color, kind: PieceType, square: Square) -> Tapered {
    let own_pawns = position.pieces(us, PieceType::Pawn);
    match kind {
        PieceType::Knight | PieceType::Bishop => {
            let mut score = Tapered::ZERO;
            if is_outpost(position, us, square) {
                score += match kind {
                    PieceType::Knight => KNIGHT_OUTPOST,
                    _ => BISHOP_OUTPOST,
                };
            }
            if own_pawns.contains(square.forward(us)) {
                score += MINOR_BEHIND_PAWN;
            }
            if kind == PieceType::Bishop {
                let color = match Bitboard::LIGHT_SQUARES.contains(square) {
                    true => Bitboard::LIGHT_SQUARES,
                    false => !Bitboard::LIGHT_SQUARES,
                };
                score += BISHOP_PAWN * (own_pawns & color).count() as i32;
            }
            score
        }
        PieceType::Rook => {
            let file = Bitboard::file(square.file());
            if (file & position.of_type(PieceType::Pawn)).is_empty() {
                ROOK_ON_OPEN_FILE
            } else if (file & own_pawns).is_empty() {
                ROOK_ON_SEMI_OPEN_FILE
            } else {
                Tapered::ZERO
            }
        }
        _ => Tapered::ZERO,
    }
}

/// On the fourth to sixth rank, protected by a pawn, and no enemy pawn can ever attack it.
fn is_outpost(position: &Position, us: Color, square: Square) -> bool {
    let bit = Bitboard::from(square);
    let ahead = bit.forward(us).fill_forward(us);
    let enemy_pawns = position.pieces(!us, PieceType::Pawn);
    let protected = pawn_set_attacks(us, position.pieces(us, PieceType::Pawn)).contains(square);
    (3..6).contains(&square.relative_rank(us))
        && protected
        && ((ahead.east() | ahead.west()) & enemy_pawns).is_empty()
}
