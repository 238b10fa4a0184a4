//! Material signatures, which identify tables: `KQvKR`.

use std::fmt;
use std::path::Path;

use crate::board::Position;
use crate::types::{Color, PieceType};

/// Maximum number of pieces of any Syzygy table, kings included.
pub const MAX_PIECES: u32 = 7;

/// Piece types other than the king, strongest first.
const PIECE_TYPES: [PieceType; 5] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// Bits of the count of one piece type.
const BITS: u32 = 4;
/// Bits of one side.
const SIDE_BITS: u32 = BITS * PIECE_TYPES.len() as u32;

/// Material of both sides, the stronger side first regardless of colour. For at most [`MAX_PIECES`] pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Material(u64);

impl Material {
    /// Material of a position with at most [`MAX_PIECES`] pieces.
    pub(super) fn of(position: &Position) -> Material {
        let side = |color| {
            let count =
                |&piece_type: &PieceType| u64::from(position.pieces(color, piece_type).count());
            pack(PIECE_TYPES.iter().map(count))
        };
        Material::new(side(Color::White), side(Color::Black))
    }

    /// Material in the name of a table file.
    pub(super) fn from_file_name(path: &Path) -> Option<Material> {
        let (one, other) = path.file_stem()?.to_str()?.split_once('v')?;
        let material = Material::new(parse_side(one)?, parse_side(other)?);
        (3..=MAX_PIECES)
            .contains(&material.piece_count())
            .then_some(material)
    }

    fn new(one: u64, other: u64) -> Material {
        Material(one.max(other) << SIDE_BITS | one.min(other))
    }

    /// Number of pieces, kings included.
    pub(super) fn piece_count(self) -> u32 {
        let digits = 0..2 * PIECE_TYPES.len() as u32;
        2 + digits
            .map(|i| (self.0 >> (i * BITS) & 15) as u32)
            .sum::<u32>()
    }
}

/// One digit per piece type, strongest first.
fn pack(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, |side, count| side << BITS | count)
}

/// Parses one side, such as `KQP`.
fn parse_side(name: &str) -> Option<u64> {
    let pieces = name.strip_prefix('K')?;
    let is_piece = |letter: char| {
        let upper = |piece_type: &PieceType| piece_type.letter().to_ascii_uppercase() == letter;
        PIECE_TYPES.iter().any(upper)
    };
    if pieces.len() > MAX_PIECES as usize || !pieces.chars().all(is_piece) {
        return None;
    }
    let count = |piece_type: &PieceType| {
        let letter = piece_type.letter().to_ascii_uppercase();
        pieces.chars().filter(|&other| other == letter).count() as u64
    };
    Some(pack(PIECE_TYPES.iter().map(count)))
}

/// Formats the material as in file names.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shift = 2 * SIDE_BITS;
        for prefix in ["K", "vK"] {
            f.write_str(prefix)?;
            for piece_type in PIECE_TYPES {
                shift -= BITS;
                let count = (self.0 >> shift & 15) as usize;
                let letter = piece_type.letter().to_ascii_uppercase().to_string();
                f.write_str(&letter.repeat(count))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn file_names_and_positions_give_equal_material() {
        for (name, fen) in [
            ("KQvK", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"),
            ("KQvK", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("KRPPvKBN", "2bnk3/8/8/8/8/8/PP6/R3K3 b - - 0 1"),
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let material = Material::from_file_name(Path::new(&format!("/a/{name}.rtbw"))).unwrap();
            assert!(material == Material::of(&position), "{name}");
            assert_eq!(material.to_string(), name);
            assert_eq!(material.piece_count(), position.occupied().count());
        }
    }

    #[test]
    fn other_file_names_are_rejected() {
        for name in [
            "",
            "v",
            "KvK",
            "KQ",
            "KQK",
            "QKvK",
            "KQvKx",
            "kqvk",
            "KQQQvKQQQ",
            "KKvK",
            "KQvKvK",
        ] {
            assert!(
                Material::from_file_name(Path::new(&format!("{name}.rtbw"))).is_none(),
                "{name}"
            );
        }
    }
}
