//! The annotations of a game, from the searches of its positions.

use super::accuracy::game_accuracy;
use super::game::MainLine;
use super::judgement::{Judgement, loss};
use super::position::PositionAnalysis;
use super::score::WhiteScore;
use crate::types::Move;

/// The annotation of a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoveAnnotation {
    /// The best move instead.
    pub best: Option<Move>,
    /// Winning chances lost, 0 to 1; 0 for the best move.
    pub loss: f64,
    pub judgement: Option<Judgement>,
}

/// The annotations of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Annotation {
    /// The analyses of the start position and of those after each move; empty if nothing was searched.
    pub positions: Vec<PositionAnalysis>,
    /// Their scores.
    pub scores: Vec<WhiteScore>,
    pub moves: Vec<MoveAnnotation>,
    /// Accuracy of White and Black in percent; `None` without moves.
    pub accuracy: [Option<f64>; 2],
}

impl Annotation {
    /// The annotation of a game without moves, which is not searched.
    pub(super) fn none() -> Annotation {
        Annotation {
            positions: Vec::new(),
            scores: Vec::new(),
            moves: Vec::new(),
            accuracy: [None; 2],
        }
    }

    pub(super) fn new(game: &MainLine, positions: Vec<PositionAnalysis>) -> Annotation {
        let sides = game
            .positions
            .iter()
            .map(|position| position.side_to_move());
        let scores: Vec<WhiteScore> = positions
            .iter()
            .zip(sides)
            .map(|(analysis, side)| WhiteScore::new(analysis.score, side))
            .collect();
        let annotate = |(ply, &played): (usize, &Move)| {
            let (before, after) = (&positions[ply], &positions[ply + 1]);
            let best = before.best_move();
            let (score, after) = (before.score, -after.score);
            let (loss, judgement) = if best == Some(played) {
                (0.0, None)
            } else {
                let loss = loss(&game.positions[ply], score, after);
                let judgement = Judgement::of_loss(loss).max(Judgement::of_mate(score, after));
                (loss, judgement)
            };
            MoveAnnotation {
                best,
                loss,
                judgement,
            }
        };
        let moves = game.moves.iter().enumerate().map(annotate).collect();
        Annotation {
            moves,
            accuracy: game_accuracy(game.positions[0].side_to_move(), &scores),
            scores,
            positions,
        }
    }

    /// Numbers of inaccuracies, mistakes and blunders of the side that makes the moves `first`, `first + 2`, ….
    pub(super) fn counts(&self, first: usize) -> [usize; 3] {
        Judgement::ALL.map(|judgement| {
            let moves = self.moves.iter().skip(first).step_by(2);
            moves.filter(|m| m.judgement == Some(judgement)).count()
        })
    }
}
