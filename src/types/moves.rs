//! Moves encoded in 16 bits.

use std::fmt;
use std::num::NonZeroU16;

use super::piece::PieceType;
use super::square::Square;

/// Kind of a move. The discriminant is the top four bits of [`Move`]: bit 2 is the capture flag, bit 3
/// the promotion flag (after <https://www.chessprogramming.org/Encoding_Moves>). Promotions to a king take the two
/// numbers that are left below the other promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoveKind {
    /// Non-capture that is none of the special moves below.
    Quiet = 0,
    /// Pawn double push.
    DoublePush = 1,
    /// Castling, encoded as king takes own rook in standard chess too.
    Castling = 2,
    /// Drop of a piece from the pocket (crazyhouse). The origin encodes the piece type.
    Drop = 3,
    /// Capture on the target square.
    Capture = 4,
    /// En passant capture.
    EnPassant = 5,
    /// Promotion to a king (antichess). Its capture flag is set, but it captures nothing.
    PromoteKing = 6,
    /// Capture with promotion to a king (antichess).
    CapturePromoteKing = 7,
    /// Promotion to a knight.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 12,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 13,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 14,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> Option<MoveKind> {
        Some(match bits {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castling,
            3 => MoveKind::Drop,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            6 => MoveKind::PromoteKing,
            7 => MoveKind::CapturePromoteKing,
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

    /// The promotion to `piece`; `None` for a pawn.
    pub const fn promotion(piece: PieceType, capture: bool) -> Option<MoveKind> {
        let bits = match piece {
            PieceType::King if capture => return Some(MoveKind::CapturePromoteKing),
            PieceType::King => return Some(MoveKind::PromoteKing),
            PieceType::Knight => 8,
            PieceType::Bishop => 9,
            PieceType::Rook => 10,
            PieceType::Queen => 11,
            PieceType::Pawn => return None,
        };
        MoveKind::from_bits(bits | (capture as u16) << 2)
    }
}

/// A move: origin, target and kind. It has a meaning only together with its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// Creates a move.
    ///
    /// # Panics
    ///
    /// For a quiet move from a1 to a1, whose bits would be 0.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// The 16-bit encoding, as stored in the transposition table; never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Decodes 16 bits; `None` if they encode no move. The move need not be legal anywhere.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(nonzero) => {
                let m = Move(nonzero);
                let is_move = match MoveKind::from_bits(bits >> 12) {
                    Some(MoveKind::Drop) => m.dropped().is_some(),
                    kind => kind.is_some(),
                };
                if is_move { Some(m) } else { None }
            }
            None => None,
        }
    }

    /// Creates a drop of a piece from the pocket.
    #[inline]
    pub const fn drop(piece: PieceType, to: Square) -> Move {
        Move::new(Square::from_index(piece.index()), to, MoveKind::Drop)
    }

    /// Origin square; for a drop it encodes the piece type and means nothing.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }

    /// Target square; for castling the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 6) as usize)
    }

    /// Kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet, // unreachable: no constructor lets such bits in
        }
    }

    /// Returns whether the move is a capture, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() >> 14 & 1 != 0 && self.0.get() >> 12 != MoveKind::PromoteKing as u16
    }

    /// Returns whether the move is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >= (MoveKind::PromoteKing as u16) << 12
    }

    /// Piece type of a promotion, otherwise `None`.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0.get() >> 12 {
            8 | 12 => PieceType::Knight,
            9 | 13 => PieceType::Bishop,
            10 | 14 => PieceType::Rook,
            11 | 15 => PieceType::Queen,
            _ => PieceType::King,
        })
    }

    /// Returns whether the move is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() >> 12 == MoveKind::Drop as u16
    }

    /// Piece type of a drop, otherwise `None`.
    #[inline]
    pub const fn dropped(self) -> Option<PieceType> {
        if self.is_drop() {
            PieceType::from_index(self.from().index())
        } else {
            None
        }
    }

    /// Returns whether the move is neither a capture nor a promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() >> 14 == 0
    }

    /// Returns whether the move is castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castling as u16
    }

    /// Returns whether a castling move starts from the king and rook squares of standard chess.
    #[inline]
    pub const fn castles_from_standard_squares(self) -> bool {
        self.from().file() == Square::E1.file() && matches!(self.to().file(), 0 | 7)
    }

    /// King's target square of a castling move, on the g- or c-file.
    #[inline]
    pub const fn castling_king_target(self) -> Square {
        let kingside = self.to().file() > self.from().file();
        Square::new(if kingside { 6 } else { 2 }, self.from().rank())
    }

    /// Rook's target square of a castling move, on the f- or d-file.
    #[inline]
    pub const fn castling_rook_target(self) -> Square {
        let kingside = self.to().file() > self.from().file();
        Square::new(if kingside { 5 } else { 3 }, self.from().rank())
    }

    /// Coordinate notation as used by both protocols: `e2e4`, `e7e8q`, `P@e4`. Castling is written as the king's
    /// movement (`e1g1`), or as king takes rook (`e1h1`) if `chess960` is set.
    pub fn to_coordinate(self, chess960: bool) -> String {
        if let Some(piece) = self.dropped() {
            return format!("{}@{}", piece.letter().to_ascii_uppercase(), self.to());
        }
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
            let quiet_promotion = m.kind() == MoveKind::PromoteKing;
            assert_eq!(m.is_capture(), bits >> 12 & 4 != 0 && !quiet_promotion);
            assert_eq!(m.is_quiet(), !m.is_capture() && !m.is_promotion());
            assert_eq!(m.is_promotion(), m.promotion().is_some());
            if let Some(piece) = m.promotion() {
                assert_eq!(MoveKind::promotion(piece, m.is_capture()), Some(m.kind()));
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn drops_name_their_piece() {
        for piece in PieceType::ALL {
            let m = Move::drop(piece, Square::E8);
            assert_eq!(m.dropped(), Some(piece));
            assert_eq!(Move::from_bits(m.bits()), Some(m));
        }
        let pawn = Move::drop(PieceType::Pawn, Square::A1);
        assert!(pawn.is_quiet() && pawn.to_coordinate(false) == "P@a1");
        assert_eq!(
            Move::new(Square::A1, Square::H8, MoveKind::Quiet).dropped(),
            None
        );
    }

    #[test]
    fn castling_is_written_as_king_move_or_king_takes_rook() {
        let short = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        let long = Move::new(Square::E8, Square::A8, MoveKind::Castling);
        assert_eq!(short.to_coordinate(false), "e1g1");
        assert_eq!(short.to_coordinate(true), "e1h1");
        assert_eq!(long.to_coordinate(false), "e8c8");
        assert_eq!(long.castling_rook_target().to_string(), "d8");
    }
}
