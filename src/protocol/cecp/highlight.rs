//! `lift`, `put` and `hover`: marks on the squares where a piece that the user has picked up can go.

use super::format;
use super::parse::HandCommand;
use super::session::CecpSession;
use crate::board::Position;
use crate::types::{Move, MoveKind, Square};

/// The piece that the user has in hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    lifted: Option<Square>,
}

/// A colour of the square where a move goes.
fn color_of(m: Move) -> char {
    if m.promotion().is_some() {
        // Magenta: a promotion, for which the GUI asks what it shall be.
        'M'
    } else if m.is_capture() {
        // Red: the GUI tells when the user points at it.
        'R'
    } else {
        'Y'
    }
}

/// Marks without a move to them are in small letters; green is for victims.
const VICTIM: char = 'g';

impl CecpSession {
    pub(super) fn follow_hand(&mut self, command: &HandCommand, line: &str, out: &mut Vec<String>) {
        let (HandCommand::Lift(text) | HandCommand::Put(text) | HandCommand::Hover(text)) = command;
        // A comma tells that the user holds a key down.
        let Some(square) = Square::parse(text.trim_end_matches(',')) else {
            out.push(format::error("bad parameter", line));
            return;
        };
        let turn = self.turn;
        let settled = self.settle_turn();
        if !settled {
            // The move that follows is refused, not this.
            self.turn = turn;
        }
        let position = self.engine.game().position();
        let marks = match command {
            HandCommand::Put(_) => {
                self.hand.lifted = None;
                None
            }
            HandCommand::Lift(_) => {
                self.hand.lifted = Some(square);
                targets(position, square, self.fischerandom())
            }
            HandCommand::Hover(_) => self
                .hand
                .lifted
                .and_then(|from| victims(position, from, square, self.fischerandom())),
        };
        if let Some(marks) = marks.filter(|_| settled && self.accepted.highlight && !self.refused) {
            out.push(format!("highlight {}", color_fen(&marks)));
        }
    }
}

type Marks = [Option<char>; 64];

/// The squares where the piece on a square can go; `None` if it is not a piece of the side on move, which
/// may be picked up for other purposes than a move.
fn targets(position: &Position, from: Square, fischerandom: bool) -> Option<Marks> {
    let piece = position.piece_on(from)?;
    if piece.color() != position.side_to_move() {
        return None;
    }
    let mut marks = [None; 64];
    for m in position
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == from)
    {
        if m.is_castling() {
            // In fischerandom the king is put on its rook, or where it will stand.
            let target = m.castling_king_target();
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

/// The same with the pawn that is taken en passant, if that is what the move would do.
fn victims(position: &Position, from: Square, to: Square, fischerandom: bool) -> Option<Marks> {
    let moves = position.legal_moves();
    moves
        .iter()
        .find(|m| m.from() == from && m.to() == to && m.kind() == MoveKind::EnPassant)?;
    let mut marks = targets(position, from, fischerandom)?;
    let victim = Square::new(to.file(), from.rank());
    marks[victim.index()] = Some(VICTIM);
    Some(marks)
}

/// Like the board of a FEN, with colours for pieces.
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
