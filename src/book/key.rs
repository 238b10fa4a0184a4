//! Polyglot keys: the Zobrist keys of positions in a book.

use super::random64::RANDOM_64;
use crate::board::{CastlingSide, Position};
use crate::types::attacks::pawn_attacks;
use crate::types::{Color, Move, MoveKind, PieceType, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Polyglot key of a position. `en_passant` is the en passant target square of the last move, see
/// [`en_passant_target`]: it counts if a pawn attacks it, even a pinned one, while a [`Position`] keeps it only
/// for a legal capture.
pub(crate) fn polyglot_key(position: &Position, en_passant: Option<Square>) -> u64 {
    let mut key = pieces_key(position) ^ castling(position);
    let us = position.side_to_move();
    if let Some(square) = en_passant
        && (pawn_attacks(!us, square) & position.pieces(us, PieceType::Pawn)).any()
    {
        key ^= RANDOM_64[EN_PASSANT + usize::from(square.file())];
    }
    if us == Color::White {
        key ^= RANDOM_64[WHITE_TO_MOVE];
    }
    key
}

/// En passant target square after the last move: the square behind a double push, whether or not a capture is
/// legal. Without a last move it is that of the position.
pub(crate) fn en_passant_target(position: &Position, last: Option<Move>) -> Option<Square> {
    match last {
        Some(m) if m.kind() == MoveKind::DoublePush => {
            Some(m.to().forward(position.side_to_move()))
        }
        Some(_) => None,
        None => position.en_passant(),
    }
}

/// Polyglot orders piece kinds from black pawn, white pawn to black king, white king.
fn pieces_key(position: &Position) -> u64 {
    let numbers = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        let white = usize::from(piece.color() == Color::White);
        let kind = 2 * piece.piece_type().index() + white;
        Some(RANDOM_64[64 * kind + square.index()])
    });
    numbers.fold(0, |key, number| key ^ number)
}

/// Polyglot supports standard chess only, so the numbers do not depend on the squares of king and rook.
fn castling(position: &Position) -> u64 {
    let mut key = 0;
    let mut number = CASTLING;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castling().rook(color, side).is_some() {
                key ^= RANDOM_64[number];
            }
            number += 1;
        }
    }
    key
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The position after moves from the start, and its key.
    pub(crate) fn position_after(moves: &str) -> (Position, u64) {
        let mut position = Position::startpos();
        let mut last = None;
        for text in moves.split_ascii_whitespace() {
            let m = position.parse_move(text).unwrap();
            position = position.after(m);
            last = Some(m);
        }
        (
            position,
            polyglot_key(&position, en_passant_target(&position, last)),
        )
    }

    #[test]
    fn keys_match_the_examples_of_the_format_description() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(position_after(moves).1, expected, "{moves}");
        }
    }

    #[test]
    fn pinned_capturer_still_sets_the_en_passant_key() {
        // The pawn on e4 is pinned by the rook on e1, so that exd3 is illegal.
        let fen = "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1";
        let (position, _) = Position::from_fen(fen, Default::default()).unwrap();
        let m = position.parse_move("d2d4").unwrap();
        let next = position.after(m);
        assert_eq!(next.en_passant(), None);
        let target = en_passant_target(&next, Some(m));
        assert_eq!(target, Square::parse("d3"));
        assert_eq!(
            polyglot_key(&next, target) ^ polyglot_key(&next, None),
            RANDOM_64[772 + 3]
        );
        // Other moves leave no target.
        let m = position.parse_move("a1b1").unwrap();
        assert_eq!(en_passant_target(&position.after(m), Some(m)), None);
    }
}
