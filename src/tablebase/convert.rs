//! Conversion of positions for shakmaty.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup};

use crate::board::Position;
use crate::types::{Color, PieceType};

/// Converts a position without castling rights. Move counters are dropped, since probes do not depend on
/// them.
pub(super) fn to_shakmaty(position: &Position) -> Option<Chess> {
    let of = |piece_type| Bitboard(position.of_type(piece_type).0);
    let roles = ByRole {
        pawn: of(PieceType::Pawn),
        knight: of(PieceType::Knight),
        bishop: of(PieceType::Bishop),
        rook: of(PieceType::Rook),
        queen: of(PieceType::Queen),
        king: of(PieceType::King),
    };
    let colors = ByColor {
        black: Bitboard(position.of_color(Color::Black).0),
        white: Bitboard(position.of_color(Color::White).0),
    };
    let ep_square = position.en_passant();
    let setup = Setup {
        board: Board::try_from_bitboards(roles, colors).ok()?,
        promoted: Bitboard::EMPTY,
        pockets: None,
        turn: shakmaty::Color::from_white(position.side_to_move() == Color::White),
        castling_rights: Bitboard::EMPTY,
        ep_square: ep_square.map(|square| shakmaty::Square::new(square.index() as u32)),
        remaining_checks: None,
        halfmoves: 0,
        fullmoves: NonZeroU32::MIN,
    };
    // Tables also cover positions with checks that no game can reach.
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(position) => Some(position),
        Err(error) => error.ignore_impossible_check().ok(),
    }
}
