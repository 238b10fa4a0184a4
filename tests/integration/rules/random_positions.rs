//! Random games and random boards.

use diglot::board::{CastlingMode, Epd, Position, Setup, SetupCastlingRight};
use diglot::types::{Color, Move, MoveKind, Piece, PieceType, Square};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// A game of random moves.
pub(super) struct Game {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
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
pub(super) struct Starts {
    start: fn(&mut StdRng) -> Position,
    middle: Vec<Position>,
}

impl Starts {
    pub(super) fn standard() -> Starts {
        Starts {
            start: |_| Position::startpos(),
            middle: read_positions("perft_standard.epd", CastlingMode::Standard),
        }
    }

    pub(super) fn chess960() -> Starts {
        Starts {
            start: random_chess960,
            middle: read_positions("perft_chess960.epd", CastlingMode::Chess960),
        }
    }

    /// An endless sequence of games.
    pub(super) fn games(&self, seed: u64) -> impl Iterator<Item = Game> {
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
pub(super) fn sample(count: usize, seed: u64) -> impl Iterator<Item = Position> {
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
pub(super) fn random_board(rng: &mut StdRng) -> Setup {
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
