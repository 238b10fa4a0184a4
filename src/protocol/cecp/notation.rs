//! How moves are written: SAN after `accepted san`, coordinates otherwise.

use crate::board::Position;
use crate::types::{Move, Square};

/// How moves are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Notation {
    /// `variant fischerandom`: castling is always `O-O` or `O-O-O`.
    pub(super) fischerandom: bool,
    /// Standard algebraic notation.
    pub(super) san: bool,
}

impl Notation {
    /// Writes a legal move of a position.
    pub(super) fn write(self, position: &Position, m: Move) -> String {
        if self.san {
            position.to_san(m)
        } else {
            move_text(m, self.fischerandom)
        }
    }

    /// Writes a line of legal moves from a position.
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

/// Coordinate notation. Castling is `O-O` or `O-O-O` in fischerandom, or with king or rook away from the
/// squares of standard chess: the king's move alone could be a plain king move.
pub(super) fn move_text(m: Move, fischerandom: bool) -> String {
    if m.is_castling() && (fischerandom || !m.castles_from_standard_squares()) {
        let king_side = m.to().file() > m.from().file();
        return if king_side { "O-O" } else { "O-O-O" }.to_owned();
    }
    m.to_coordinate(false)
}

/// The null move (`@@@@`), with which a side passes.
pub(super) const NULL_MOVE: &str = "@@@@";

/// Whether a line is a move of a variant: a drop (`P@h3`), a multi-leg move (`c4d5,d5e4`) or the null move.
pub(super) fn is_variant_move(line: &str) -> bool {
    let is_square = |text: &str| Square::parse(text).is_some();
    let is_leg = |leg: &str| {
        leg.split_at_checked(2)
            .is_some_and(|(from, to)| is_square(from) && is_square(to))
    };
    let is_drop = line
        .split_once('@')
        .is_some_and(|(piece, square)| piece.len() == 1 && piece.is_ascii() && is_square(square));
    line == NULL_MOVE || is_drop || line.contains(',') && line.split(',').all(is_leg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MoveKind;

    #[test]
    fn each_move_is_written_in_its_own_position() {
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

    #[test]
    fn castling_that_could_be_a_king_step_is_never_written_as_one() {
        let castling = Move::new(Square::new(5, 0), Square::H1, MoveKind::Castling);
        assert_eq!(move_text(castling, false), "O-O");
        let standard = Move::new(Square::E1, Square::A1, MoveKind::Castling);
        assert_eq!(move_text(standard, false), "e1c1");
        assert_eq!(move_text(standard, true), "O-O-O");
    }
}
