//! Which pieces are on the board, without their places: what each table is for.

use std::fmt;
use std::path::Path;

use crate::board::Position;
use crate::types::{Color, PieceType};

/// The most pieces that there are tables for.
pub const MAX_PIECES: u32 = 7;

/// The pieces that stand beside a king, the strongest first.
const OFFICERS: [PieceType; 5] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// How many bits a number of pieces of one kind takes.
const BITS: u32 = 4;
/// How many a whole side takes.
const SIDE_BITS: u32 = BITS * OFFICERS.len() as u32;

/// The pieces of both sides, whichever side has which. Meant for few pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Material(u64);

impl Material {
    /// The pieces of a position with at most as many as there are tables for.
    pub(super) fn of(position: &Position) -> Material {
        let side = |color| {
            let count = |&kind: &PieceType| u64::from(position.pieces(color, kind).count());
            pack(OFFICERS.iter().map(count))
        };
        Material::new(side(Color::White), side(Color::Black))
    }

    /// The pieces that the name of a file says the table is for.
    pub(super) fn of_file(path: &Path) -> Option<Material> {
        let (one, other) = path.file_stem()?.to_str()?.split_once('v')?;
        let material = Material::new(side_of_name(one)?, side_of_name(other)?);
        (3..=MAX_PIECES)
            .contains(&material.piece_count())
            .then_some(material)
    }

    fn new(one: u64, other: u64) -> Material {
        Material(one.max(other) << SIDE_BITS | one.min(other))
    }

    /// How many pieces there are, with the kings.
    pub(super) fn piece_count(self) -> u32 {
        let digits = 0..2 * OFFICERS.len() as u32;
        2 + digits
            .map(|i| (self.0 >> (i * BITS) & 15) as u32)
            .sum::<u32>()
    }
}

/// One digit a kind, the strongest first.
fn pack(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, |side, count| side << BITS | count)
}

/// The pieces of one side, as in `KQP`.
fn side_of_name(name: &str) -> Option<u64> {
    let pieces = name.strip_prefix('K')?;
    let is_officer = |letter: char| {
        let upper = |kind: &PieceType| kind.letter().to_ascii_uppercase() == letter;
        OFFICERS.iter().any(upper)
    };
    if pieces.len() > MAX_PIECES as usize || !pieces.chars().all(is_officer) {
        return None;
    }
    let count = |kind: &PieceType| {
        let letter = kind.letter().to_ascii_uppercase();
        pieces.chars().filter(|&other| other == letter).count() as u64
    };
    Some(pack(OFFICERS.iter().map(count)))
}

/// As in the names of files.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shift = 2 * SIDE_BITS;
        for prefix in ["K", "vK"] {
            f.write_str(prefix)?;
            for kind in OFFICERS {
                shift -= BITS;
                let count = (self.0 >> shift & 15) as usize;
                let letter = kind.letter().to_ascii_uppercase().to_string();
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
    fn names_and_positions_say_the_same() {
        for (name, fen) in [
            ("KQvK", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"),
            ("KQvK", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("KRPPvKBN", "2bnk3/8/8/8/8/8/PP6/R3K3 b - - 0 1"),
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let material = Material::of_file(Path::new(&format!("/a/{name}.rtbw"))).unwrap();
            assert!(material == Material::of(&position), "{name}");
            assert_eq!(material.to_string(), name);
            assert_eq!(material.piece_count(), position.occupied().count());
        }
    }

    #[test]
    fn other_names_are_no_tables() {
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
                Material::of_file(Path::new(&format!("{name}.rtbw"))).is_none(),
                "{name}"
            );
        }
    }
}
