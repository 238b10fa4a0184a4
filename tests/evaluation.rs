//! The evaluation favours neither colour, and its running sums are those of the position.

use diglot::board::{CastlingMode, Position};
use diglot::eval::{Accumulator, Evaluator};
use diglot::types::Score;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn positions() -> Vec<Position> {
    let text = include_str!("data/perft_standard.epd");
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    fens.map(|line| {
        let fen = line.split(';').next().unwrap();
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    })
    .collect()
}

fn evaluate(position: &Position) -> Score {
    Evaluator::new().evaluate(position, &Accumulator::of(position))
}

/// The same position with colours exchanged.
fn flipped(position: &Position) -> Position {
    let fen = position.to_fen(Default::default());
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let swapped: String = format!("{} {}", ranks.join("/"), fields[2])
        .chars()
        .map(|c| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
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
fn colours_are_equal() {
    for position in positions() {
        let mirror = flipped(&position);
        assert_eq!(evaluate(&position), evaluate(&mirror), "{position:?}");
    }
}

#[test]
fn sums_follow_every_move() {
    let mut random = StdRng::seed_from_u64(1);
    for start in positions() {
        let mut position = start;
        let mut sums = Accumulator::of(&position);
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.random_range(0..moves.len())];
            position.make_move(m, &mut sums);
            assert_eq!(sums, Accumulator::of(&position), "{position:?}");
        }
    }
}

#[test]
fn an_evaluator_remembers_nothing_wrong() {
    let mut evaluator = Evaluator::new();
    for position in positions() {
        let sums = Accumulator::of(&position);
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

#[test]
fn dead_drawn_material_is_worth_little() {
    for fen in [
        "8/8/4k3/8/8/3NN3/3K4/8 w - - 0 1",
        "8/8/5rk1/8/8/1B3R2/3K4/8 w - - 0 1",
        "8/8/4kn2/8/8/5R2/3K4/8 w - - 0 1",
    ] {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        assert!(evaluate(&position).raw().abs() < 120, "{fen}");
    }
}
