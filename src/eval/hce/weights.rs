//! The weights of all terms that are linear in them, in one table, so that they can be tuned.
//!
//! Those of material and squares began as PeSTO's by Ronald Friederich, as published on
//! <https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function>, tuned there by Texel's method.

use super::tapered::Tapered;

/// Makes the table from names and, for lists, their lengths.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident $(: $count:literal)?,)*) => {
        /// A weight, or whatever stands for it, for each term.
        pub(crate) struct HceWeights<W> {
            $($(#[$doc])* pub $name: weights!(@shape W $($count)?),)*
        }

        #[cfg(feature = "train")]
        impl<W> HceWeights<W> {
            /// The names, and how long the lists are, in the order of the table.
            pub(crate) const FIELDS: &[(&'static str, Option<usize>)] =
                &[$((stringify!($name), weights!(@count $($count)?))),*];

            /// A table of what comes from each weight, in the order of the table.
            pub(crate) fn map<V>(&self, f: &mut impl FnMut(&W) -> V) -> HceWeights<V> {
                HceWeights { $($name: weights!(@map f, self.$name $(, $count)?)),* }
            }
        }
    };
    (@shape $w:ident) => { $w };
    (@shape $w:ident $count:literal) => { [$w; $count] };
    (@count) => { None };
    (@count $count:literal) => { Some($count) };
    (@map $f:ident, $value:expr) => { $f(&$value) };
    (@map $f:ident, $value:expr, $count:literal) => { $value.each_ref().map(&mut *$f) };
}

weights! {
    /// Of pawn, knight, bishop, rook, queen and king.
    material: 6,
    /// For each kind of piece 64 squares, a8 first.
    squares: 384,
    /// Another own pawn stands ahead of it on its file.
    doubled,
    /// A pawn without neighbours.
    isolated,
    /// A pawn that no other can protect any more and that cannot advance safely.
    backward,
    /// A pawn that stands beside another or is protected by one, by relative rank.
    connected: 8,
    /// A passed pawn, by relative rank.
    passed: 8,
    /// For each square that the enemy king is further from the square in front of a passed pawn than the own one,
    /// by relative rank.
    king_proximity: 8,
    /// The way to promotion is free of pieces and attacks, by relative rank.
    free_path: 8,
    /// A piece of either side stands in front of a passed pawn, by relative rank.
    blocked: 8,
    /// A rook behind its passed pawn.
    rook_behind,
    /// For each square that a piece can safely go to, above or below the usual number, by kind.
    mobility: 6,
    /// Bishops on squares of both colours.
    bishop_pair,
    /// No pawns on its file.
    rook_on_open_file,
    /// No own pawns on its file.
    rook_on_semi_open_file,
    /// A knight that no pawn can drive away, protected by one.
    knight_outpost,
    /// Likewise a bishop.
    bishop_outpost,
    /// For each own pawn on the bishop's colour of squares.
    bishop_pawn,
    /// A knight or bishop that an own pawn stands in front of.
    minor_behind_pawn,
    /// A pawn attacks a piece.
    threat_by_pawn,
    /// A minor piece attacks a pawn, knight, bishop, rook or queen.
    threat_by_minor: 6,
    /// A rook attacks a minor piece.
    threat_by_rook,
    /// A rook attacks the queen.
    rook_attacks_queen,
    /// An attacked piece that nobody protects.
    hanging,
    /// For each of the three files around the king, by the relative rank of the own pawn nearest to the
    /// king on it; 0 where there is none.
    shelter: 8,
    /// For each of these files, by how many ranks the enemy's foremost pawn is away from the king.
    storm: 8,
    /// For each of these files without pawns.
    open_file_near_king,
}

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights, for computing with them beforehand.
pub(super) const VALUES: HceWeights<Tapered> = include!("values.rs");

/// The weights.
pub(super) static WEIGHTS: HceWeights<Tapered> = VALUES;
