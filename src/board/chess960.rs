//! Start positions of Chess960 by Scharnagl number
//! (<https://www.chessprogramming.org/Reinhard_Scharnagl>).

use super::castling::back_rank;
use super::position::Position;
use super::setup::{Setup, SetupCastlingRight};
use crate::types::{Color, Piece, PieceType, Square};

/// Number of Chess960 back-rank arrangements.
pub(crate) const CHESS960_POSITIONS: u16 = 960;

/// Knight positions among the five files that are free after bishops and queen (Scharnagl's N5N table).
const KNIGHT_FILES: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

impl Position {
    /// Start position with the given Scharnagl numbers, each 0 to 959; 518 is standard chess. Equal numbers
    /// give a Chess960 position, different ones a double Chess960 (DFRC) position. Returns `None` if a
    /// number is out of range.
    pub fn chess960(white: u16, black: u16) -> Option<Position> {
        let mut setup = Setup::startpos();
        setup.castling.clear();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let rank = back_rank(color);
            for (file, piece) in (0..).zip(arrangement(number)?) {
                let square = Square::new(file, rank);
                setup.squares[square.index()] = Some(Piece::new(color, piece));
                if piece == PieceType::Rook {
                    setup
                        .castling
                        .push(SetupCastlingRight::RookFile(color, file));
                }
            }
        }
        let (position, _) = setup.validate(Default::default()).ok()?;
        Some(position)
    }
}

impl Position {
    /// The inverse of [`Position::chess960`]: White's and Black's numbers, or `None` if it is no start position.
    pub fn chess960_numbers(&self) -> Option<(u16, u16)> {
        let number = |color| {
            let rank = back_rank(color);
            let piece = |file| self.piece_on(Square::new(file, rank));
            let pieces: [_; 8] = std::array::from_fn(|file| piece(file as u8));
            let matches = |pieces: &[_; 8], number| {
                let same = |(&found, piece)| found == Some(Piece::new(color, piece));
                arrangement(number).is_some_and(|expected| pieces.iter().zip(expected).all(same))
            };
            (0..CHESS960_POSITIONS).find(|&number| matches(&pieces, number))
        };
        let numbers = (number(Color::White)?, number(Color::Black)?);
        (Position::chess960(numbers.0, numbers.1)? == *self).then_some(numbers)
    }
}

/// Back-rank pieces from the a-file to the h-file.
fn arrangement(number: u16) -> Option<[PieceType; 8]> {
    if number >= CHESS960_POSITIONS {
        return None;
    }
    let number = usize::from(number);
    let mut pieces = [None; 8];
    pieces[2 * (number % 4) + 1] = Some(PieceType::Bishop);
    pieces[2 * (number / 4 % 4)] = Some(PieceType::Bishop);
    place(&mut pieces, number / 16 % 6, PieceType::Queen);
    let [first, second] = KNIGHT_FILES[number / 96];
    place(&mut pieces, second, PieceType::Knight);
    place(&mut pieces, first, PieceType::Knight);
    let outer = [PieceType::Rook, PieceType::King, PieceType::Rook];
    for piece in outer {
        place(&mut pieces, 0, piece);
    }
    Some(pieces.map(|piece| piece.unwrap_or(PieceType::King)))
}

/// Places a piece on the free file with index `free`.
fn place(pieces: &mut [Option<PieceType>; 8], free: usize, piece: PieceType) {
    if let Some(file) = pieces.iter_mut().filter(|slot| slot.is_none()).nth(free) {
        *file = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn letters(number: u16) -> String {
        let pieces = arrangement(number).unwrap();
        pieces.iter().map(|piece| piece.letter()).collect()
    }

    #[test]
    fn arrangements_match_scharnagl_numbers() {
        for (number, pieces) in [
            (0, "bbqnnrkr"),
            (1, "bqnbnrkr"),
            (518, "rnbqkbnr"),
            (959, "rkrnnqbb"),
        ] {
            assert_eq!(letters(number), pieces);
        }
    }

    #[test]
    fn all_960_arrangements_are_valid_and_distinct() {
        let mut seen = HashSet::new();
        for number in 0..CHESS960_POSITIONS {
            let pieces = letters(number);
            let find = |letter| {
                pieces
                    .match_indices(letter)
                    .map(|(i, _)| i)
                    .collect::<Vec<_>>()
            };
            let (bishops, rooks, king) = (find('b'), find('r'), find('k')[0]);
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{pieces}");
            assert!(rooks[0] < king && king < rooks[1], "{pieces}");
            assert_eq!(find('n').len() + find('q').len(), 3, "{pieces}");
            assert!(seen.insert(pieces));
        }
        assert_eq!(arrangement(CHESS960_POSITIONS), None);
    }

    #[test]
    fn positions_have_all_castling_rights() {
        assert_eq!(Position::chess960(518, 518), Some(Position::startpos()));
        let double = Position::chess960(0, 959).unwrap();
        let fen = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1";
        assert_eq!(double.to_fen(crate::board::FenStyle::Shredder), fen);
        assert_eq!(Position::chess960(960, 0), None);
        assert_eq!(double.chess960_numbers(), Some((0, 959)));
        let moved = double.after(double.legal_moves()[0]);
        assert_eq!(moved.chess960_numbers(), None);
    }
}
