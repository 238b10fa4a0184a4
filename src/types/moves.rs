//! Moves in 16 bits.

use std::fmt;
use std::num::NonZeroU16;

use super::piece::PieceType;
use super::square::Square;

/// What a move does beyond going from one square to another. The number is the four top bits of
/// [`Move`]: bit 2 says capture, bit 3 promotion
/// (after <https://www.chessprogramming.org/Encoding_Moves>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoveKind {
    /// An ordinary move to an empty square.
    Quiet = 0,
    /// A pawn's first step of two ranks.
    DoublePush = 1,
    /// Castling: `from` is the king's square and `to` is its own rook's, in standard chess too.
    Castling = 2,
    /// A capture on the square moved to.
    Capture = 4,
    /// A pawn captures en passant.
    EnPassant = 5,
    /// A pawn becomes a knight.
    PromoteKnight = 8,
    /// A pawn becomes a bishop.
    PromoteBishop = 9,
    /// A pawn becomes a rook.
    PromoteRook = 10,
    /// A pawn becomes a queen.
    PromoteQueen = 11,
    /// A pawn captures and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn captures and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> Option<MoveKind> {
        Some(match bits {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castling,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            15 => MoveKind::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// The promotion to this kind of piece; `None` for pawn and king.
    pub const fn promotion(piece: PieceType, capture: bool) -> Option<MoveKind> {
        let rank = match piece {
            PieceType::Knight => 8,
            PieceType::Bishop => 9,
            PieceType::Rook => 10,
            PieceType::Queen => 11,
            PieceType::Pawn | PieceType::King => return None,
        };
        MoveKind::from_bits(rank | (capture as u16) << 2)
    }
}

/// A move: from-square, to-square and kind. It makes sense only with its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of this kind. `from` and `to` must differ, as they do in every move of chess.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// The 16 bits, for the transposition table; never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// A move from 16 bits; `None` if they encode none. It need not be possible anywhere.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(nonzero) if MoveKind::from_bits(bits >> 12).is_some() => Some(Move(nonzero)),
            _ => None,
        }
    }

    /// Where it starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }

    /// Where it ends; for castling the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 6) as usize)
    }

    /// What it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet, // unreachable: no constructor lets such bits in
        }
    }

    /// Whether it captures, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() >> 14 & 1 != 0
    }

    /// Whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 15 != 0
    }

    /// What the pawn becomes, if it promotes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }

    /// Neither capture nor promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() >> 14 == 0
    }

    /// Whether it castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castling as u16
    }

    /// Whether a move that castles does so with the king on the e-file and the rook in a corner.
    #[inline]
    pub const fn castles_from_standard_squares(self) -> bool {
        self.from().file() == Square::E1.file() && matches!(self.to().file(), 0 | 7)
    }

    /// Where the king lands when this move castles: the g- or c-file of its rank.
    #[inline]
    pub const fn castling_king_target(self) -> Square {
        let king_side = self.to().file() > self.from().file();
        Square::new(if king_side { 6 } else { 2 }, self.from().rank())
    }

    /// Where the rook lands when this move castles: the f- or d-file of its rank.
    #[inline]
    pub const fn castling_rook_target(self) -> Square {
        let king_side = self.to().file() > self.from().file();
        Square::new(if king_side { 5 } else { 3 }, self.from().rank())
    }

    /// Coordinate notation as engine protocols write it: `e2e4`, `e7e8q`. Castling is the king's
    /// own movement (`e1g1`) in standard chess, and king takes rook (`e1h1`) when `chess960` is set.
    pub fn to_coordinate(self, chess960: bool) -> String {
        let to = if self.is_castling() && !chess960 {
            self.castling_king_target()
        } else {
            self.to()
        };
        let mut text = format!("{}{}", self.from(), to);
        if let Some(piece) = self.promotion() {
            text.push(piece.letter());
        }
        text
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.to_coordinate(true), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        for bits in 0..=u16::MAX {
            let Some(m) = Move::from_bits(bits) else {
                continue;
            };
            assert_eq!(m.bits(), bits);
            assert_eq!(m.is_capture(), bits >> 12 & 4 != 0);
            assert_eq!(m.is_promotion(), m.promotion().is_some());
            if let Some(piece) = m.promotion() {
                assert_eq!(MoveKind::promotion(piece, m.is_capture()), Some(m.kind()));
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn castling_is_written_both_ways() {
        let short = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        let long = Move::new(Square::E8, Square::A8, MoveKind::Castling);
        assert_eq!(short.to_coordinate(false), "e1g1");
        assert_eq!(short.to_coordinate(true), "e1h1");
        assert_eq!(long.to_coordinate(false), "e8c8");
        assert_eq!(long.castling_rook_target().to_string(), "d8");
    }
}
