//! The rules of standard chess and Chess960.

use super::ending::{DrawReason, FIFTY_MOVES, Outcome};
use super::make_move::{self, BoardObserver};
use super::movegen::{self, Generate};
use super::position::Position;
use super::rule_set::Standard;
use super::rules::{FenFields, Rules};
use super::{legality, see};
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};

impl Rules for Standard {
    const HAS_DROPS: bool = false;

    #[inline]
    fn as_standard(position: &Position) -> Option<&Position> {
        Some(position)
    }

    #[inline]
    fn attacks_of(_: &Position, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        match piece.piece_type() {
            PieceType::Pawn => pawn_attacks(piece.color(), from),
            PieceType::Knight => knight_attacks(from),
            PieceType::Bishop => bishop_attacks(from, occupied),
            PieceType::Rook => rook_attacks(from, occupied),
            PieceType::Queen => queen_attacks(from, occupied),
            PieceType::King => king_attacks(from),
        }
    }

    #[inline]
    fn checked_king(position: &Position, color: Color) -> Option<Square> {
        Some(position.king(color))
    }

    #[inline]
    fn may_pass(position: &Position) -> bool {
        position.has_non_pawn_material(position.side_to_move())
    }

    #[inline]
    fn may_prune_moves(position: &Position) -> bool {
        position.may_pass()
    }

    #[inline]
    fn is_forced_to_capture(_: &Position) -> bool {
        false
    }

    #[inline]
    fn has_single_capture(_: &Position) -> bool {
        false
    }

    #[inline]
    fn wins_at_once(_: &Position) -> bool {
        false
    }

    #[inline]
    fn is_decided_by_checks(_: &Position) -> bool {
        false
    }

    #[inline]
    fn is_decided_by_stalemate(_: &Position) -> bool {
        false
    }

    #[inline]
    fn generate(position: &Position, what: Generate, list: &mut MoveList) {
        movegen::generate(position, what, list);
    }

    #[inline]
    fn count_legal_moves(position: &Position) -> usize {
        movegen::count_legal_moves(position)
    }

    #[inline]
    fn make_move<O: BoardObserver>(position: &mut Position, m: Move, observer: &mut O) {
        make_move::make_move(position, m, observer);
    }

    #[inline]
    fn update_checkers_and_pins(position: &mut Position) {
        position.update_checkers_and_pins();
    }

    #[inline]
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        legality::is_pseudo_legal(position, m)
    }

    #[inline]
    fn is_legal(position: &Position, m: Move) -> bool {
        legality::is_legal(position, m)
    }

    #[inline]
    fn gives_direct_check(position: &Position, m: Move) -> bool {
        legality::gives_direct_check(position, m)
    }

    #[inline]
    fn capture_value(position: &Position, m: Move) -> i32 {
        let victim = match m.kind() {
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ if m.is_capture() => position.piece_on(m.to()).map(|piece| piece.piece_type()),
            _ => None,
        };
        victim.map_or(0, see::see_value)
    }

    #[inline]
    fn see_at_least(position: &Position, m: Move, threshold: i32) -> bool {
        see::see_at_least(position, m, threshold)
    }

    #[inline]
    fn end_by_rule(_: &Position) -> Option<Outcome> {
        None
    }

    fn end_without_moves(position: &Position) -> Outcome {
        if position.in_check() {
            Outcome::Checkmate {
                winner: !position.side_to_move(),
            }
        } else {
            Outcome::Draw(DrawReason::Stalemate)
        }
    }

    /// Returns whether neither side can mate by any sequence of moves: bare kings, a single knight, or only
    /// bishops on squares of one colour. Two knights, or a minor piece on each side, have a helpmate.
    #[inline]
    fn has_insufficient_material(position: &Position) -> bool {
        let mating = position.of_type(PieceType::Pawn)
            | position.of_type(PieceType::Rook)
            | position.of_type(PieceType::Queen);
        if mating.any() {
            return false;
        }
        let bishops = position.of_type(PieceType::Bishop);
        match position.of_type(PieceType::Knight).count() {
            0 => {
                (bishops & Bitboard::LIGHT_SQUARES).is_empty()
                    || (bishops & !Bitboard::LIGHT_SQUARES).is_empty()
            }
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    #[inline]
    fn move_rule(_: &Position) -> Option<u16> {
        Some(FIFTY_MOVES)
    }

    #[inline]
    fn reversible_plies(position: &Position) -> usize {
        usize::from(position.halfmove_clock())
    }

    #[inline]
    fn castling_king_target(_: &Position, m: Move) -> Square {
        m.castling_king_target()
    }

    #[inline]
    fn en_passant_victim(position: &Position, m: Move) -> Square {
        m.to().forward(!position.side_to_move())
    }

    #[inline]
    fn letter(_: &Position, piece_type: PieceType) -> char {
        piece_type.letter().to_ascii_uppercase()
    }

    #[inline]
    fn promotions(_: &Position) -> &'static [PieceType] {
        &PieceType::PROMOTIONS
    }

    fn fen_fields(_: &Position) -> FenFields {
        FenFields::default()
    }
}
