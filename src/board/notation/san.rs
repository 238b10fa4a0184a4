//! SAN (Standard Algebraic Notation).

use super::coordinate::single_letter;
use super::move_error::MoveError;
use crate::board::castling::CastlingSide;
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::types::{File, Move, MoveList, PieceType, Square};

impl<R: Rules> Position<R> {
    /// Formats a legal move in SAN: `Nbd2`, `exd6`, `e8=Q+`, `O-O-O#`, `N@f3`. Every move that wins or loses the game at
    /// once is marked like checkmate, as on lichess.
    pub fn to_san(&self, m: Move) -> String {
        let mut text = self.san_without_check(m);
        let next = self.after(m);
        let end = match next.end_by_rule() {
            None if !next.has_legal_move() => Some(next.end_without_moves()),
            end => end,
        };
        if end.is_some_and(|end| end.winner().is_some()) {
            text.push('#');
        } else if next.in_check() {
            text.push('+');
        }
        text
    }

    fn san_without_check(&self, m: Move) -> String {
        if m.is_castling() {
            return match self.san_castling_side(m) {
                CastlingSide::KingSide => "O-O".to_owned(),
                CastlingSide::QueenSide => "O-O-O".to_owned(),
            };
        }
        if m.is_drop() {
            return self.to_coordinate(m, false);
        }
        let mut text = String::new();
        match self.piece_on(m.from()).map(|piece| piece.piece_type()) {
            None | Some(PieceType::Pawn) => {
                if m.is_capture() {
                    text.push(file_letter(m.from()));
                } else if m.from().file() != m.to().file() {
                    // Berolina pawns advance diagonally, and several may reach a square.
                    text.push_str(&self.disambiguation(m));
                }
            }
            Some(piece) => {
                text.push(self.letter(piece));
                text.push_str(&self.disambiguation(m));
            }
        }
        if m.is_capture() {
            text.push('x');
        }
        text.push_str(&m.to().to_string());
        if let Some(piece) = m.promotion() {
            text.push('=');
            text.push(self.letter(piece));
        }
        text
    }

    /// Shortest of file, rank or square that distinguishes the origin from other pieces of the same type.
    fn disambiguation(&self, m: Move) -> String {
        let rivals: Vec<Square> = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.to() == m.to() && other.from() != m.from())
            .filter(|other| !other.is_castling() && !other.is_drop())
            .map(|other| other.from())
            .filter(|&from| self.piece_on(from) == self.piece_on(m.from()))
            .collect();
        let from = m.from();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            file_letter(from).to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            ((b'1' + from.rank()) as char).to_string()
        } else {
            from.to_string()
        }
    }

    /// Parses a legal move in SAN. Marks for check, mate, capture, en passant and annotations are optional
    /// and not verified; castling may use zeros or lower-case letters. The origin may be named although it
    /// is not needed (`Ng1-f3`, `Ra1xa8+`, `Ke1g1` for castling).
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        if !text.is_ascii() {
            return Err(MoveError::NotAMove);
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.strip_suffix("e.p.").unwrap_or(text);
        let moves = self.legal_moves();
        let normalized = text.to_ascii_uppercase().replace('0', "O");
        if let Some(side) = match normalized.as_str() {
            "O-O" | "OO" => Some(CastlingSide::KingSide),
            "O-O-O" | "OOO" => Some(CastlingSide::QueenSide),
            _ => None,
        } {
            return single_match(&moves, |m| {
                m.is_castling() && self.san_castling_side(m) == side
            });
        }
        if text.contains('@') {
            return self.parse_drop(text);
        }
        let pattern = self.parse_pattern(text).ok_or(MoveError::NotAMove)?;
        let found = single_match(&moves, |m| {
            self.piece_on(m.from())
                .is_some_and(|piece| pattern.matches(piece.piece_type(), m))
        });
        match found {
            Err(MoveError::Illegal) => single_match(&moves, |m| {
                pattern.matches_castling(m, self.castling_king_target(m))
            }),
            found => found,
        }
    }

    /// The side in SAN: the king's short way is `O-O`. From the d-file, in wild castle, it leads to the b-file, as on
    /// chess servers and in XBoard.
    fn san_castling_side(&self, m: Move) -> CastlingSide {
        const B_FILE: File = 1;
        const G_FILE: File = 6;
        match self.castling_king_target(m).file() {
            B_FILE | G_FILE => CastlingSide::KingSide,
            _ => CastlingSide::QueenSide,
        }
    }

    fn parse_pattern(&self, text: &str) -> Option<SanPattern> {
        let first = text.chars().next()?;
        let named = first
            .is_ascii_uppercase()
            .then(|| self.piece_type_of_letter(first));
        let (piece, rest) = match named {
            Some(piece) => (piece?, &text[1..]),
            None => (PieceType::Pawn, text),
        };
        let (rest, promotion) = match rest.split_once('=') {
            Some((rest, letter)) => (rest, Some(self.promotion_of(single_letter(letter)?)?)),
            None => match rest.char_indices().next_back()? {
                (_, '1'..='8') => (rest, None),
                (last, letter) => (&rest[..last], Some(self.promotion_of(letter)?)),
            },
        };
        SanPattern::new(piece, rest, promotion)
    }
}

/// Parsed SAN of a move other than castling.
struct SanPattern {
    piece: PieceType,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
    promotion: Option<PieceType>,
}

impl SanPattern {
    /// The pattern of a move whose origin, as far as it is named, and target are `rest`.
    fn new(piece: PieceType, rest: &str, promotion: Option<PieceType>) -> Option<SanPattern> {
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let mut pattern = SanPattern {
            piece,
            from_file: None,
            from_rank: None,
            to: Square::parse(to)?,
            promotion,
        };
        for letter in origin.bytes().filter(|letter| !b"x:-".contains(letter)) {
            match letter {
                b'a'..=b'h' if pattern.from_file.is_none() => {
                    pattern.from_file = Some(letter - b'a');
                }
                b'1'..=b'8' if pattern.from_rank.is_none() => {
                    pattern.from_rank = Some(letter - b'1');
                }
                _ => return None,
            }
        }
        Some(pattern)
    }

    /// Whether the pattern names the king's origin and, as the target, where it goes or its rook.
    fn matches_castling(&self, m: Move, king_target: Square) -> bool {
        m.is_castling()
            && self.piece == PieceType::King
            && self.promotion.is_none()
            && self.from_file == Some(m.from().file())
            && self.from_rank == Some(m.from().rank())
            && (king_target == self.to || m.to() == self.to)
    }

    fn matches(&self, piece: PieceType, m: Move) -> bool {
        piece == self.piece
            && m.to() == self.to
            && m.promotion() == self.promotion
            && !m.is_castling()
            && !m.is_drop()
            && self.from_file.is_none_or(|file| file == m.from().file())
            && self.from_rank.is_none_or(|rank| rank == m.from().rank())
    }
}

fn single_match(moves: &MoveList, matches: impl Fn(Move) -> bool) -> Result<Move, MoveError> {
    let mut found = moves.iter().copied().filter(|&m| matches(m));
    match (found.next(), found.next()) {
        (Some(m), None) => Ok(m),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous),
        (None, _) => Err(MoveError::Illegal),
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    #[test]
    fn disambiguation_by_file_rank_and_both() {
        let position = position("6k1/8/8/8/Q6Q/8/8/K2R1R1Q w - - 0 1");
        for (coordinate, san) in [
            ("d1e1", "Rde1"),
            ("f1e1", "Rfe1"),
            ("a4e4", "Qae4"),
            ("h1e4", "Q1e4"),
            ("h4e4", "Qh4e4"),
        ] {
            let m = position.parse_coordinate(coordinate).unwrap();
            assert_eq!(position.to_san(m), san);
            assert_eq!(position.parse_san(san), Ok(m));
        }
        assert_eq!(position.parse_san("Qe4"), Err(MoveError::Ambiguous));
    }

    #[test]
    fn the_origin_may_be_named_where_it_is_not_needed() {
        let knight = position("4k3/8/8/8/8/8/4P3/N3K2R w K - 0 1");
        for (san, coordinate) in [
            ("Na1b3", "a1b3"),
            ("Na1-b3", "a1b3"),
            ("Nab3", "a1b3"),
            ("N1b3", "a1b3"),
            ("Na1xb3", "a1b3"),
            ("Pe2e4", "e2e4"),
            ("Pe2-e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("Rh1h8+", "h1h8"),
            ("Ke1g1", "e1g1"),
            ("Ke1-g1", "e1g1"),
            ("Ke1xh1", "e1g1"),
            ("Ke1-f1", "e1f1"),
        ] {
            let m = knight.parse_coordinate(coordinate);
            assert!(m.is_ok() && knight.parse_san(san) == m, "{san}");
        }
        for san in ["Nb1b3", "N2b3", "Ke2g1", "Ke1c1", "Kg1"] {
            assert_eq!(knight.parse_san(san), Err(MoveError::Illegal), "{san}");
        }
        let pawn = position("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
        for san in ["e7xd8=Q+", "e7d8Q", "Pe7xd8=Q", "e7:d8q"] {
            let m = pawn.parse_move(san).unwrap();
            assert_eq!(m, pawn.parse_coordinate("e7d8q").unwrap(), "{san}");
        }
    }

    #[test]
    fn case_distinguishes_b_pawns_from_bishops() {
        let position = position("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1");
        let pawn = position.parse_san("bxc3").unwrap();
        let bishop = position.parse_san("Bxc3").unwrap();
        assert_eq!(pawn.from().to_string(), "b2");
        assert_eq!(bishop.from().to_string(), "d2");
    }

    #[test]
    fn checkmate_is_marked() {
        let position = position("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
        let m = position.parse_san("Re8").unwrap();
        assert_eq!(position.to_san(m), "Re8#");
        assert_eq!(position.parse_san("Re8+!?"), Ok(m));
    }
}
