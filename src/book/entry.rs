//! Entries of a Polyglot book.

use crate::board::Position;
use crate::types::{Move, PieceType, Square};

/// Size of an entry in bytes.
pub(super) const ENTRY_SIZE: usize = 16;

/// Promotion pieces in the order of the Polyglot numbers 1 to 4.
const PROMOTIONS: [PieceType; 4] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

/// An entry of the file: big-endian, fields in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Key of the position, see `polyglot_key`.
    pub key: u64,
    /// The move: from the lowest bit three bits each of target file and rank, origin file and rank, and
    /// promotion piece (1 knight to 4 queen). Castling is king takes rook.
    pub code: u16,
    /// Weight relative to the other moves of the position; a move with weight 0 is not played.
    pub weight: u16,
    /// Learning data of other programs; ignored, written as 0.
    pub learn: u32,
}

/// A legal book move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Move of the book, legal in the position.
    pub m: Move,
    /// Weight relative to the other moves; a move with weight 0 is not played.
    pub weight: u16,
}

impl BookMove {
    /// Share of the total weight of `all`, in percent.
    pub fn percent(&self, all: &[BookMove]) -> f64 {
        let sum: u32 = all.iter().map(|other| u32::from(other.weight)).sum();
        100.0 * f64::from(self.weight) / f64::from(sum.max(1))
    }
}

impl BookEntry {
    /// Decodes an entry.
    pub fn from_bytes(bytes: [u8; ENTRY_SIZE]) -> BookEntry {
        let all = u128::from_be_bytes(bytes);
        BookEntry {
            key: (all >> 64) as u64,
            code: (all >> 48) as u16,
            weight: (all >> 32) as u16,
            learn: all as u32,
        }
    }

    /// Encodes the entry.
    pub fn to_bytes(self) -> [u8; ENTRY_SIZE] {
        let all = u128::from(self.key) << 64
            | u128::from(self.code) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        all.to_be_bytes()
    }

    /// The move if it is legal in the position. Castling in standard chess may also be written as the king's
    /// movement, as some programs do.
    pub fn legal_move(self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::from_index(usize::from(bits & 63));
        let (to, from) = (square(self.code), square(self.code >> 6));
        let promotion = match usize::from(self.code >> 12) {
            0 => None,
            number => Some(*PROMOTIONS.get(number - 1)?),
        };
        let is_exact = |m: &Move| m.to() == to || m.castles_from_standard_squares();
        position.legal_move(from, to, promotion).filter(is_exact)
    }
}

/// Encodes a move for [`BookEntry::code`].
pub(crate) fn encode_move(m: Move) -> u16 {
    let promotion = m.promotion().and_then(|piece| {
        let index = PROMOTIONS.iter().position(|&other| other == piece);
        index.map(|index| index as u16 + 1)
    });
    (m.to().index() | m.from().index() << 6) as u16 | promotion.unwrap_or(0) << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Chess960).unwrap().0
    }

    fn decoded(code: u16, fen: &str) -> Option<String> {
        let entry = BookEntry {
            key: 0,
            code,
            weight: 1,
            learn: 0,
        };
        let m = entry.legal_move(&position(fen))?;
        Some(m.to_coordinate(true))
    }

    fn code(from: &str, to: &str, promotion: u16) -> u16 {
        let index = |text| Square::parse(text).unwrap().index() as u16;
        index(to) | index(from) << 6 | promotion << 12
    }

    #[test]
    fn entries_are_big_endian() {
        let bytes = [
            0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0x12, 0x34, 0, 0, 0, 7,
        ];
        let entry = BookEntry::from_bytes(bytes);
        assert_eq!(
            entry,
            BookEntry {
                key: 0x463b_9618_1691_fc9c,
                code: code("e2", "e4", 0),
                weight: 0x1234,
                learn: 7,
            }
        );
        assert_eq!(entry.to_bytes(), bytes);
    }

    #[test]
    fn legal_moves_round_trip() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        ] {
            let position = position(fen);
            for &m in &position.legal_moves() {
                let entry = BookEntry {
                    key: 0,
                    code: encode_move(m),
                    weight: 0,
                    learn: 0,
                };
                assert_eq!(entry.legal_move(&position), Some(m), "{m:?} in {fen}");
            }
        }
    }

    #[test]
    fn castling_is_decoded_as_king_move_or_king_takes_rook() {
        let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for to in ["h1", "g1"] {
            assert_eq!(decoded(code("e1", to, 0), open).as_deref(), Some("e1h1"));
        }
        for to in ["a1", "c1"] {
            assert_eq!(decoded(code("e1", to, 0), open).as_deref(), Some("e1a1"));
        }
        let attacked = "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 0 1";
        assert_eq!(decoded(code("e1", "h1", 0), attacked), None);
        // In Chess960 a king move to g1 stays a king move, and castling is only king takes rook.
        let shuffled = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!(
            decoded(code("f1", "g1", 0), shuffled).as_deref(),
            Some("f1g1")
        );
        assert_eq!(
            decoded(code("f1", "h1", 0), shuffled).as_deref(),
            Some("f1h1")
        );
        assert_eq!(decoded(code("e1", "h1", 0), shuffled), None);
        let inner = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
        assert_eq!(decoded(code("e1", "g1", 0), inner).as_deref(), Some("e1g1"));
        let far = "4k3/8/8/8/8/8/8/3K3R w H - 0 1";
        assert_eq!(decoded(code("d1", "g1", 0), far), None);
    }

    #[test]
    fn promotion_number_must_match_the_move() {
        let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        for (number, text) in [(1, "a7a8n"), (2, "a7a8b"), (3, "a7a8r"), (4, "a7a8q")] {
            assert_eq!(
                decoded(code("a7", "a8", number), fen).as_deref(),
                Some(text)
            );
        }
        for number in [0, 5, 6, 7, 8, 15] {
            assert_eq!(decoded(code("a7", "a8", number), fen), None, "{number}");
        }
        assert_eq!(decoded(code("a1", "a2", 4), fen), None);
    }
}
