//! The HCE is colour-symmetric, its incremental PSQT sums are exact, and it knows elementary endgames.

use diglot::board::{CastlingMode, Position};
use diglot::eval::hce::{HceEvaluator, PsqtAccumulator};
use diglot::types::{Color, Score};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn positions() -> Vec<Position> {
    let text = include_str!("../../data/perft_standard.epd");
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    fens.map(|line| {
        let fen = line.split(';').next().unwrap();
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    })
    .collect()
}

fn evaluate(position: &Position) -> Score {
    HceEvaluator::new().evaluate(position, &PsqtAccumulator::of(position))
}

/// The position with colours swapped.
fn flipped(position: &Position) -> Position {
    let fen = position.to_fen(Default::default());
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let swapped: String = format!("{} {}", ranks.join("/"), fields[2])
        .chars()
        .map(|c| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        })
        .collect();
    let (board, castling) = swapped.split_once(' ').unwrap();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = match fields[3].as_bytes() {
        [file, rank] => format!("{}{}", *file as char, if *rank == b'3' { 6 } else { 3 }),
        _ => "-".to_owned(),
    };
    let fen = format!("{board} {side} {castling} {en_passant} 0 1");
    Position::from_fen(&fen, CastlingMode::Standard).unwrap().0
}

#[test]
fn evaluation_is_colour_symmetric() {
    for position in positions() {
        let mirror = flipped(&position);
        assert_eq!(evaluate(&position), evaluate(&mirror), "{position:?}");
    }
}

#[test]
fn endgame_evaluation_is_colour_symmetric() {
    let text = include_str!("../../data/endgames.epd");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (fen, _) = line.split_once(" ; ").unwrap();
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let mirror = flipped(&position);
        assert_eq!(evaluate(&position), evaluate(&mirror), "{fen}");
    }
}

#[test]
fn incremental_psqt_sums_match_a_full_computation() {
    let mut random = StdRng::seed_from_u64(1);
    for start in positions() {
        let mut position = start;
        let mut sums = PsqtAccumulator::of(&position);
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.random_range(0..moves.len())];
            position.make_move(m, &mut sums);
            assert_eq!(sums, PsqtAccumulator::of(&position), "{position:?}");
        }
    }
}

#[test]
fn a_reused_evaluator_agrees_with_a_fresh_one() {
    let mut evaluator = HceEvaluator::new();
    for position in positions() {
        let sums = PsqtAccumulator::of(&position);
        assert_eq!(evaluator.evaluate(&position, &sums), evaluate(&position));
        assert_eq!(evaluator.evaluate(&position, &sums), evaluate(&position));
    }
}

#[test]
fn a_board_full_of_queens_does_not_overflow() {
    let fen = "kr6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1";
    let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    assert!(evaluate(&position) > Score::cp(10_000));
    assert_eq!(evaluate(&position), evaluate(&flipped(&position)));
}

/// White's advantage in centipawns.
fn advantage(fen: &str) -> i32 {
    let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let score = evaluate(&position).raw();
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

#[test]
fn drawn_positions_score_zero() {
    for fen in [
        "8/8/4k3/8/8/3NN3/3K4/8 b - - 0 1",
        "8/8/4k3/8/2b5/3BK3/8/8 b - - 0 1",
        "8/8/4k3/1n6/8/3BK3/8/8 b - - 0 1",
        // A lone minor piece cannot win, even against a pawn.
        "8/8/4k3/4p3/8/3NK3/8/8 b - - 0 1",
        // Wrong bishop: it does not control the corner where the rook pawns promote.
        "k7/8/8/P1K5/P7/4B3/8/8 b - - 0 1",
        "8/6b1/5k1p/7p/8/8/6K1/8 w - - 0 1",
        "6k1/8/7P/5K1P/4B3/8/3p4/8 b - - 0 1",
        // Doubled rook pawns without a bishop.
        "k7/8/8/P1K5/P7/8/8/8 b - - 0 1",
        // The opposition, also with an irrelevant second pawn.
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
        "8/p3k3/8/4K3/4P3/8/8/8 w - - 0 1",
    ] {
        assert_eq!(advantage(fen), 0, "{fen}");
    }
}

#[test]
fn winnable_positions_do_not_score_zero() {
    for fen in [
        // The bishop controls the corner; the king is too far from it; a pawn can change its file.
        "k7/8/8/P1K5/P7/3B4/8/8 b - - 0 1",
        "8/8/4k3/P1K5/P7/4B3/8/8 b - - 0 1",
        "k7/1p6/8/P1K5/P7/4B3/8/8 b - - 0 1",
        "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
        "8/8/4k3/8/3B4/3BK3/8/8 b - - 0 1",
    ] {
        assert!(advantage(fen) > 100, "{fen}");
    }
}

#[test]
fn a_lone_king_is_driven_to_the_mating_corner() {
    // The second position of each pair is better.
    for (fen, better) in [
        (
            "8/8/3k4/8/3K4/8/8/R7 b - - 0 1",
            "3k4/8/8/8/3K4/8/8/R7 b - - 0 1",
        ),
        (
            "3k4/8/8/8/3K4/8/8/R7 b - - 0 1",
            "3k4/8/3K4/8/8/8/8/R7 b - - 0 1",
        ),
        // A dark-squared bishop mates in a1 and h8.
        (
            "k7/8/2K5/8/8/8/8/B1N5 b - - 0 1",
            "7k/8/5K2/8/8/8/8/B1N5 b - - 0 1",
        ),
        (
            "7k/8/5K2/8/8/8/8/1BN5 b - - 0 1",
            "k7/8/2K5/8/8/8/8/1BN5 b - - 0 1",
        ),
    ] {
        assert!(advantage(fen) < advantage(better), "{fen} {better}");
        assert!(advantage(fen) > 5_000, "{fen}");
    }
    let stalemate = "k7/2Q5/8/8/8/8/8/2K5 b - - 0 1";
    assert_eq!(advantage(stalemate), 0);
}

#[test]
fn a_queen_or_rook_beats_a_pawn_far_from_promotion() {
    let drawn = [
        "8/8/8/8/8/8/p1Q4K/1k6 b - - 0 1",
        "8/8/8/8/8/8/2pk3K/Q7 b - - 0 1",
    ];
    let won = [
        "8/8/8/8/8/p7/2Q4K/1k6 b - - 0 1",
        "8/8/8/8/8/8/3pk2K/Q7 b - - 0 1",
        "8/8/8/8/4p3/3k4/8/R3K3 b - - 0 1",
        "5k2/8/8/8/4p3/8/8/R6K b - - 0 1",
    ];
    assert!(drawn.iter().all(|fen| advantage(fen) < 100));
    assert!(won.iter().all(|fen| advantage(fen) > 400));
    let escorted = "8/8/8/K7/8/3kp3/8/R7 b - - 0 1";
    assert!(advantage(escorted) < 100);
}

#[test]
fn drawish_material_scores_little() {
    for fen in [
        "8/8/5rk1/8/8/1B3R2/3K4/8 w - - 0 1",
        "8/8/4kn2/8/8/5R2/3K4/8 w - - 0 1",
        "8/8/4kb2/8/8/5R2/3K4/8 w - - 0 1",
    ] {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        assert!(evaluate(&position).raw().abs() < 120, "{fen}");
    }
}
