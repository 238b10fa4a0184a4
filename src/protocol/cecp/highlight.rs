//! `lift`, `put` and `hover`: marks (`highlight`) on the squares where the lifted piece can go.

use super::command::HighlightCommand;
use crate::board::AnyPosition;
use crate::types::{Move, MoveKind, Square};

/// The piece that the user has picked up.
#[derive(Clone, Debug, Default)]
pub(super) struct Highlight {
    lifted: Option<Square>,
}

impl Highlight {
    /// Handles `lift`, `put` and `hover`. Returns the line `highlight` that answers it; `None` if
    /// the board needs no marks.
    pub(super) fn handle(
        &mut self,
        command: HighlightCommand,
        position: &AnyPosition,
        fischerandom: bool,
    ) -> Option<String> {
        let marks = match command {
            HighlightCommand::Put(_) => {
                self.lifted = None;
                None
            }
            HighlightCommand::Lift(square) => {
                self.lifted = Some(square);
                mark_targets(position, square, fischerandom)
            }
            HighlightCommand::Hover(square) => self
                .lifted
                .and_then(|from| mark_en_passant(position, from, square, fischerandom)),
        };
        marks.map(|marks| format!("highlight {}", color_fen(&marks)))
    }
}

/// The colour of the square where a move goes.
fn color_of(m: Move) -> char {
    if m.promotion().is_some() {
        // Magenta: the GUI asks for the piece to promote to.
        'M'
    } else if m.is_capture() {
        // Red: the GUI sends `hover` when the user points at it.
        'R'
    } else {
        'Y'
    }
}

/// Green marks the pawn captured en passant. Lower case: it is no square to move to.
const CAPTURED_PAWN: char = 'g';

type Marks = [Option<char>; 64];

/// Marks the squares where the piece on a square can go; `None` if it is not a piece of the side on move,
/// which the user may lift for other purposes than a move.
fn mark_targets(position: &AnyPosition, from: Square, fischerandom: bool) -> Option<Marks> {
    let piece = position.piece_on(from)?;
    if piece.color() != position.side_to_move() {
        return None;
    }
    let mut marks = [None; 64];
    for m in position
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == from && !m.is_drop())
    {
        if m.is_castling() {
            // In fischerandom the king is put on its rook, or where it will stand.
            let target = position.castling_king_target(m);
            if fischerandom {
                marks[m.to().index()] = Some('Y');
            }
            if target != from && marks[target.index()].is_none() {
                marks[target.index()] = Some('Y');
            }
        } else {
            marks[m.to().index()] = Some(color_of(m));
        }
    }
    Some(marks)
}

/// Marks the targets and the pawn that the move captures en passant; `None` for any other move.
fn mark_en_passant(
    position: &AnyPosition,
    from: Square,
    to: Square,
    fischerandom: bool,
) -> Option<Marks> {
    let mut moves = position.legal_moves().into_iter();
    let en_passant =
        moves.find(|m| m.from() == from && m.to() == to && m.kind() == MoveKind::EnPassant)?;
    let mut marks = mark_targets(position, from, fischerandom)?;
    marks[position.capture_square(en_passant).index()] = Some(CAPTURED_PAWN);
    Some(marks)
}

/// The board field of a FEN with colours in place of pieces.
fn color_fen(marks: &Marks) -> String {
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            match marks[Square::new(file, rank).index()] {
                None => empty += 1,
                Some(color) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    text.push(color);
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    ranks.join("/")
}
