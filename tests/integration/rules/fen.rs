//! Any text sent as a position, an EPD line or a move is accepted, repaired or rejected with the reason, and never
//! causes a panic.

use diglot::board::{
    CastlingMode, CastlingSide, FenError, InvalidPosition, Position, Setup, SetupCastlingRight,
};
use diglot::types::{Color, Piece, PieceType, Square};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::properties::notation::{check_move_text, check_playable, check_round_trip, check_text};
use crate::support::data_lines;

#[test]
fn broken_positions_are_rejected_with_the_reason() {
    let mut verdicts = [0; 2];
    for line in data_lines("broken.epd") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [fen, verdict, reason] = fields[..] else {
            panic!("three fields expected: {line}");
        };
        let result = Position::from_fen(fen, CastlingMode::Standard);
        match (verdict, result) {
            ("accept", Ok((position, _))) => check_playable(&position.into()),
            ("refuse", Err(error)) => assert_eq!(reason_of(&error), reason, "{fen}: {error}"),
            (_, result) => panic!("{verdict} expected: {fen}: {result:?}"),
        }
        verdicts[usize::from(verdict == "refuse")] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 50), "{verdicts:?}");
}

/// The reason as `broken.epd` writes it.
fn reason_of(error: &FenError) -> &'static str {
    match error {
        FenError::Board(_) | FenError::SideToMove(_) => "not a board or side to move",
        FenError::Invalid(InvalidPosition::NoKing(_)) => "a king is missing",
        FenError::Invalid(InvalidPosition::ManyKings(_)) => "more than one king",
        FenError::Invalid(InvalidPosition::PawnOnBackRank(_)) => "pawn on the first or last rank",
        FenError::Invalid(InvalidPosition::OpponentInCheck(_)) => {
            "the side not to move is in check"
        }
        other => panic!("{other} in chess"),
    }
}

/// A reachable position with the most legal moves, and their number.
const MOST_MOVES: (&str, usize) = ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218);

#[test]
fn boards_full_of_pieces_are_playable() {
    for fen in [
        MOST_MOVES.0,
        // Boards full of queens or of knights, and promotions on every file.
        "QQQQQQQQ/QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/rr3QQQ/kr2QKQQ w - - 0 1",
        "NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/N1NNNNNN/pp1NNNNN/knNNNNNK w - - 0 1",
        "NNNNNNNN/8/NNNNNNNN/8/NNNNNNNN/8/pp1N4/kn4NK w - - 0 1",
        "rnbqrbnr/PPPPPPPP/8/8/8/8/pp6/kn5K w - - 0 1",
        "KN5k/PP6/8/8/8/8/pppppppp/RNBQRBNR b - - 0 1",
    ] {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        check_playable(&position.into());
        if fen == MOST_MOVES.0 {
            assert_eq!(position.count_legal_moves(), MOST_MOVES.1);
        }
    }
}

/// Hill climbing: adds and removes pieces as long as the number of moves does not fall, to approach the greatest number
/// of moves of any valid board.
#[test]
fn no_board_has_more_moves_than_the_list_holds() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut most = 0;
    for _ in 0..20 {
        let mut setup = walled_king();
        let mut best = 0;
        for _ in 0..20_000 {
            let square = Square::from_index(rng.random_range(0..64));
            if WALL.contains(&square.index()) {
                continue;
            }
            let before = setup.squares[square.index()];
            setup.squares[square.index()] = *CANDIDATES.choose(&mut rng).unwrap();
            match setup.validate(CastlingMode::Standard) {
                Ok((position, _)) if position.count_legal_moves() >= best => {
                    best = position.count_legal_moves();
                    assert_eq!(position.legal_moves().len(), best);
                }
                _ => setup.squares[square.index()] = before,
            }
        }
        most = most.max(best);
    }
    assert!(most > MOST_MOVES.1, "only {most} moves");
}

/// Squares of [`walled_king`] that stay as they are: a1, b1, h1, a2, b2.
const WALL: [usize; 5] = [0, 1, 7, 8, 9];

/// The contents that the search tries on the other squares.
const CANDIDATES: [Option<Piece>; 6] = [
    None,
    Some(Piece::WhiteQueen),
    Some(Piece::WhiteQueen),
    Some(Piece::WhiteKnight),
    Some(Piece::WhitePawn),
    Some(Piece::BlackRook),
];

/// Black's king in a corner behind its own pieces, so that only a knight can give check.
fn walled_king() -> Setup {
    let mut setup = Setup::empty();
    let pieces = [
        Piece::BlackKing,
        Piece::BlackKnight,
        Piece::WhiteKing,
        Piece::BlackPawn,
        Piece::BlackPawn,
    ];
    for (square, piece) in WALL.into_iter().zip(pieces) {
        setup.squares[square] = Some(piece);
    }
    setup
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        failure_persistence: None, // proptest prints the minimal input, which becomes a separate test
        ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_text_is_parsed_or_rejected(text in any::<String>()) {
        check_text(&text);
        check_move_text(&Position::startpos().into(), &text);
    }

    #[test]
    fn fen_like_text_is_parsed_or_rejected(
        text in "([pnbrqkPNBRQK1-9]{1,9}/){7}[pnbrqkPNBRQK1-9]{1,9} [wb]( [KQkqA-Ha-h-]{1,5}( (-|[a-h][1-8])( -?[0-9]{1,7}){0,3})?)?",
    ) {
        check_text(&text);
    }

    #[test]
    fn mutated_fens_are_parsed_or_rejected(text in mutated(fens())) {
        check_text(&text);
    }

    #[test]
    fn mutated_epds_are_parsed_or_rejected(text in mutated(epds())) {
        check_text(&text);
    }

    #[test]
    fn any_board_is_playable_or_rejected(setup in any_setup()) {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            if let Ok((position, _)) = setup.validate(mode) {
                let position = position.into();
                check_round_trip(&position, mode);
                check_playable(&position);
            }
        }
    }

    #[test]
    fn mutated_moves_are_parsed_or_rejected(
        fen in prop::sample::select(fens()),
        text in mutated(move_texts()),
    ) {
        let (position, _) = Position::from_fen(&fen, CastlingMode::Chess960).unwrap();
        check_move_text(&position.into(), &text);
    }
}

/// One of the texts with a few characters replaced, inserted or removed, or with its end repeated.
fn mutated(texts: Vec<String>) -> impl Strategy<Value = String> {
    let character = prop_oneof![
        9 => prop::sample::select("pnbrqkPNBRQK0123456789/ wb-ABHacdefgh;\"=x+#O\t".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let edit = (any::<prop::sample::Index>(), 0..4, character);
    (
        prop::sample::select(texts),
        prop::collection::vec(edit, 0..6),
    )
        .prop_map(|(text, edits)| {
            let mut text: Vec<char> = text.chars().collect();
            for (index, kind, character) in edits {
                let at = index.index(text.len() + 1);
                match kind {
                    0 => text.insert(at, character),
                    1 if at < text.len() => text[at] = character,
                    2 if at < text.len() => drop(text.remove(at)),
                    _ => text.extend_from_within(at..),
                }
            }
            text.into_iter().collect()
        })
}

fn fens() -> Vec<String> {
    let mut fens: Vec<String> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 2",
        "1r2kr1r/8/8/8/3pP3/8/8/1R2KR1R b FBfb e3 0 9",
        "8/P6k/8/8/8/8/p6K/8 b - - 99 120",
    ]
    .map(str::to_owned)
    .into();
    for file in ["perft_standard.epd", "perft_chess960.epd"] {
        let lines = data_lines(file).into_iter().step_by(50);
        fens.extend(lines.filter_map(|line| Some(line.split(';').next()?.trim().to_owned())));
    }
    fens
}

fn epds() -> Vec<String> {
    [
        "r1b2rk1/ppq1bppp/2p1pn2/8/2NP4/2N1P3/PP2BPPP/2RQK2R w K - bm O-O Rxc4; id \"WAC; 1\"; c0 \"\";",
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 40; acd 12; pv Ke2 Kd7;",
        "4k3/8/8/8/8/8/8/4K3 w - - 7 9 ;D1 5 ;D2 25",
    ]
    .map(str::to_owned)
    .into()
}

fn move_texts() -> Vec<String> {
    [
        "e2e4", "e1g1", "e1h1", "e7e8q", "E2-E4", "a7a8=N", "0000", "Nbd2", "exd6e.p.", "Qh4xe1#",
        "O-O-O+", "0-0", "b8=Q", "bxc8=R+", "R1a3!?", "dxc3",
    ]
    .map(str::to_owned)
    .into()
}

/// Random pieces on random squares, one king per side (unless both fall on one square), and random castling rights.
fn any_setup() -> impl Strategy<Value = Setup> {
    let square = || (0..64_usize).prop_map(Square::from_index);
    let piece = (square(), prop::sample::select(Piece::ALL.to_vec()));
    let color = || prop::sample::select(Color::ALL.to_vec());
    let side = prop::sample::select(CastlingSide::ALL.to_vec());
    let castling_right = prop_oneof![
        (color(), side).prop_map(|(color, side)| SetupCastlingRight::Side(color, side)),
        (color(), 0..8_u8).prop_map(|(color, file)| SetupCastlingRight::RookFile(color, file)),
    ];
    (
        [square(), square()],
        prop::collection::vec(piece, 0..30),
        color(),
        prop::collection::vec(castling_right, 0..6),
        prop::option::of(square()),
        any::<u16>(),
        any::<u16>(),
    )
        .prop_map(
            |(kings, pieces, side_to_move, castling, en_passant, clock, number)| {
                let mut setup = Setup::empty();
                for (square, piece) in pieces {
                    let placed = match piece.piece_type() {
                        PieceType::King => false,
                        PieceType::Pawn => ![0, 7].contains(&square.rank()),
                        _ => true,
                    };
                    if placed {
                        setup.squares[square.index()] = Some(piece);
                    }
                }
                for (color, square) in Color::ALL.into_iter().zip(kings) {
                    setup.squares[square.index()] = Some(Piece::new(color, PieceType::King));
                }
                Setup {
                    side_to_move,
                    castling,
                    en_passant,
                    halfmove_clock: clock,
                    fullmove_number: number,
                    ..setup
                }
            },
        )
}
