//! Random positions: incrementally updated state equals recomputed state, the move generators and the validation of
//! moves agree, and notations round-trip.

use diglot::board::{BoardObserver, CastlingMode, FenStyle, Generate, MoveError, Position};
use diglot::types::{Move, MoveKind, Piece, PieceType, Square};

use super::random_positions::{Starts, sample};

/// A TT entry can hold any 16 bits: the validation must accept exactly the legal moves.
#[test]
fn every_16_bit_move_is_legal_or_rejected() {
    for position in sample(300, 4) {
        let accepted: Vec<u16> = (0..=u16::MAX)
            .filter_map(Move::from_bits)
            .filter(|&m| position.is_pseudo_legal(m) && position.is_legal(m))
            .map(Move::bits)
            .collect();
        assert_eq!(
            accepted,
            sorted_bits(&position.legal_moves()),
            "{position:?}"
        );
    }
}

#[test]
fn notations_round_trip() {
    for position in sample(4000, 5) {
        for m in position.legal_moves() {
            check_notations(&position, m);
        }
    }
}

#[test]
fn observers_see_every_board_change() {
    for (starts, seed) in [(Starts::standard(), 6), (Starts::chess960(), 7)] {
        for game in starts.games(seed).take(500) {
            let mut position = game.start;
            let mut mirror = Mirror::of(&position);
            for &m in &game.moves {
                position.make_move(m, &mut mirror);
                assert_eq!(mirror, Mirror::of(&position), "{m:?} to {position:?}");
            }
        }
    }
}

/// Checks the invariants of a single position.
pub(super) fn check_position(position: &Position) {
    check_generators(position);
    check_fen(position);
    if !position.in_check() {
        check_fen(&position.after_null());
    }
}

/// Counting moves, generating all moves, and generating noisy and quiet moves separately must agree.
fn check_generators(position: &Position) {
    let all = position.legal_moves();
    assert_eq!(position.count_legal_moves(), all.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !all.is_empty(), "{position:?}");
    let mut parts = Vec::new();
    for (kind, noisy) in [(Generate::Noisy, true), (Generate::Quiet, false)] {
        let mut part = Default::default();
        position.generate(kind, &mut part);
        for &m in &part {
            assert_eq!(is_noisy(position, m), noisy, "{m:?} in {position:?}");
            assert_eq!(m.is_quiet(), !noisy, "{m:?} in {position:?}");
        }
        parts.extend(part);
    }
    // The comparison of sorted lists shows that no move is in both parts.
    assert_eq!(sorted_bits(&parts), sorted_bits(&all), "{position:?}");
    let has_en_passant = all.iter().any(|m| m.kind() == MoveKind::EnPassant);
    assert_eq!(
        position.en_passant().is_some(),
        has_en_passant,
        "{position:?}"
    );
}

fn sorted_bits(moves: &[Move]) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|m| m.bits()).collect();
    bits.sort_unstable();
    bits
}

/// Whether a move captures or promotes, derived from the board and not from the move's kind.
fn is_noisy(position: &Position, m: Move) -> bool {
    let pawn = position.of_type(PieceType::Pawn).contains(m.from());
    let takes = position.of_color(!position.side_to_move()).contains(m.to());
    let changes_file = m.from().file() != m.to().file();
    takes || pawn && (changes_file || [0, 7].contains(&m.to().rank()))
}

/// A position read from its own FEN must have the same pieces, castling rights, keys, checkers and pins.
fn check_fen(position: &Position) {
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let fen = position.to_fen(style);
        let (read, warnings) = Position::from_fen(&fen, CastlingMode::Chess960)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(warnings, [], "{fen}");
        assert_eq!(read.key(), position.key(), "{fen}");
        assert_eq!(read.keys(), position.keys(), "{fen}");
        assert_eq!(read.checkers(), position.checkers(), "{fen}");
        assert_eq!(read.pinned(), position.pinned(), "{fen}");
        assert!(read == *position, "{fen}");
    }
}

fn check_notations(position: &Position, m: Move) {
    let san = position.to_san(m);
    assert_eq!(position.parse_san(&san), Ok(m), "{san} in {position:?}");
    assert_eq!(position.parse_move(&san), Ok(m), "{san} in {position:?}");
    let by_rook = m.to_coordinate(true);
    assert_eq!(
        position.parse_coordinate(&by_rook),
        Ok(m),
        "{by_rook} in {position:?}"
    );
    assert_eq!(
        position.parse_move(&by_rook),
        Ok(m),
        "{by_rook} in {position:?}"
    );
    let by_king = m.to_coordinate(false);
    assert_eq!(
        position.parse_coordinate(&by_king),
        read_king_movement(position, m),
        "{by_king} in {position:?}"
    );
}

/// The move that results when castling is written as the king's movement: a plain king move to the same square takes
/// precedence.
fn read_king_movement(position: &Position, m: Move) -> Result<Move, MoveError> {
    let step = position.legal_moves().into_iter().find(|step| {
        m.is_castling()
            && !step.is_castling()
            && step.from() == m.from()
            && step.to() == m.castling_king_target()
    });
    Ok(step.unwrap_or(m))
}

/// The board as maintained by an observer of the moves.
#[derive(Debug, PartialEq)]
struct Mirror([Option<Piece>; 64]);

impl Mirror {
    fn of(position: &Position) -> Mirror {
        let mut squares = [None; 64];
        for square in Square::all() {
            squares[square.index()] = position.piece_on(square);
        }
        Mirror(squares)
    }
}

impl BoardObserver for Mirror {
    fn added(&mut self, piece: Piece, square: Square) {
        let before = self.0[square.index()].replace(piece);
        assert_eq!(before, None, "{piece:?} put on {square}");
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        let before = self.0[square.index()].take();
        assert_eq!(before, Some(piece), "taken off {square}");
    }
}
