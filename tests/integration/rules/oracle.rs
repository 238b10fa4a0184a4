//! Random games and boards: the legal moves, checkers and pins equal those of the library cozy-chess (the oracle).

use cozy_chess::Board as Oracle;
use diglot::board::{CastlingMode, FenStyle, Position};
use diglot::types::{Bitboard, Move, MoveKind, PieceType};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::consistency::check_position;
use super::random_positions::{Starts, random_board};

#[test]
fn standard_games_agree_with_the_oracle() {
    check_games(&Starts::standard(), 60_000, 1);
}

#[test]
fn chess960_games_agree_with_the_oracle() {
    check_games(&Starts::chess960(), 60_000, 2);
}

/// Boards that no game leads to, with more pins, checks and en passant captures than games have.
#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut compared = 0;
    let mut en_passants = [0; 2];
    for _ in 0..120_000 {
        let setup = random_board(&mut rng);
        let Ok((position, _)) = setup.validate(CastlingMode::Chess960) else {
            continue;
        };
        check_position(&position);
        let legal = position.en_passant().is_some();
        let mut fen = position.to_fen(FenStyle::Shredder);
        if let (Some(square), false) = (setup.en_passant, legal) {
            // The oracle must find out by itself that the capture is illegal.
            fen = fen.replace(" - 0 1", &format!(" {square} 0 1"));
        }
        // The oracle rejects some boards, such as those with three checkers.
        if let Ok(oracle) = Oracle::from_fen(&fen, true) {
            check_against_oracle(&position, &oracle);
            compared += 1;
            en_passants[usize::from(legal)] += usize::from(setup.en_passant.is_some());
        }
    }
    assert!(compared > 24_000, "only {compared} boards");
    let [illegal, legal] = en_passants;
    assert!(
        illegal > 400 && legal > 400,
        "en passant: {illegal} illegal, {legal} legal"
    );
}

/// Plays random games until `positions` positions have been checked.
fn check_games(starts: &Starts, positions: usize, seed: u64) {
    let mut checked = 0;
    let mut rare = RareMoves::default();
    for game in starts.games(seed) {
        let mut position = game.start;
        let mut oracle = read_by_oracle(&position);
        check_position(&position);
        check_against_oracle(&position, &oracle);
        for &m in &game.moves {
            rare.count(m);
            position = position.after(m);
            oracle.play(oracle_move(m));
            check_position(&position);
            check_against_oracle(&position, &oracle);
        }
        checked += game.moves.len() + 1;
        if checked >= positions {
            break;
        }
    }
    rare.assert_many();
}

fn check_against_oracle(position: &Position, oracle: &Oracle) {
    // The oracle keeps the en passant square even if no capture is legal.
    let fields = |fen: String| {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        fields.remove(3);
        fields
    };
    let our_fields = fields(position.to_fen(FenStyle::Shredder));
    assert_eq!(our_fields, fields(format!("{oracle:#}")));
    assert_eq!(
        position.checkers(),
        Bitboard(oracle.checkers().0),
        "{position:?}"
    );
    // The oracle's pins include pieces of the other side that shield the king.
    let pinned = oracle.pinned() & oracle.colors(oracle.side_to_move());
    assert_eq!(position.pinned(), Bitboard(pinned.0), "{position:?}");

    let mut ours: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(oracle_move)
        .collect();
    let mut theirs = Vec::with_capacity(ours.len());
    oracle.generate_moves(|moves| {
        theirs.extend(moves);
        false
    });
    for moves in [&mut ours, &mut theirs] {
        moves.sort_unstable_by_key(|m| (m.from as u8, m.to as u8, m.promotion.map(|p| p as u8)));
    }
    assert_eq!(ours, theirs, "{position:?}");
}

fn read_by_oracle(position: &Position) -> Oracle {
    let fen = position.to_fen(FenStyle::Shredder);
    Oracle::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Converts a move to the oracle's type, which also encodes castling as king takes rook.
fn oracle_move(m: Move) -> cozy_chess::Move {
    let piece = |piece: PieceType| cozy_chess::Piece::index(piece.index());
    cozy_chess::Move {
        from: cozy_chess::Square::index(m.from().index()),
        to: cozy_chess::Square::index(m.to().index()),
        promotion: m.promotion().map(piece),
    }
}

/// Counts the rare, error-prone moves.
#[derive(Debug, Default)]
struct RareMoves {
    castlings: usize,
    en_passants: usize,
    promotions: usize,
}

impl RareMoves {
    fn count(&mut self, m: Move) {
        self.castlings += usize::from(m.is_castling());
        self.en_passants += usize::from(m.kind() == MoveKind::EnPassant);
        self.promotions += usize::from(m.is_promotion());
    }

    fn assert_many(&self) {
        let least = self.castlings.min(self.en_passants).min(self.promotions);
        assert!(least >= 40, "{self:?}");
    }
}
