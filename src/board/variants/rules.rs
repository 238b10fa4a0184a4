//! The functions of the variants' rule set.

use super::fairy::Fairy;
use super::variant::{Pocket, Royalty, Stalemate};
use super::{ending, exchange, legality, make_move, movegen};
use crate::board::ending::Outcome;
use crate::board::make_move::BoardObserver;
use crate::board::movegen::Generate;
use crate::board::position::Position;
use crate::board::rules::{FenFields, Rules};
use crate::types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

/// A side with this number of pieces or less has few moves.
const FEW_PIECES: u32 = 4;

impl Rules for Fairy {
    const HAS_DROPS: bool = true;

    fn as_standard(_: &Position<Fairy>) -> Option<&Position> {
        None
    }

    fn attacks_of(
        position: &Position<Fairy>,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        position.piece_attacks(piece, from, occupied)
    }

    fn checked_king(position: &Position<Fairy>, color: Color) -> Option<Square> {
        position.royal_king(color)
    }

    fn may_pass(position: &Position<Fairy>) -> bool {
        let us = position.side_to_move;
        let in_hand = position.state.pockets[us.index()]
            .iter()
            .any(|&count| count > 0);
        !position.variant().must_capture && (in_hand || position.has_non_pawn_material(us))
    }

    fn may_prune_moves(position: &Position<Fairy>) -> bool {
        let variant = position.variant();
        let pieces = position.of_color(position.side_to_move).count();
        // A horde of pawns has many moves, and so has a side that must capture but cannot.
        let has_many_moves = variant.must_capture || variant.royalty == Royalty::BlackOnly;
        position.may_pass() || has_many_moves && pieces > FEW_PIECES
    }

    fn is_forced_to_capture(position: &Position<Fairy>) -> bool {
        position.variant().must_capture && movegen::has_legal_capture(position)
    }

    fn has_single_capture(position: &Position<Fairy>) -> bool {
        position.variant().must_capture && movegen::has_single_capture(position)
    }

    fn wins_at_once(position: &Position<Fairy>) -> bool {
        ending::wins_at_once(position)
    }

    fn is_decided_by_checks(position: &Position<Fairy>) -> bool {
        let variant = position.variant();
        variant.has_drops() || variant.checks > 0
    }

    fn is_decided_by_stalemate(position: &Position<Fairy>) -> bool {
        position.variant().stalemate != Stalemate::Draw
            && position.of_color(position.side_to_move).count() <= FEW_PIECES
            && !position.in_check()
            && !position.has_legal_move()
    }

    fn generate(position: &Position<Fairy>, what: Generate, list: &mut MoveList) {
        movegen::generate(position, what, list);
    }

    fn count_legal_moves(position: &Position<Fairy>) -> usize {
        position.legal_moves().len()
    }

    fn make_move<O: BoardObserver>(position: &mut Position<Fairy>, m: Move, observer: &mut O) {
        make_move::make_move(position, m, observer);
    }

    fn update_checkers_and_pins(position: &mut Position<Fairy>) {
        position.update_royal_attacks();
    }

    fn is_pseudo_legal(position: &Position<Fairy>, m: Move) -> bool {
        let is_own = m.is_drop() || position.of_color(position.side_to_move).contains(m.from());
        is_own && movegen::pseudo_legal_moves_like(position, m).contains(&m)
    }

    fn is_legal(position: &Position<Fairy>, m: Move) -> bool {
        let may_pass_by =
            || !position.variant().must_capture || !movegen::has_legal_capture(position);
        legality::is_legal(position, m)
            && (m.is_capture() || may_pass_by())
            && position.end_by_rule().is_none()
    }

    fn gives_direct_check(position: &Position<Fairy>, m: Move) -> bool {
        let us = position.side_to_move;
        let (Some(king), Some(piece)) = (position.royal_king(!us), position.moved_piece(m)) else {
            return false;
        };
        let placed = m.promotion().map_or(piece, |kind| Piece::new(us, kind));
        let mut occupied = position.occupied();
        if !m.is_drop() {
            occupied &= !Bitboard::from(m.from());
        }
        position
            .piece_attacks(placed, m.to(), occupied)
            .contains(king)
    }

    fn capture_value(position: &Position<Fairy>, m: Move) -> i32 {
        exchange::capture_value(position, m)
    }

    fn see_at_least(position: &Position<Fairy>, m: Move, threshold: i32) -> bool {
        exchange::see_at_least(position, m, threshold)
    }

    fn end_by_rule(position: &Position<Fairy>) -> Option<Outcome> {
        ending::end_by_rule(position)
    }

    fn end_without_moves(position: &Position<Fairy>) -> Outcome {
        ending::end_without_moves(position)
    }

    fn has_insufficient_material(position: &Position<Fairy>) -> bool {
        ending::has_insufficient_material(position)
    }

    fn move_rule(position: &Position<Fairy>) -> Option<u16> {
        position.variant().move_rule
    }

    /// Where captured pieces come back, captures can be undone.
    fn reversible_plies(position: &Position<Fairy>) -> usize {
        if position.variant().pocket == Pocket::Never {
            usize::from(position.halfmove_clock())
        } else {
            usize::MAX
        }
    }

    fn castling_king_target(position: &Position<Fairy>, m: Move) -> Square {
        position.castling_targets(m).0
    }

    fn en_passant_victim(position: &Position<Fairy>, m: Move) -> Square {
        position.en_passant_pawn(m)
    }

    fn letter(position: &Position<Fairy>, piece_type: PieceType) -> char {
        position.variant().letters[piece_type.index()]
    }

    fn promotions(position: &Position<Fairy>) -> &'static [PieceType] {
        position.variant().promotions
    }

    fn fen_fields(position: &Position<Fairy>) -> FenFields {
        position.fen_fields()
    }
}
