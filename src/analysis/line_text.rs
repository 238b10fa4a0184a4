//! Principal variations as text.

use crate::board::AnyPosition;
use crate::types::{Color, Move};

/// Moves in SAN, separated by spaces.
pub(super) fn sans(position: &AnyPosition, moves: &[Move]) -> String {
    let mut position = *position;
    let mut sans = Vec::with_capacity(moves.len());
    for &m in moves {
        sans.push(position.to_san(m));
        position = position.after(m);
    }
    sans.join(" ")
}

/// Moves in SAN and move numbers, word by word: `12...`, `Nc6`, `13.`, `O-O`.
pub(super) fn numbered(position: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut words = Vec::with_capacity(2 * moves.len());
    for (i, &m) in moves.iter().enumerate() {
        if i == 0 || position.side_to_move() == Color::White {
            words.push(move_number(&position));
        }
        words.push(position.to_san(m));
        position = position.after(m);
    }
    words
}

/// The number before a move: `12.` or `12...`.
pub(super) fn move_number(position: &AnyPosition) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", position.fullmove_number())
}
