//! The terms that all variants share: material, mobility, centrality and pawn advance.

use super::attacks::{Attacks, attacks_of};
use super::goals::{checks_given, goal_progress};
use super::king_danger::{king_danger, shelter};
use super::pockets::pocket_value;
use super::tapered::Tapered;
use super::weights::{FairyWeights, weights_of};
use crate::board::{FAIRY_CHESS, Fairy, Position};
use crate::types::{Color, PieceType, Score, Square};

/// Phase of a game with all pieces on the board.
const MAX_PHASE: i32 = 24;
/// Greatest evaluation, in centipawns: beyond are known wins, which only the search finds here.
const MAX_EVALUATION: i32 = 4500;

/// Evaluates positions of the variant of a search.
pub struct FairyEvaluator {
    weights: &'static FairyWeights,
}

impl Default for FairyEvaluator {
    fn default() -> FairyEvaluator {
        FairyEvaluator {
            weights: weights_of(&FAIRY_CHESS),
        }
    }
}

impl FairyEvaluator {
    /// Takes the weights of the variant of `root`.
    pub fn reset(&mut self, root: &Position<Fairy>) {
        self.weights = weights_of(root.variant());
    }

    /// Whether the network evaluates what is common to the variant and chess.
    pub(in crate::eval) fn uses_network(&self) -> bool {
        self.weights.uses_network
    }

    /// The static evaluation for the side to move. `by_network` are the centipawns of the network, if it is used.
    pub fn evaluate(&self, position: &Position<Fairy>, by_network: Option<i32>) -> Score {
        let us = position.side_to_move();
        if let Some(centipawns) = by_network {
            let own = |color| {
                goal_progress(position, color, self.weights)
                    + checks_given(position, color, self.weights)
            };
            let extra = (own(us) - own(!us)).at(phase(position), MAX_PHASE);
            let score = centipawns + extra;
            return Score::cp(score.clamp(-MAX_EVALUATION, MAX_EVALUATION));
        }
        let attacks = Color::ALL.map(|color| attacks_of(position, color));
        let score = self.side(position, us, &attacks) - self.side(position, !us, &attacks);
        let phase = phase(position);
        let score = score.at(phase, MAX_PHASE) + self.weights.tempo;
        Score::cp(score.clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// All terms of one side.
    fn side(&self, position: &Position<Fairy>, color: Color, attacks: &[Attacks; 2]) -> Tapered {
        let weights = self.weights;
        let mut score = Tapered::default();
        for piece_type in PieceType::ALL {
            let pieces = position.pieces(color, piece_type);
            score += weights.pieces[piece_type.index()] * pieces.count() as i32;
            for square in pieces {
                score += self.placement(piece_type, square, color);
            }
        }
        let own = &attacks[color.index()];
        let free = !position.of_color(color);
        for (piece_type, attacked) in &own.by_piece {
            if !matches!(piece_type, PieceType::Pawn | PieceType::King) {
                score += weights.mobility * (*attacked & free).count() as i32;
            }
        }
        let danger = king_danger(position, color, &attacks[(!color).index()], weights);
        score += shelter(position, color, weights) - Tapered(danger, danger / 2);
        score += pocket_value(position, color, weights);
        score + goal_progress(position, color, weights) + checks_given(position, color, weights)
    }

    fn placement(&self, piece_type: PieceType, square: Square, color: Color) -> Tapered {
        let weights = self.weights;
        match piece_type {
            PieceType::Pawn => {
                let steps = i32::from(square.relative_rank(color)) - 1;
                weights.advance * steps + weights.centrality * (centrality(square) / 2)
            }
            PieceType::King => weights.king_centrality * centrality(square),
            PieceType::Rook => Tapered::default(),
            _ => weights.centrality * centrality(square),
        }
    }
}

/// Steps from the edge, 0 to 3.
pub(super) fn centrality(square: Square) -> i32 {
    let from_edge = |line: u8| line.min(7 - line);
    i32::from(from_edge(square.file()).min(from_edge(square.rank())))
}

/// The game phase by the pieces left, on the board and in hand.
fn phase(position: &Position<Fairy>) -> i32 {
    let count = |piece_type| {
        let in_hand = Color::ALL.map(|color| u32::from(position.pocket(color, piece_type)));
        (position.of_type(piece_type).count() + in_hand[0] + in_hand[1]) as i32
    };
    let phase = count(PieceType::Knight)
        + count(PieceType::Bishop)
        + 2 * count(PieceType::Rook)
        + 4 * count(PieceType::Queen);
    phase.min(MAX_PHASE)
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
                "rnbqkbnr/8/8/8/8/8/8/R7 w - - 0 1",
                "r7/8/8/8/8/8/8/RNBQKBNR w - - 0 1",
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
