//! `edit`: sets up a board piece by piece, the way of protocol version 1.

use crate::board::{
    AnyPosition, CastlingMode, CastlingRule, CastlingSide, FairySetup, InvalidPosition, Pockets,
    Setup, SetupCastlingRight, SetupWarning, Variant,
};
use crate::types::{Bitboard, Color, File, Piece, PieceType, Square};

/// A board being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    /// The variant; `None` for chess.
    variant: Option<&'static Variant>,
    setup: Setup,
    /// Promoted pieces.
    promoted: Bitboard,
    /// Pieces in hand.
    pockets: Pockets,
    color: Color,
    mode: CastlingMode,
    /// The castling rights were set by `castle`.
    rights_given: bool,
}

/// The position that was set up, or why it is refused.
pub(super) type EditResult = Result<(AnyPosition, Vec<SetupWarning>), InvalidPosition>;

/// The effect of a line on the board.
#[derive(Clone, Debug)]
pub(super) enum EditStep {
    Changed,
    /// `.`: the set-up is complete.
    Finished(Box<EditResult>),
    /// The line is no subcommand of `edit`.
    Unknown,
}

/// A subcommand that places or removes a piece.
#[derive(Clone, Copy, Debug)]
struct Placement {
    square: Square,
    piece: Option<Piece>,
    is_promoted: bool,
}

impl Editor {
    /// Starts from the pieces of a position, also those in hand. `side_to_move` stays on move.
    pub(super) fn new(position: &AnyPosition, side_to_move: Color, mode: CastlingMode) -> Editor {
        let fairy = position.as_fairy();
        Editor {
            variant: position.variant(),
            setup: Setup {
                side_to_move,
                ..position.setup_of_pieces()
            },
            promoted: fairy.map_or(Bitboard::EMPTY, |fairy| fairy.promoted()),
            pockets: fairy.map_or_else(Pockets::default, |fairy| *fairy.pockets()),
            color: Color::White,
            mode,
            rights_given: false,
        }
    }

    /// Sets the pieces in hand (`holding`).
    pub(super) fn set_pockets(&mut self, pockets: Pockets) {
        self.pockets = pockets;
    }

    /// Handles a subcommand: `#` clears the board, `c` changes the colour of the following pieces,
    /// `Pa4` places one, `Qd8+` a promoted one, `xa4` removes one, `.` ends. ChessBase adds `castle` and `ep`, of which
    /// XBoard's document gives only the names: they take the fields of a FEN.
    pub(super) fn handle(&mut self, line: &str) -> EditStep {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("#"), None, None) => {
                self.setup.squares = [None; 64];
                self.promoted = Bitboard::EMPTY;
            }
            (Some("c"), None, None) => self.color = !self.color,
            (Some("."), None, None) => return EditStep::Finished(Box::new(self.finish())),
            (Some("castle"), rights, None) => self.set_castling_rights(rights.unwrap_or("-")),
            (Some("ep"), square, None) => self.setup.en_passant = square.and_then(Square::parse),
            (Some(text), None, None) => match self.parse_placement(text) {
                Some(placement) => self.place(placement),
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

    fn place(&mut self, placement: Placement) {
        self.setup.squares[placement.square.index()] = placement.piece;
        self.promoted &= !Bitboard::from(placement.square);
        if placement.is_promoted {
            self.promoted |= Bitboard::from(placement.square);
        }
    }

    /// Reads `Pa4` or `xa4`. XBoard marks promoted pieces by a plus sign, a FEN by a tilde.
    fn parse_placement(&self, text: &str) -> Option<Placement> {
        let (letter, rest) = text.split_at_checked(1)?;
        let unmarked = rest.strip_suffix(['+', '~']);
        let is_promoted = unmarked.is_some();
        let square = Square::parse(unmarked.unwrap_or(rest))?;
        let piece = match letter {
            "x" if is_promoted => return None,
            "x" => None,
            _ => Some(Piece::new(self.color, self.piece_type(letter)?)),
        };
        let may_be_promoted = self.variant.is_some_and(Variant::has_drops);
        (may_be_promoted || !is_promoted).then_some(Placement {
            square,
            piece,
            is_promoted,
        })
    }

    fn piece_type(&self, letter: &str) -> Option<PieceType> {
        let letter = letter.chars().next()?;
        match self.variant {
            None => PieceType::from_letter(letter),
            Some(variant) => variant.piece_type(letter),
        }
    }

    fn finish(&self) -> EditResult {
        let setup = self.complete_setup();
        let Some(variant) = self.variant else {
            let (position, warnings) = setup.validate(self.mode)?;
            return Ok((position.into(), warnings));
        };
        let setup = FairySetup {
            promoted: self.promoted,
            pockets: self.pockets,
            ..FairySetup::new(variant, setup)
        };
        let (position, warnings) = setup.validate(self.mode)?;
        Ok((position.into(), warnings))
    }

    /// Adds the castling rights of kings and rooks on their home squares, unless `castle` has set the rights.
    fn complete_setup(&self) -> Setup {
        let mut setup = self.setup.clone();
        if self.rights_given || self.castling_rule() == CastlingRule::Never {
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

    fn castling_rule(&self) -> CastlingRule {
        self.variant
            .map_or(CastlingRule::Standard, |variant| variant.castling)
    }

    /// Whether a king or rook is on its home square of this file: in Chess960 any square of the back rank, in wild
    /// castle also the d-file for the king.
    fn is_home(&self, color: Color, kind: PieceType, file: File) -> bool {
        const QUEEN_FILE: File = 3;
        let king_file = Square::E1.file();
        let home = match (self.mode, kind) {
            (CastlingMode::Chess960, _) => true,
            (CastlingMode::Standard, PieceType::King) => {
                let is_wild = self.castling_rule() == CastlingRule::TwoSquares;
                file == king_file || is_wild && file == QUEEN_FILE
            }
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
    use crate::board::{FenStyle, variant};

    fn editor(side: Color, mode: CastlingMode) -> Editor {
        Editor::new(&AnyPosition::start_of(None), side, mode)
    }

    /// The FEN of what has been set up at the end of the lines.
    fn edit(mut editor: Editor, lines: &str) -> String {
        for line in lines.split(", ") {
            match editor.handle(line) {
                EditStep::Changed => {}
                EditStep::Finished(result) => {
                    let (position, _) = (*result).unwrap();
                    return position.to_fen(FenStyle::XFen);
                }
                EditStep::Unknown => unreachable!("{line}"),
            }
        }
        unreachable!("no `.` in {lines}")
    }

    fn fen(lines: &str, side: Color) -> String {
        fen_in(CastlingMode::Standard, lines, side)
    }

    fn fen_in(mode: CastlingMode, lines: &str, side: Color) -> String {
        edit(editor(side, mode), lines)
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

    fn fen_of(name: &str, lines: &str) -> String {
        let start = AnyPosition::start_of(variant(name));
        edit(
            Editor::new(&start, Color::White, CastlingMode::Standard),
            lines,
        )
    }

    #[test]
    fn variants_have_letters_and_home_squares_of_their_own() {
        let knightmate = "#, Ke1, Ra1, Mb1, c, Ke8, Mg8, Pa7, .";
        assert_eq!(
            fen_of("knightmate", knightmate),
            "4k1m1/p7/8/8/8/8/8/RM2K3 w Q - 0 1"
        );
        let kings_on_d = "#, Kd1, Ra1, Rh1, c, Kd8, Ra8, .";
        for (name, rights) in [
            ("wildcastle", "KQq"),
            ("nocastle", "-"),
            ("3check", "- - 3+3"),
        ] {
            let fen = fen_of(name, kings_on_d);
            let rest = fen.split_once(" w ").unwrap().1;
            assert!(rest.starts_with(rights), "{name}: {fen}");
        }
    }

    #[test]
    fn promoted_pieces_and_pieces_in_hand_belong_to_drops() {
        let lines = "#, Ke1, Qd4+, Qd5~, Qd6+, Qd6, c, Ke8, .";
        assert_eq!(
            fen_of("crazyhouse", lines),
            "4k3/8/3Q4/3Q~4/3Q~4/8/8/4K3[] w - - 0 1"
        );
        let house = variant("crazyhouse").unwrap();
        let start = AnyPosition::start_of(Some(house));
        let mut editor = Editor::new(&start, Color::White, CastlingMode::Standard);
        editor.set_pockets(house.parse_pockets("PQ", "N").unwrap());
        assert_eq!(
            edit(editor, "#, Ke1, c, Ke8, ."),
            "4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1"
        );
        let mut chess = Editor::new(
            &AnyPosition::start_of(None),
            Color::White,
            CastlingMode::Standard,
        );
        for line in ["Qd4+", "Qd4~", "xd4+"] {
            assert!(matches!(chess.handle(line), EditStep::Unknown), "{line}");
        }
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
