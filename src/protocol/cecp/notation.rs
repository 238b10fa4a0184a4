//! How moves are written: SAN after `accepted san`, coordinates otherwise.

use crate::board::{AnyPosition, CastlingRule, MoveError, Movement};
use crate::types::{Move, PieceType, Square};

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
    pub(super) fn write(self, position: &AnyPosition, m: Move) -> String {
        if self.san {
            position.to_san(m)
        } else {
            move_text(position, m, self.fischerandom)
        }
    }

    /// Writes a line of legal moves from a position.
    pub(super) fn write_line(self, position: &AnyPosition, line: &[Move]) -> String {
        let mut position = *position;
        let moves = line.iter().map(|&m| {
            let text = self.write(&position, m);
            position = position.after(m);
            text
        });
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// Coordinate notation of a legal move. Castling is `O-O` or `O-O-O` in fischerandom, or with king or rook away from
/// the squares of standard chess: the king's move alone could be a plain king move. In wild castle the king always
/// moves two squares (`d1f1`, `d1b1`).
pub(super) fn move_text(position: &AnyPosition, m: Move, fischerandom: bool) -> String {
    let variant = position.variant();
    let two_squares = variant.is_some_and(|variant| variant.castling == CastlingRule::TwoSquares);
    let by_king = two_squares || m.castles_from_standard_squares();
    if m.is_castling() && (fischerandom || !by_king) {
        let king_side = m.to().file() > m.from().file();
        return if king_side { "O-O" } else { "O-O-O" }.to_owned();
    }
    position.to_coordinate(m, false)
}

/// Reads a legal move. In SAN XBoard writes castling in knightmate as a move of the king (`Kg8`), which moves like a
/// knight and cannot go there otherwise.
pub(super) fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let parsed = position.parse_move(text);
    let Err(MoveError::Illegal) = parsed else {
        return parsed;
    };
    let king_move = || {
        let variant = position.variant()?;
        let target = Square::parse(text.strip_prefix('K')?.trim_end_matches(['+', '#']))?;
        let may_castle = variant.movement(PieceType::King) == Movement::Knight;
        let mut moves = position.legal_moves().into_iter();
        let is_meant = |m: &Move| m.is_castling() && position.castling_king_target(*m) == target;
        moves.find(|m| may_castle && is_meant(m))
    };
    king_move().ok_or(MoveError::Illegal)
}

/// The null move (`@@@@`), with which a side passes.
pub(super) const NULL_MOVE: &str = "@@@@";

/// Whether a line has the form of a move on some board of XBoard's, though not a move of this game: a
/// coordinate move or SAN with squares off the board (`e8e9`, `Nf9`), an impossible promotion (`a7a8k`), or
/// a move of a variant: a drop (`P@h3`), a multi-leg move (`c4d5,d5e4`) or the null move.
pub(super) fn has_form_of_a_move(line: &str) -> bool {
    line == NULL_MOVE || is_drop(line) || is_coordinate_move(line) || is_san(line)
}

/// Takes a square of a board of up to 12 files and 12 ranks, counted from 0 or 1, from the front of a text.
fn strip_square(text: &str) -> Option<&str> {
    let text = text.strip_prefix(|c| matches!(c, 'a'..='l'))?;
    let rest = ["10", "11", "12"]
        .iter()
        .find_map(|rank| text.strip_prefix(rank));
    rest.or_else(|| text.strip_prefix(|c: char| c.is_ascii_digit()))
}

/// Whether a text is what can follow the target square: a promotion to any piece of any variant, a check mark.
fn is_suffix(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text.strip_prefix('=').unwrap_or(text).as_bytes() {
        [] => true,
        [piece] => piece.is_ascii_alphabetic() && *piece != b'x',
        _ => false,
    }
}

fn is_drop(line: &str) -> bool {
    line.split_once('@').is_some_and(|(piece, square)| {
        let is_piece = piece.len() == 1 && piece.chars().all(|c| c.is_ascii_alphabetic());
        is_piece && strip_square(square).is_some_and(is_suffix)
    })
}

fn is_coordinate_move(line: &str) -> bool {
    line.split(',').all(|leg| {
        strip_square(leg)
            .map(|rest| rest.strip_prefix('-').unwrap_or(rest))
            .and_then(strip_square)
            .is_some_and(is_suffix)
    })
}

/// Whether a line is SAN: a piece (none for a pawn), its square or a part of it, a capture mark and the
/// target square; all but the last may be missing.
fn is_san(line: &str) -> bool {
    let piece = line.strip_prefix(['N', 'B', 'R', 'Q', 'K', 'P', 'M']);
    let rest = piece.unwrap_or(line);
    let starts_at = |origin: usize| {
        let rest = rest.get(origin..)?;
        let rest = rest.strip_prefix(['x', ':', '-']).unwrap_or(rest);
        strip_square(rest).filter(|rest| is_suffix(rest))
    };
    let is_origin = |text: &str| match text.as_bytes() {
        [] => true,
        [file_or_rank] => matches!(file_or_rank, b'a'..=b'l' | b'0'..=b'9'),
        _ => strip_square(text) == Some(""),
    };
    (0..=3).any(|origin| rest.get(..origin).is_some_and(is_origin) && starts_at(origin).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MoveKind;

    #[test]
    fn each_move_is_written_in_its_own_position() {
        let start = AnyPosition::start_of(None);
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
        let any = AnyPosition::start_of(None);
        let castling = Move::new(Square::new(5, 0), Square::H1, MoveKind::Castling);
        assert_eq!(move_text(&any, castling, false), "O-O");
        let standard = Move::new(Square::E1, Square::A1, MoveKind::Castling);
        assert_eq!(move_text(&any, standard, false), "e1c1");
        assert_eq!(move_text(&any, standard, true), "O-O-O");
    }

    #[test]
    fn moves_off_the_board_still_look_like_moves() {
        for line in [
            "e8e9",
            "a7a8k",
            "a7a8c",
            "a8=P",
            "e2-e9",
            "j1j2",
            "e10e11",
            "a0a1q",
            "Nf9",
            "Ni3",
            "Nb1i3",
            "Rxa9+",
            "Mf9",
            "exd9",
            "e9",
            "e9=Q",
            "P@h3",
            "N@i9",
            "c4d5,d5e4",
            "@@@@",
        ] {
            assert!(has_form_of_a_move(line), "{line}");
        }
        for line in [
            "",
            "xyzzy",
            "e2",
            "go",
            "st",
            "GO",
            "a",
            "é",
            "Né3",
            "P@",
            "@h3",
            "e2e4 e7e5",
            "e2e4,",
            "12",
            "0",
            "bk1x",
            "e2e4qq",
            "level",
            "c",
            "exd",
        ] {
            assert_eq!(has_form_of_a_move(line), line == "e2", "{line}");
        }
    }
}
