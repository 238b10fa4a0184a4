//! FEN (Forsyth-Edwards Notation), with the castling fields of X-FEN and Shredder-FEN.

use std::fmt::{self, Write};

use thiserror::Error;

use crate::board::castling::{CastlingMode, CastlingSide, back_rank};
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::board::setup::{Setup, SetupCastlingRight, SetupWarning};
use crate::board::validate::InvalidPosition;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Error: not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The first field does not describe eight ranks of eight squares.
    #[error("not a board: {0:?}")]
    Board(String),
    /// The second field is neither w nor b.
    #[error("side to move must be w or b: {0:?}")]
    SideToMove(String),
    /// The pieces in hand are not those of a pocket.
    #[error("not a pocket: {0:?}")]
    Pocket(String),
    /// The field of checks does not tell two numbers of checks.
    #[error("not the checks of both sides: {0:?}")]
    Checks(String),
    /// The position is illegal.
    #[error("illegal position: {0}")]
    Invalid(#[from] InvalidPosition),
}

/// Format of the castling field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FenStyle {
    /// `KQkq`, with the file of the rook if it is not the outermost one on its side.
    #[default]
    XFen,
    /// The files of the rooks: `HAha`.
    Shredder,
}

impl Setup {
    /// Parses a FEN leniently. Board and side to move are required; missing fields get defaults, invalid ones
    /// are replaced with a warning, and text after the sixth field is ignored.
    pub fn from_fen(fen: &str) -> Result<(Setup, Vec<SetupWarning>), FenError> {
        let mut fields = fen.split_ascii_whitespace().peekable();
        let mut warnings = Vec::new();
        let mut setup = Setup::empty();
        let board = fields.next().unwrap_or("");
        setup.squares = parse_board(board).ok_or_else(|| FenError::Board(excerpt(board)))?;
        let is_number_pair = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
        if let Some(rank) =
            (board.split('/')).find(|rank| rank.as_bytes().windows(2).any(is_number_pair))
        {
            warnings.push(SetupWarning::AdjacentDigits(rank.to_owned()));
        }
        setup.side_to_move = match fields.next().unwrap_or("") {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            other => return Err(FenError::SideToMove(excerpt(other))),
        };
        // XBoard leaves the field out in variants without castling.
        let is_castling = |text: &&str| !is_number(text) && Square::parse(text).is_none();
        setup.parse_castling(fields.next_if(is_castling).unwrap_or("-"), &mut warnings);
        let mut clock = None;
        match fields.peek().copied() {
            Some("-") => drop(fields.next()),
            Some(text) if is_number(text) => {} // no en passant field: the counters follow
            Some(text) => {
                fields.next();
                match text.strip_prefix('-') {
                    // "-0 1": missing space
                    Some(rest) if is_number(rest) => clock = Some(rest),
                    _ => setup.parse_en_passant(text, &mut warnings),
                }
            }
            None => {}
        }
        let mut counters =
            fields.take_while(|text| is_number(text.strip_prefix('-').unwrap_or(text)));
        if let Some(text) = clock.or_else(|| counters.next()) {
            setup.halfmove_clock = text.parse().unwrap_or_else(|_| {
                warnings.push(SetupWarning::HalfmoveClock(excerpt(text)));
                0
            });
        }
        if let Some(text) = counters.next() {
            setup.fullmove_number = text.parse().unwrap_or_else(|_| {
                warnings.push(SetupWarning::FullmoveNumber(excerpt(text)));
                1
            });
        }
        Ok((setup, warnings))
    }

    fn parse_castling(&mut self, field: &str, warnings: &mut Vec<SetupWarning>) {
        for letter in field.chars().filter(|&letter| letter != '-') {
            match SetupCastlingRight::from_letter(letter) {
                Some(right) => self.castling.push(right),
                None => warnings.push(SetupWarning::Castling(letter.to_string())),
            }
        }
    }

    fn parse_en_passant(&mut self, field: &str, warnings: &mut Vec<SetupWarning>) {
        self.en_passant = Square::parse(field);
        if self.en_passant.is_none() {
            warnings.push(SetupWarning::EnPassant(excerpt(field)));
        }
    }
}

impl Position {
    /// Parses the FEN of a legal position; the warnings say what was ignored or replaced.
    pub fn from_fen(
        fen: &str,
        mode: CastlingMode,
    ) -> Result<(Position, Vec<SetupWarning>), FenError> {
        let (setup, mut warnings) = Setup::from_fen(fen)?;
        let (position, more_warnings) = setup.validate(mode)?;
        warnings.extend(more_warnings);
        Ok((position, warnings))
    }
}

impl<R: Rules> Position<R> {
    /// Formats the position as FEN. The en passant square is written only if a capture is legal.
    pub fn to_fen(&self, style: FenStyle) -> String {
        let fields = R::fen_fields(self);
        let mut fen = String::with_capacity(90);
        for rank in (0..8).rev() {
            self.write_rank(rank, fields.promoted, &mut fen);
            if rank > 0 {
                fen.push('/');
            }
        }
        if let Some(pockets) = fields.pockets {
            // Writing to a String cannot fail.
            let _ = write!(fen, "[{pockets}]");
        }
        fen.push(' ');
        fen.push(match self.side_to_move() {
            Color::White => 'w',
            Color::Black => 'b',
        });
        fen.push(' ');
        self.write_castling(style, &mut fen);
        let en_passant = self
            .en_passant()
            .map_or("-".to_owned(), |square| square.to_string());
        let pawn = fields.en_passant_pawn.map(|square| square.to_string());
        let checks = fields.checks.map(|checks| format!(" {checks}"));
        let (pawn, checks) = (pawn.unwrap_or_default(), checks.unwrap_or_default());
        let (clock, number) = (self.halfmove_clock(), self.fullmove_number());
        let _ = write!(fen, " {en_passant}{pawn}{checks} {clock} {number}");
        fen
    }

    fn write_rank(&self, rank: u8, promoted: Bitboard, fen: &mut String) {
        let mut empty = 0;
        for file in 0..8 {
            let square = Square::new(file, rank);
            match self.piece_on(square) {
                None => empty += 1,
                Some(piece) => {
                    push_count(fen, &mut empty);
                    let letter = self.letter(piece.piece_type());
                    fen.push(piece.color().letter_case(letter));
                    if promoted.contains(square) {
                        fen.push('~');
                    }
                }
            }
        }
        push_count(fen, &mut empty);
    }

    fn write_castling(&self, style: FenStyle, fen: &mut String) {
        if !self.castling().any() {
            fen.push('-');
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling().rook(color, side) else {
                    continue;
                };
                let right = match style {
                    FenStyle::XFen if self.is_outermost(color, side, rook) => {
                        SetupCastlingRight::Side(color, side)
                    }
                    _ => SetupCastlingRight::RookFile(color, rook.file()),
                };
                fen.push_str(&right.to_string());
            }
        }
    }

    fn is_outermost(&self, color: Color, side: CastlingSide, rook: Square) -> bool {
        let rank = Bitboard::rank(back_rank(color));
        let rooks = self.pieces(color, PieceType::Rook) & rank;
        let outermost = match side {
            CastlingSide::KingSide => rooks.frontmost(Color::White),
            CastlingSide::QueenSide => rooks.first(),
        };
        outermost == Some(rook)
    }
}

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(FenStyle::XFen))
    }
}

fn push_count(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

fn parse_board(field: &str) -> Option<[Option<Piece>; 64]> {
    let mut squares = [None; 64];
    let mut ranks = field.split('/');
    for rank in (0..8).rev() {
        let mut file = 0;
        for letter in ranks.next()?.chars() {
            match letter {
                '1'..='8' => file += letter as u8 - b'0',
                _ if file < 8 => {
                    let square = Square::new(file, rank);
                    squares[square.index()] = Some(Piece::from_letter(letter)?);
                    file += 1;
                }
                _ => return None,
            }
            if file > 8 {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(squares)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Input shortened for an error message: at most 80 characters, followed by dots if truncated.
pub(crate) fn excerpt(text: &str) -> String {
    const LIMIT: usize = 80;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(fen: &str) -> (Position, Vec<SetupWarning>) {
        Position::from_fen(fen, CastlingMode::Chess960).unwrap()
    }

    #[test]
    fn start_position_round_trips() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (position, warnings) = parse(fen);
        assert_eq!(position, Position::startpos());
        assert_eq!(position.to_fen(FenStyle::XFen), fen);
        assert_eq!(
            position.to_fen(FenStyle::Shredder),
            fen.replace("KQkq", "HAha")
        );
        assert!(warnings.is_empty());
    }

    #[test]
    fn inner_rooks_are_written_by_file() {
        let fen = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FBfb - 3 9";
        let (position, _) = parse(fen);
        let x_fen = position.to_fen(FenStyle::XFen);
        assert_eq!(x_fen, "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 3 9");
        assert_eq!(parse(&x_fen).0, position);
        assert_eq!(position.to_fen(FenStyle::Shredder), fen);
    }

    #[test]
    fn castling_right_without_rook_is_dropped_with_a_warning() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1RBQKBNR w KQkq e3 0 1";
        let (position, warnings) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        assert!(position.to_fen(FenStyle::XFen).contains(" w Kkq - "));
        assert_eq!(
            warnings,
            [
                SetupWarning::Castling("Q".to_owned()),
                SetupWarning::EnPassant("e3".to_owned())
            ]
        );
        // In Chess960 the b1 rook is the outermost one.
        assert!(parse(fen).0.to_fen(FenStyle::XFen).contains(" w KQkq "));
    }

    #[test]
    fn adjacent_digits_of_a_rank_are_added_up_with_a_warning() {
        let (position, warnings) = parse("4k3/8/13B3/11111111/8/8/8/4K3 w - - 0 1");
        assert!(position.to_fen(FenStyle::XFen).starts_with("4k3/8/4B3/8/"));
        assert_eq!(warnings, [SetupWarning::AdjacentDigits("13B3".to_owned())]);
        assert!(Position::from_fen("4k3/8/18/8/8/8/8/4K3 w", CastlingMode::Standard).is_err());
    }

    #[test]
    fn missing_and_invalid_fields_get_defaults() {
        for (tail, clock, number) in [
            ("w", 0, 1),
            ("w -", 0, 1),
            ("w - -", 0, 1),
            ("w - -2 44", 2, 44),
            ("w - 7 9", 7, 9),
            ("w 7 9", 7, 9),
            ("w e3 7 9", 7, 9),
            ("w - - 400 500", 0, 500),
            ("w - - 4 99999999999", 4, 1),
            ("w - - 99999999 7", 0, 7),
            ("w - - -5 7", 0, 7),
            ("w - - 4 0", 4, 1),
            ("w - - 1 bm b8b7", 1, 1),
        ] {
            let (position, _) = parse(&format!("4k3/8/8/8/8/8/8/4K3 {tail}"));
            assert_eq!(position.halfmove_clock(), clock, "{tail}");
            assert_eq!(position.fullmove_number(), number, "{tail}");
        }
    }

    #[test]
    fn en_passant_square_is_kept_only_for_a_legal_capture() {
        // The e5 pawn is pinned along the fifth rank once both pawns leave it.
        let pinned = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1";
        assert_eq!(parse(pinned).0.en_passant(), None);
        let free = "8/8/8/3pP3/8/K7/8/7k w - d6 0 1";
        assert_eq!(parse(free).0.en_passant(), Square::parse("d6"));
    }

    #[test]
    fn errors_name_the_reason() {
        for (fen, reason) in [
            ("", "not a board"),
            ("8/8/8/8 w", "not a board"),
            ("4k3/8/8/8/8/8/8/4K3/8 w - -", "not a board"),
            ("4k3/8/8/8/8/8/8/4K3 x - -", "side to move must be w or b"),
            ("8/8/8/8/8/8/8/4K3 w - -", "Black has no king"),
            ("4k3/8/8/8/8/8/8/K3K3 w - -", "White has more than one king"),
            ("4k2p/8/8/8/8/8/8/4K3 w - -", "a pawn on h8"),
            (
                "4k3/4R3/8/8/8/8/8/4K3 w - -",
                "Black is in check but not on move",
            ),
        ] {
            let error = Position::from_fen(fen, CastlingMode::Standard).unwrap_err();
            assert!(error.to_string().contains(reason), "{fen}: {error}");
        }
    }
}
