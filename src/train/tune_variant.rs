//! Texel tuning of the evaluation of a variant, from its self-play games.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::error::TrainError;
use super::target::sigmoid;
use super::tune::{Example, SCORE_SCALE, TuneConfig, TuneEvent, fit};
use crate::board::Variant;
use crate::data::VariantGame;
use crate::eval::{VariantTracer, Weight, current_variant_weights};
use crate::types::Color;

/// One game in this many validates.
const VALIDATION_INTERVAL: usize = 10;
/// Positions with a greater score, in centipawns, are left out.
const MAX_SCORE: i32 = 3000;

/// Tunes the current weights of a variant and calls `report` with the progress.
pub fn tune_variant(
    config: &TuneConfig,
    variant: &'static Variant,
    report: &mut dyn FnMut(TuneEvent),
) -> Result<Vec<Weight>, TrainError> {
    let mut examples = Vec::new();
    let mut validation = Vec::new();
    let mut tracer = VariantTracer::new(variant);
    let mut number = 0;
    for path in &config.data {
        let mut read = |game: &VariantGame| {
            number += 1;
            let subset = if number % VALIDATION_INTERVAL == 0 {
                &mut validation
            } else {
                &mut examples
            };
            add_examples(game, config.wdl as f32, &mut tracer, subset);
        };
        read_games(path, variant, &mut read)?;
    }
    examples.truncate(config.positions);
    report(TuneEvent::Loaded(validation.len() + examples.len()));
    if validation.is_empty() || examples.is_empty() {
        return Err(TrainError::NoPositions);
    }
    let weights = current_variant_weights(variant);
    Ok(fit(&examples, &validation, weights, config, report))
}

/// Reads the games of a file one by one.
fn read_games(
    path: &Path,
    variant: &'static Variant,
    read: &mut dyn FnMut(&VariantGame),
) -> Result<(), TrainError> {
    let lines = BufReader::new(File::open(path).map_err(TrainError::io(path))?).lines();
    for (index, line) in lines.enumerate() {
        let line = line.map_err(TrainError::io(path))?;
        let game = VariantGame::from_line(variant, &line);
        read(&game.map_err(|error| TrainError::VariantGame {
            path: path.to_owned(),
            line: index + 1,
            error,
        })?);
    }
    Ok(())
}

/// Adds the quiet positions of a game: those that are evaluated at the end of the quiescence search.
fn add_examples(
    game: &VariantGame,
    wdl: f32,
    tracer: &mut VariantTracer,
    examples: &mut Vec<Example>,
) {
    let mut position = game.start;
    for &(m, score) in &game.moves {
        let us = position.side_to_move();
        let is_quiet = m.is_quiet() && !position.in_check() && !position.is_forced_to_capture();
        if is_quiet && score.abs() <= MAX_SCORE {
            let result = game
                .winner
                .map_or(0.5, |winner: Color| f32::from(u8::from(winner == us)));
            let score = sigmoid(score as f32 / SCORE_SCALE);
            examples.push(Example {
                linear: tracer.trace(&position),
                target: score + wdl * (result - score),
            });
        }
        position = position.after(m);
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::board::variant;

    #[test]
    fn the_side_that_wins_with_a_knight_in_hand_makes_it_dear() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.txt");
        let line = "1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1; a2a3 0 a7a6 0";
        std::fs::write(&path, format!("{line}\n").repeat(20)).unwrap();
        let crazyhouse = variant("crazyhouse").unwrap();
        let config = |path: &Path| TuneConfig {
            data: vec![path.to_owned()],
            positions: 1000,
            wdl: 1.0,
            steps: 30,
            learning_rate: 1.0,
            threads: 1,
            seed: 0,
            deviation: Some(50.0),
        };
        let tuned = tune_variant(&config(&path), crazyhouse, &mut |_| {}).unwrap();
        let before = current_variant_weights(crazyhouse);
        let sum = |weights: &[Weight]| weights.iter().map(|weight| weight[0]).sum::<f32>();
        assert_ne!(sum(&tuned), sum(&before));
        std::fs::write(&path, "1 no game").unwrap();
        let error = tune_variant(&config(&path), crazyhouse, &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }
}
