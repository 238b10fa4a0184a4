//! `edit`: sets up a board piece by piece, the way of protocol version 1.

use crate::board::{AnyPosition, CastlingMode, CastlingSide, Setup, SetupCastlingRight};
use crate::types::{Color, File, Piece, PieceType, Square};

/// A board being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    setup: Setup,
    color: Color,
    mode: CastlingMode,
    /// The castling rights were set by `castle`.
    rights_given: bool,
}

/// The effect of a line on the board.
#[derive(Clone, Debug)]
pub(super) enum EditStep {
    Changed,
    /// `.`: the set-up is complete.
    Finished(Setup),
    /// The line is no subcommand of `edit`.
    Unknown,
}

impl Editor {
    /// Starts from the pieces of a position. `side_to_move` stays on move.
    pub(super) fn new(position: &AnyPosition, side_to_move: Color, mode: CastlingMode) -> Editor {
        Editor {
            setup: Setup {
                side_to_move,
                ..position.setup_of_pieces()
            },
            color: Color::White,
            mode,
            rights_given: false,
        }
    }

    /// Handles a subcommand: `#` clears the board, `c` changes the colour of the following pieces,
    /// `Pa4` places one, `xa4` removes one, `.` ends. ChessBase adds `castle` and `ep`, of which XBoard's
    /// document gives only the names: they take the fields of a FEN.
    pub(super) fn handle(&mut self, line: &str) -> EditStep {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("#"), None, None) => self.setup.squares = [None; 64],
            (Some("c"), None, None) => self.color = !self.color,
            (Some("."), None, None) => return EditStep::Finished(self.finish()),
            (Some("castle"), rights, None) => self.set_castling_rights(rights.unwrap_or("-")),
            (Some("ep"), square, None) => self.setup.en_passant = square.and_then(Square::parse),
            (Some(piece), None, None) => match self.parse_piece(piece) {
                Some((square, piece)) => self.setup.squares[square.index()] = piece,
                None => return EditStep::Unknown,
            },
            _ => return EditStep::Unknown,
        }
        EditStep::Changed
    }

    fn set_castling_rights(&mut self, letters: &str) {
        self.rights_given = true;
        let rights = letters.chars().filter_map(SetupCastlingRight::from_letter);
        self.setup.castling = rights.collect();
    }

    fn parse_piece(&self, line: &str) -> Option<(Square, Option<Piece>)> {
        let (letter, square) = line.split_at_checked(1)?;
        let square = Square::parse(square)?;
        let piece = match letter {
            "x" => None,
            _ => {
                let kind = PieceType::from_letter(letter.chars().next()?)?;
                Some(Piece::new(self.color, kind))
            }
        };
        Some((square, piece))
    }

    /// Adds the castling rights of kings and rooks on their home squares, unless `castle` has set the rights.
    fn finish(&self) -> Setup {
        let mut setup = self.setup.clone();
        if self.rights_given {
            return setup;
        }
        for color in Color::ALL {
            let Some(king) = (0..8).find(|&file| self.is_home(color, PieceType::King, file)) else {
                continue;
            };
            let rooks = (0..8).filter(|&file| self.is_home(color, PieceType::Rook, file));
            for rook in rooks {
                let right = SetupCastlingRight::Side(color, CastlingSide::of(king, rook));
                if !setup.castling.contains(&right) {
                    setup.castling.push(right);
                }
            }
        }
        setup
    }

    /// Whether a king or rook is on its home square of this file: in Chess960 any square of the back rank.
    fn is_home(&self, color: Color, kind: PieceType, file: File) -> bool {
        let home = match (self.mode, kind) {
            (CastlingMode::Chess960, _) => true,
            (CastlingMode::Standard, PieceType::King) => file == Square::E1.file(),
            (CastlingMode::Standard, _) => [Square::A1.file(), Square::H1.file()].contains(&file),
        };
        let square = Square::new(file, 0).relative_to(color);
        home && self.setup.squares[square.index()] == Some(Piece::new(color, kind))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::board::FenStyle;

    fn editor(side: Color, mode: CastlingMode) -> Editor {
        Editor::new(&AnyPosition::start_of(None), side, mode)
    }

    fn edit(editor: &mut Editor, lines: &str) -> Option<Setup> {
        let mut finished = None;
        for line in lines.split(", ") {
            match editor.handle(line) {
                EditStep::Changed => {}
                EditStep::Finished(setup) => finished = Some(setup),
                EditStep::Unknown => unreachable!("{line}"),
            }
        }
        finished
    }

    fn fen(lines: &str, side: Color) -> String {
        fen_in(CastlingMode::Standard, lines, side)
    }

    fn fen_in(mode: CastlingMode, lines: &str, side: Color) -> String {
        let setup = edit(&mut editor(side, mode), lines).unwrap();
        let (position, _) = setup.validate(mode).unwrap();
        position.to_fen(FenStyle::XFen)
    }

    #[test]
    fn pieces_are_placed_and_removed() {
        assert_eq!(
            fen(
                "#, Ke1, Rh1, Pa4, Pb4, xb4, c, Ke8, Ra8, Qd8, pc7, .",
                Color::White
            ),
            "r2qk3/2p5/8/8/P7/8/8/4K2R w Kq - 0 1"
        );
        assert_eq!(
            fen("xe2, Pe4, c, xd7, .", Color::Black),
            "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
    }

    #[test]
    fn castling_rights_and_en_passant_square_are_written_as_in_fen() {
        let pieces = "#, Ke1, Ra1, Rh1, Pe5, c, Ke8, Ra8, Rh8, Pd5";
        for (subcommands, rest) in [
            ("castle Kq", "w Kq - 0 1"),
            ("castle -", "w - - 0 1"),
            ("castle", "w - - 0 1"),
            ("castle HAha", "w KQkq - 0 1"),
            ("castle KQkq, ep d6", "w KQkq d6 0 1"),
            ("ep d6", "w KQkq d6 0 1"),
            ("ep d6, ep -", "w KQkq - 0 1"),
            ("ep e6", "w KQkq - 0 1"),
        ] {
            let fen = fen(&format!("{pieces}, {subcommands}, ."), Color::White);
            assert_eq!(fen.split_once(' ').unwrap().1, rest, "{subcommands}");
        }
    }

    #[test]
    fn in_chess960_any_rook_on_the_back_rank_may_castle() {
        let pieces = "#, Kf1, Rg1, Rb1, c, Kd8, Ra8, Rb8, .";
        assert_eq!(
            fen_in(CastlingMode::Chess960, pieces, Color::White),
            "rr1k4/8/8/8/8/8/8/1R3KR1 w KQq - 0 1"
        );
        assert_eq!(
            fen(pieces, Color::White),
            "rr1k4/8/8/8/8/8/8/1R3KR1 w - - 0 1"
        );
    }

    #[test]
    fn other_lines_are_no_subcommands() {
        let mut editor = editor(Color::White, CastlingMode::Standard);
        for line in [
            "P",
            "Pa9",
            "Za4",
            "xx",
            "é",
            "éa1",
            "..",
            "Pa44",
            "",
            "# c",
            "castle K Q",
        ] {
            assert!(matches!(editor.handle(line), EditStep::Unknown), "{line}");
        }
    }
}
