//! The accuracy of a player by the formula of lichess (<https://lichess.org/page/accuracy>), so that the numbers compare
//! with those of lichess: an accuracy per move from the loss of winning chances, and for the game the mean of their
//! harmonic mean and their mean weighted by the volatility of the game around the move.

use super::score::WhiteScore;
use crate::types::Color;

/// Scores beyond this many centipawns, and mates, count as this.
const MAX_CENTIPAWNS: i32 = 1000;

/// Slope of the winning chances per centipawn.
const WIN_SLOPE: f64 = 0.003_682_08;

/// Accuracy of a move that loses x percent of winning chances: `SCALE * exp(-DECAY * x) - OFFSET`, …
const SCALE: f64 = 103.1668;
const DECAY: f64 = 0.043_54;
const OFFSET: f64 = 3.1669;
/// … and this, since the scores are not exact.
const UNCERTAINTY: f64 = 1.0;

/// Smallest and largest number of positions by which the volatility is measured, and of them one per this many plies.
const WINDOW: (usize, usize) = (2, 8);
const PLIES_PER_WINDOW: usize = 10;

/// Smallest and largest weight of a move: the standard deviation of the winning chances in its window.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Winning chances of White in percent.
pub(super) fn win_percent(score: WhiteScore) -> f64 {
    let centipawns = f64::from(score.clamped(MAX_CENTIPAWNS));
    100.0 / (1.0 + (-WIN_SLOPE * centipawns).exp())
}

/// Accuracy in percent of a move by the player's winning chances before and after it.
fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let accuracy = SCALE * (-DECAY * (before - after)).exp() - OFFSET + UNCERTAINTY;
    accuracy.clamp(0.0, 100.0)
}

/// The accuracy of White and Black in percent; `None` without moves. `scores` are those of all positions, the first with
/// `first` to move.
pub(super) fn game_accuracy(first: Color, scores: &[WhiteScore]) -> [Option<f64>; 2] {
    let chances: Vec<f64> = scores.iter().map(|&score| win_percent(score)).collect();
    let plies = chances.len().saturating_sub(1);
    let size = (plies / PLIES_PER_WINDOW).clamp(WINDOW.0, WINDOW.1);
    let weight = |ply: usize| {
        // The windows of the first moves lie before the game and are those of the first full one.
        let start = (ply + 2).saturating_sub(size);
        let window = &chances[start..(start + size).min(chances.len())];
        standard_deviation(window).clamp(WEIGHT.0, WEIGHT.1)
    };
    let mut moves: [Vec<(f64, f64)>; 2] = Default::default();
    let mut side = first;
    for ply in 0..plies {
        let (before, after) = match side {
            Color::White => (chances[ply], chances[ply + 1]),
            Color::Black => (100.0 - chances[ply], 100.0 - chances[ply + 1]),
        };
        moves[side.index()].push((move_accuracy(before, after), weight(ply)));
        side = !side;
    }
    moves.map(|moves| mean_accuracy(&moves))
}

/// The accuracy of a game from the accuracies and weights of the moves.
fn mean_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted: f64 = moves
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum();
    let reciprocals: f64 = moves.iter().map(|(accuracy, _)| accuracy.recip()).sum();
    // It is 0 if the accuracy of a move is.
    let harmonic = moves.len() as f64 / reciprocals;
    Some((weighted / weights + harmonic) / 2.0)
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count;
    variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accuracy(first: Color, centipawns: &[i32]) -> [Option<f64>; 2] {
        let scores: Vec<_> = centipawns
            .iter()
            .map(|&centipawns| WhiteScore::Centipawns(centipawns))
            .collect();
        game_accuracy(first, &scores)
    }

    #[test]
    fn winning_chances_and_move_accuracies_are_those_that_lichess_publishes() {
        let percent = |centipawns| win_percent(WhiteScore::Centipawns(centipawns));
        assert!((percent(0) - 50.0).abs() < 1e-9);
        assert!((percent(100) - 59.10).abs() < 0.01);
        assert!((percent(-300) - 24.89).abs() < 0.01);
        assert_eq!(percent(5000), win_percent(WhiteScore::Mate(3)));
        assert_eq!(move_accuracy(50.0, 60.0), 100.0);
        assert!((move_accuracy(50.0, 40.0) - 64.58).abs() < 0.01);
        assert_eq!(move_accuracy(100.0, 0.0), 0.0);
    }

    #[test]
    fn the_player_who_loses_chances_is_less_accurate() {
        let [white, black] = accuracy(Color::White, &[20, 20, 20, -300, -300, -290, -300]);
        assert_eq!(
            black.map(|accuracy| accuracy > 98.0),
            Some(true),
            "{black:?}"
        );
        assert!(white < Some(80.0), "{white:?}");
        // The same game with Black to move first.
        let [white, black] = accuracy(Color::Black, &[-20, -20, -20, 300, 300, 290, 300]);
        assert!(white > Some(98.0) && black < Some(80.0));
        assert_eq!(accuracy(Color::White, &[20]), [None, None]);
        let [white, black] = accuracy(Color::White, &[20, 20]);
        assert_eq!((white, black), (Some(100.0), None));
    }
}
