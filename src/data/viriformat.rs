//! Export of games in viriformat, which the trainer bullet reads (<https://crates.io/crates/viriformat>). The crate
//! would bring a chess board and much else of its own, so the layout is written here and read back with the crate in
//! tests. All numbers are little-endian.
//!
//! | bytes | game |
//! |---|---|
//! | 8 | occupied squares of the first position with a score; a1 is bit 0, h8 bit 63 |
//! | 16 | the pieces on them, two per byte, the first in the lower half: pawn 0 to king 5, a rook that may castle 6; black pieces are 8 more |
//! | 1 | en passant square or 64; plus 128 if Black is to move |
//! | 1 | halfmove clock |
//! | 2 | fullmove number |
//! | 2 | unused: 0 |
//! | 1 | 0 Black won, 1 draw, 2 White won |
//! | 1 | unused: 0 |
//! | 2 each | a move: from-square, to-square (the own rook's for castling) in 6 bits each; promotion to knight 0 to queen 3 in 2 bits; 1 en passant, 2 castling, 3 promotion |
//! | 2 each | after each move, the score of the position before it from White's view |
//! | 4 | end: 0 |

use super::error::PackedGameError;
use super::game::PackedGame;
use super::replay::ReplayedPly;
use super::td_lambda::TdLambda;
use crate::board::{CastlingSide, FIFTY_MOVES, Position};
use crate::types::{Color, Move, MoveKind, PieceType};

/// Most pieces that the format holds.
const MAX_PIECES: u32 = 32;

/// Code of a rook that may castle.
const CASTLING_ROOK: u8 = 6;

/// Encodes the scored moves of a game; `None` if there are none or a position has more than 32 pieces. Mate and
/// tablebase scores are written as [`Score::raw`](crate::types::Score::raw), 31,519 and more: bullet's filter leaves
/// them out by size.
pub fn viriformat_game(
    game: &PackedGame,
    td_lambda: &TdLambda,
) -> Result<Option<Vec<u8>>, PackedGameError> {
    let plies: Vec<ReplayedPly> = game.replay().collect::<Result<_, _>>()?;
    let blends = td_lambda.blend(&plies);
    let scored = plies.iter().zip(blends).skip(game.opening_plies());
    let mut bytes = Vec::new();
    for (ply, blend) in scored {
        if bytes.is_empty() {
            if ply.position.occupied().count() > MAX_PIECES {
                return Ok(None);
            }
            bytes.extend(first_position(&ply.position, game.winner()));
        }
        let score = blend.map_or(0, |blend| blend.score.raw() as i16);
        let white_score = match ply.position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        bytes.extend(encode_move(ply.m).to_le_bytes());
        bytes.extend(white_score.to_le_bytes());
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    bytes.extend([0; 4]);
    Ok(Some(bytes))
}

fn first_position(position: &Position, winner: Option<Color>) -> [u8; 32] {
    let mut bytes = [0; 32];
    let occupied = position.occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (i, square) in occupied.into_iter().enumerate() {
        let Some(piece) = position.piece_on(square) else {
            continue;
        };
        let color = piece.color();
        let may_castle = |side| position.castling().rook(color, side) == Some(square);
        let code = if CastlingSide::ALL.into_iter().any(may_castle) {
            CASTLING_ROOK
        } else {
            piece.piece_type().index() as u8
        };
        bytes[8 + i / 2] |= (code | (color.index() as u8) << 3) << (4 * (i % 2));
    }
    let en_passant = position
        .en_passant()
        .map_or(64, |square| square.index() as u8);
    bytes[24] = en_passant | (position.side_to_move().index() as u8) << 7;
    bytes[25] = position.halfmove_clock().min(FIFTY_MOVES) as u8;
    // The crate subtracts 1 from it.
    bytes[26..28].copy_from_slice(&position.fullmove_number().max(1).to_le_bytes());
    bytes[30] = match winner {
        Some(Color::Black) => 0,
        None => 1,
        Some(Color::White) => 2,
    };
    bytes
}

fn encode_move(m: Move) -> u16 {
    let promotion = match m.promotion() {
        None | Some(PieceType::Knight) => 0,
        Some(PieceType::Bishop) => 1,
        Some(PieceType::Rook) => 2,
        Some(_) => 3,
    };
    let kind = match m.kind() {
        MoveKind::EnPassant => 1,
        MoveKind::Castling => 2,
        _ if m.is_promotion() => 3,
        _ => 0,
    };
    m.from().index() as u16 | (m.to().index() as u16) << 6 | promotion << 12 | kind << 14
}
