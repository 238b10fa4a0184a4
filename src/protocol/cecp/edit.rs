//! The old way to set up a board, man by man.

use crate::board::{CastlingClaim, Position, Setup};
use crate::types::{Color, Piece, PieceType, Square};

/// A board being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    setup: Setup,
    color: Color,
}

/// What a line did to the board.
#[derive(Clone, Debug)]
pub(super) enum EditStep {
    /// It was changed.
    Changed,
    /// It is finished.
    Finished(Setup),
    /// Nothing: the line is no instruction.
    Unknown,
}

impl Editor {
    /// Begins with the men of a position. `side_to_move` stays on move.
    pub(super) fn new(position: &Position, side_to_move: Color) -> Editor {
        let mut setup = Setup::empty();
        setup.side_to_move = side_to_move;
        for square in Square::all() {
            setup.squares[square.index()] = position.piece_on(square);
        }
        Editor {
            setup,
            color: Color::White,
        }
    }

    /// Follows an instruction: `#` clears the board, `c` changes the colour of the men to come,
    /// `Pa4` places one, `xa4` removes one, `.` ends.
    pub(super) fn follow(&mut self, line: &str) -> EditStep {
        match line {
            "#" => self.setup.squares = [None; 64],
            "c" => self.color = !self.color,
            "." => return EditStep::Finished(self.finish()),
            _ => match self.parse_man(line) {
                Some((square, man)) => self.setup.squares[square.index()] = man,
                None => return EditStep::Unknown,
            },
        }
        EditStep::Changed
    }

    fn parse_man(&self, line: &str) -> Option<(Square, Option<Piece>)> {
        let (letter, square) = line.split_at_checked(1)?;
        let square = Square::parse(square)?;
        let man = match letter {
            "x" => None,
            _ => {
                let kind = PieceType::from_letter(letter.chars().next()?)?;
                Some(Piece::new(self.color, kind))
            }
        };
        Some((square, man))
    }

    /// Kings and rooks at home are taken for unmoved.
    fn finish(&self) -> Setup {
        let mut setup = self.setup.clone();
        for color in Color::ALL {
            let stands = |kind, square: Square| {
                setup.squares[square.relative_to(color).index()] == Some(Piece::new(color, kind))
            };
            if !stands(PieceType::King, Square::E1) {
                continue;
            }
            for rook in [Square::H1, Square::A1] {
                if stands(PieceType::Rook, rook) {
                    setup
                        .castling
                        .push(CastlingClaim::RookFile(color, rook.file()));
                }
            }
        }
        setup
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::board::{CastlingMode, FenStyle};

    fn edit(editor: &mut Editor, lines: &str) -> Option<Setup> {
        let mut finished = None;
        for line in lines.split(' ') {
            match editor.follow(line) {
                EditStep::Changed => {}
                EditStep::Finished(setup) => finished = Some(setup),
                EditStep::Unknown => unreachable!("{line}"),
            }
        }
        finished
    }

    fn fen(lines: &str, side: Color) -> String {
        let setup = edit(&mut Editor::new(&Position::startpos(), side), lines).unwrap();
        let (position, _) = setup.validate(CastlingMode::Standard).unwrap();
        position.to_fen(FenStyle::XFen)
    }

    #[test]
    fn men_are_placed_and_removed() {
        assert_eq!(
            fen("# Ke1 Rh1 Pa4 Pb4 xb4 c Ke8 Ra8 Qd8 pc7 .", Color::White),
            "r2qk3/2p5/8/8/P7/8/8/4K2R w Kq - 0 1"
        );
        assert_eq!(
            fen("xe2 Pe4 c xd7 .", Color::Black),
            "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
    }

    #[test]
    fn other_lines_are_no_instructions() {
        let mut editor = Editor::new(&Position::startpos(), Color::White);
        for line in ["P", "Pa9", "Za4", "xx", "é", "éa1", "..", "Pa44", ""] {
            assert!(matches!(editor.follow(line), EditStep::Unknown), "{line}");
        }
    }
}
