//! Which notation moves are sent in.

use super::format;
use crate::board::Position;
use crate::types::Move;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Notation {
    /// Castling is always `O-O` or `O-O-O`.
    pub(super) fischerandom: bool,
    /// Standard algebraic notation; coordinates otherwise.
    pub(super) san: bool,
}

impl Notation {
    /// A legal move of a position.
    pub(super) fn write(self, position: &Position, m: Move) -> String {
        match self.san {
            true => position.to_san(m),
            false => format::move_text(m, self.fischerandom),
        }
    }

    /// A line of legal moves from a position on.
    pub(super) fn write_line(self, position: &Position, line: &[Move]) -> String {
        let mut position = *position;
        let moves = line.iter().map(|&m| {
            let text = self.write(&position, m);
            position = position.after(m);
            text
        });
        moves.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_move_by_move() {
        let start = Position::startpos();
        let mut position = start;
        let mut line = Vec::new();
        for text in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"] {
            let Ok(m) = position.parse_move(text) else {
                unreachable!("{text} is legal");
            };
            line.push(m);
            position = position.after(m);
        }
        let text = |san, fischerandom| Notation { fischerandom, san }.write_line(&start, &line);
        assert_eq!(text(true, false), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        assert_eq!(text(false, false), "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
        assert_eq!(text(false, true), "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 O-O");
    }
}
