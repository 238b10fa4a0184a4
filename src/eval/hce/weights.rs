//! The weights of all linear terms in one table, for Texel tuning (`diglot tune`).
//!
//! Material and piece-square tables started from PeSTO's by Ronald Friederich, as published on
//! <https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function>, tuned there by Texel's tuning method.

use crate::eval::tapered::Tapered;
use crate::eval::weight_table::weight_table;

weight_table! {
    /// The weight of each term, as a value in centipawns or as an index.
    HceWeights,
    /// Material by piece type, pawn to king.
    material: 6,
    /// Piece-square tables: 64 squares for each piece type, a8 first.
    squares: 384,
    /// Doubled pawn: an own pawn is ahead on the same file.
    doubled,
    /// Isolated pawn: no own pawns on adjacent files.
    isolated,
    /// Backward pawn: no pawn can defend it any more, and it cannot advance safely.
    backward,
    /// Connected pawn: in a phalanx or defended by a pawn, by relative rank.
    connected: 8,
    /// A passed pawn, by relative rank.
    passed: 8,
    /// King proximity: for each square that the enemy king is farther from the stop square of a passed pawn than the
    /// own king, by relative rank.
    king_proximity: 8,
    /// Passed pawn with no pieces and no undefended attacked squares on its path, by relative rank.
    free_path: 8,
    /// Blocked passed pawn, by relative rank.
    blocked: 8,
    /// Own rook behind a passed pawn.
    rook_behind,
    /// Mobility: for each safe square above or below the average, by piece type.
    mobility: 6,
    /// Bishops on squares of both colours.
    bishop_pair,
    /// Rook on an open file.
    rook_on_open_file,
    /// Rook on a semi-open file.
    rook_on_semi_open_file,
    /// Knight on an outpost.
    knight_outpost,
    /// Bishop on an outpost.
    bishop_outpost,
    /// For each own pawn on squares of the bishop's colour.
    bishop_pawn,
    /// Knight or bishop directly behind an own pawn.
    minor_behind_pawn,
    /// Pawn attacks a piece.
    threat_by_pawn,
    /// Minor piece attacks a piece, by type of the attacked piece.
    threat_by_minor: 6,
    /// Rook attacks a minor piece.
    threat_by_rook,
    /// Rook attacks a queen.
    rook_attacks_queen,
    /// Hanging piece: attacked and undefended.
    hanging,
    /// Pawn shelter: for each of the three files around the king, by the relative rank of the own pawn nearest to the
    /// king; 0 without one.
    shelter: 8,
    /// Pawn storm: for each of these files, by the distance in ranks between the king and the most advanced enemy pawn.
    storm: 8,
    /// For each of these files that is open.
    open_file_near_king,
}

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights as a constant, for tables computed at compile time.
pub(super) const VALUES: HceWeights<Tapered> = include!("values.rs");

/// The weights at run time.
pub(super) static WEIGHTS: HceWeights<Tapered> = VALUES;
