//! Random games: incrementally updated state equals recomputed state, notations round-trip, and the legal moves
//! equal those of the library cozy-chess (the oracle).

use cozy_chess::Board as Oracle;
use diglot::board::{
    BoardObserver, CastlingMode, Epd, FenStyle, Generate, MoveError, Position, Setup,
    SetupCastlingRight,
};
use diglot::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

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

/// Checks the invariants of a single position.
fn check_position(position: &Position) {
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

/// A game of random moves.
struct Game {
    start: Position,
    moves: Vec<Move>,
}

impl Game {
    /// Plays until mate, stalemate, the fifty-move rule or `MAX_PLIES`.
    fn random(start: Position, rng: &mut StdRng) -> Game {
        const MAX_PLIES: usize = 150;
        let mut moves = Vec::new();
        let mut position = start;
        while moves.len() < MAX_PLIES && !position.is_fifty_move_draw() {
            let Some(m) = random_move(&position, rng) else {
                break;
            };
            moves.push(m);
            position = position.after(m);
        }
        Game { start, moves }
    }

    fn positions(self) -> impl Iterator<Item = Position> {
        let mut position = self.start;
        let later = self.moves.into_iter().map(move |m| {
            position = position.after(m);
            position
        });
        std::iter::once(self.start).chain(later)
    }
}

fn random_move(position: &Position, rng: &mut StdRng) -> Option<Move> {
    let moves = position.legal_moves();
    let rare: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| m.is_castling() || m.is_promotion() || m.kind() == MoveKind::EnPassant)
        .collect();
    // Purely random games would hardly ever castle.
    if rng.random_bool(0.5) {
        rare.choose(rng).or_else(|| moves.choose(rng)).copied()
    } else {
        moves.choose(rng).copied()
    }
}

/// The first positions of games: half of them start positions, half from `middle`.
struct Starts {
    start: fn(&mut StdRng) -> Position,
    middle: Vec<Position>,
}

impl Starts {
    fn standard() -> Starts {
        Starts {
            start: |_| Position::startpos(),
            middle: read_positions("perft_standard.epd", CastlingMode::Standard),
        }
    }

    fn chess960() -> Starts {
        Starts {
            start: random_chess960,
            middle: read_positions("perft_chess960.epd", CastlingMode::Chess960),
        }
    }

    /// An endless sequence of games.
    fn games(&self, seed: u64) -> impl Iterator<Item = Game> {
        let mut rng = StdRng::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let middle = self
                .middle
                .choose(&mut rng)
                .filter(|_| rng.random_bool(0.5));
            let start = middle.copied().unwrap_or_else(|| (self.start)(&mut rng));
            Game::random(start, &mut rng)
        })
    }
}

/// `count` positions from standard games, Chess960 games and random boards each.
fn sample(count: usize, seed: u64) -> impl Iterator<Item = Position> {
    // Takes few positions from each game, so that they come from many games.
    const PLIES_APART: usize = 20;
    let from_games = [Starts::standard(), Starts::chess960()]
        .into_iter()
        .flat_map(move |starts| {
            let positions = starts.games(seed).flat_map(Game::positions);
            positions
                .step_by(PLIES_APART)
                .take(count)
                .collect::<Vec<_>>()
        });
    let mut rng = StdRng::seed_from_u64(seed);
    let boards = std::iter::repeat_with(move || random_board(&mut rng))
        .filter_map(|setup| Some(setup.validate(CastlingMode::Chess960).ok()?.0));
    from_games.chain(boards.take(count))
}

fn read_positions(file: &str, mode: CastlingMode) -> Vec<Position> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Epd::parse(line, mode).unwrap().position)
        .collect()
}

/// A start position of Chess960 or double Chess960, in which the back ranks of the sides differ.
fn random_chess960(rng: &mut StdRng) -> Position {
    let white = random_back_rank(rng);
    let black = if rng.random_bool(0.5) {
        white
    } else {
        random_back_rank(rng)
    };
    let mut setup = Setup::empty();
    for (file, pieces) in (0..8).zip(white.into_iter().zip(black)) {
        for (rank, color, piece) in [
            (0, Color::White, pieces.0),
            (1, Color::White, PieceType::Pawn),
            (6, Color::Black, PieceType::Pawn),
            (7, Color::Black, pieces.1),
        ] {
            setup.squares[Square::new(file, rank).index()] = Some(Piece::new(color, piece));
            if piece == PieceType::Rook {
                setup
                    .castling
                    .push(SetupCastlingRight::RookFile(color, file));
            }
        }
    }
    let (position, warnings) = setup.validate(CastlingMode::Chess960).unwrap();
    assert_eq!(warnings, [], "{position:?}");
    position
}

/// A Chess960 back rank: bishops on both colours, the king between the rooks.
fn random_back_rank(rng: &mut StdRng) -> [PieceType; 8] {
    use PieceType::{Bishop, King, Knight, Queen, Rook};
    let mut pieces = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    loop {
        pieces.shuffle(rng);
        let first = |piece| pieces.iter().position(|&p| p == piece);
        let last = |piece| pieces.iter().rposition(|&p| p == piece);
        let parity = |file: Option<usize>| file.map(|file| file % 2);
        if parity(first(Bishop)) != parity(last(Bishop))
            && first(Rook) < first(King)
            && first(King) < last(Rook)
        {
            return pieces;
        }
    }
}

/// Kings and up to 14 pieces per side on random squares, with every castling right that the king and rooks allow, and on
/// half of the boards a pawn that may be capturable en passant.
fn random_board(rng: &mut StdRng) -> Setup {
    let mut setup = Setup::empty();
    setup.side_to_move = *Color::ALL.choose(rng).unwrap();
    setup.castling = (0..8)
        .flat_map(|file| Color::ALL.map(|color| SetupCastlingRight::RookFile(color, file)))
        .collect();
    let mut free: Vec<Square> = Square::all().collect();
    free.shuffle(rng);
    if rng.random_bool(0.5) {
        set_up_en_passant(&mut setup, &mut free, rng);
    }
    for color in Color::ALL {
        let king = free.pop().unwrap();
        setup.squares[king.index()] = Some(Piece::new(color, PieceType::King));
        for square in free.split_off(free.len() - rng.random_range(0..=14)) {
            let piece = *PieceType::ALL[..5].choose(rng).unwrap();
            let misplaced = piece == PieceType::Pawn && [0, 7].contains(&square.rank());
            if !misplaced {
                setup.squares[square.index()] = Some(Piece::new(color, piece));
            }
        }
    }
    setup
}

/// Sets up a pawn that has made a double step and an enemy pawn that can capture it.
fn set_up_en_passant(setup: &mut Setup, free: &mut Vec<Square>, rng: &mut StdRng) {
    let us = setup.side_to_move;
    let (file, beside) = *[(0, 1), (3, 2), (4, 5), (6, 7)].choose(rng).unwrap();
    let square = |file, rank| Square::new(file, rank).relative_to(us);
    let (victim, capturer) = (square(file, 4), square(beside, 4));
    setup.squares[victim.index()] = Some(Piece::new(!us, PieceType::Pawn));
    setup.squares[capturer.index()] = Some(Piece::new(us, PieceType::Pawn));
    setup.en_passant = Some(square(file, 5));
    let taken = [victim, capturer, square(file, 5), square(file, 6)];
    free.retain(|square| !taken.contains(square));
}
