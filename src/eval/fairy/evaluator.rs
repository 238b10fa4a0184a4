//! The evaluation of the variants: the sum of all terms of both sides.

use super::attacks::Attacks;
use super::side::Side;
use super::weights::{FairyWeights, Row, row_of};
use super::{explosions, goals, king_danger, pawns, pieces, threats};
use crate::board::{FAIRY_CHESS, Fairy, Goal, Position, Royalty};
use crate::eval::tapered::Tapered;
use crate::eval::term_score::TermScore;
use crate::types::{Color, PieceType, Score};

/// Greatest evaluation, in centipawns: beyond are known wins, which only the search finds here.
const MAX_EVALUATION: i32 = 4500;

/// Evaluates positions of the variant of a search.
pub struct FairyEvaluator {
    row: &'static Row,
    /// Where the number of pieces tells the phase of the game, their number at its start.
    pieces_at_start: Option<u32>,
}

impl Default for FairyEvaluator {
    fn default() -> FairyEvaluator {
        FairyEvaluator {
            row: row_of(&FAIRY_CHESS),
            pieces_at_start: None,
        }
    }
}

impl FairyEvaluator {
    /// Takes the weights of the variant of `root`.
    pub fn reset(&mut self, root: &Position<Fairy>) {
        let variant = root.variant();
        self.row = row_of(variant);
        let by_pieces = variant.must_capture || variant.royalty == Royalty::BlackOnly;
        self.pieces_at_start = by_pieces.then(|| Position::start_of(variant).occupied().count());
    }

    /// Whether the network evaluates what is common to the variant and chess.
    pub(in crate::eval) fn uses_network(&self) -> bool {
        self.row.uses_network
    }

    /// The static evaluation for the side to move. `by_network` are the centipawns of the network, if it is used.
    pub fn evaluate(&self, position: &Position<Fairy>, by_network: Option<i32>) -> Score {
        let with_network = by_network.is_some();
        let (total, phase): (Tapered, i32) = self.total(position, with_network, &self.row.weights);
        let score = total.interpolate(phase, Tapered::FULL_SCALE) + by_network.unwrap_or(0);
        Score::cp(score.clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// The sum of the terms for the side to move, and the game phase, from 0 (endgame) to [`Tapered::MAX_PHASE`]. With a network
    /// the terms of chess are left out.
    pub(super) fn total<S: TermScore>(
        &self,
        position: &Position<Fairy>,
        with_network: bool,
        weights: &FairyWeights<S::Weight>,
    ) -> (S, i32) {
        let variant = position.variant();
        if with_network && variant.checks == 0 && variant.goal == Goal::Never {
            return (S::default(), Tapered::MAX_PHASE);
        }
        let attacks = Color::ALL.map(|color| Attacks::new(position, color));
        let score = |color: Color| {
            let side = Side {
                position,
                variant,
                color,
                own: &attacks[color.index()],
                enemy: &attacks[(!color).index()],
            };
            let mut score = king_danger::score::<S>(&side, weights) + goals::score(&side, weights);
            if !with_network {
                score += pieces::score(&side, weights);
                score += pawns::score(&side, weights);
                score += threats::score(&side, weights);
            }
            if variant.explodes {
                score += explosions::score(&side, weights);
            }
            score
        };
        let us = position.side_to_move();
        let mut total = score(us) - score(!us);
        total.add_weight(weights.tempo, 1);
        (total, self.phase(position))
    }

    /// The game phase by the pieces left, on the board and in hand.
    fn phase(&self, position: &Position<Fairy>) -> i32 {
        if let Some(at_start) = self.pieces_at_start {
            let left = position.occupied().count().min(at_start) as i32;
            return left * Tapered::MAX_PHASE / at_start as i32;
        }
        let count = |piece_type| {
            let in_hand = Color::ALL.map(|color| u32::from(position.pocket(color, piece_type)));
            (position.of_type(piece_type).count() + in_hand[0] + in_hand[1]) as i32
        };
        let phase = count(PieceType::Knight)
            + count(PieceType::Bishop)
            + 2 * count(PieceType::Rook)
            + 4 * count(PieceType::Queen);
        phase.min(Tapered::MAX_PHASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingMode, VARIANTS, variant};

    fn evaluate(name: &str, fen: &str) -> i32 {
        let variant = variant(name).unwrap();
        let (position, _) = Position::of_variant(variant, fen, CastlingMode::Standard).unwrap();
        let mut evaluator = FairyEvaluator::default();
        evaluator.reset(&position);
        evaluator.evaluate(&position, None).raw()
    }

    #[test]
    fn start_positions_are_about_even() {
        for variant in &VARIANTS {
            let score = evaluate(variant.name, variant.start_fen);
            assert!(score.abs() < 400, "{}: {score}", variant.name);
        }
    }

    #[test]
    fn what_wins_the_variant_is_worth_something() {
        for (name, better, worse) in [
            (
                "crazyhouse",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[Q] w - - 0 1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[P] w - - 0 1",
            ),
            (
                "3check",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 1+3 0 1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 3+3 0 1",
            ),
            (
                "kingofthehill",
                "4k3/8/8/8/8/3K4/8/8 w - - 0 1",
                "4k3/8/8/8/8/8/8/3K4 w - - 0 1",
            ),
            (
                "racingkings",
                "8/7K/8/8/8/8/k7/8 w - - 0 1",
                "8/8/8/8/8/7K/k7/8 w - - 0 1",
            ),
            (
                "antichess",
                "8/pppppppp/8/8/8/8/PPPP4/8 w - - 0 1",
                "8/pppp4/8/8/8/8/PPPPPPPP/8 w - - 0 1",
            ),
            (
                "nocastle",
                "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            ),
        ] {
            let (better, worse) = (evaluate(name, better), evaluate(name, worse));
            assert!(better > worse, "{name}: {better} {worse}");
        }
    }
}
