//! The evaluation as the search sees it: NNUE or HCE behind one interface.

use std::sync::Arc;

use super::endgame;
use super::hce::{HceEvaluator, PsqtAccumulator};
use super::nnue::{AccumulatorStack, Network};
use crate::board::{FIFTY_MOVES, Position};
use crate::types::{MAX_PLY, Move, Score};

/// Evaluates the positions of a line from a root. It follows every move on the line, so that evaluations are
/// incremental. Each search thread has its own.
pub struct Evaluator(Kind);

enum Kind {
    Hce {
        evaluator: HceEvaluator,
        /// By ply.
        psqt: Box<[PsqtAccumulator]>,
    },
    Network(Box<AccumulatorStack>),
}

impl Evaluator {
    /// Upper limit of the memory in bytes for networks with a hidden size of up to 512.
    pub const BYTES: usize = {
        let hce = HceEvaluator::BYTES + (MAX_PLY + 1) * size_of::<PsqtAccumulator>();
        let network = AccumulatorStack::bytes(512);
        if hce > network { hce } else { network }
    };

    /// An evaluator by a network, or without one by the HCE. Call [`Evaluator::reset`] before evaluating.
    pub fn new(network: Option<&Arc<Network>>) -> Evaluator {
        Evaluator(match network {
            Some(network) => Kind::Network(Box::new(AccumulatorStack::new(Arc::clone(network)))),
            None => Kind::Hce {
                evaluator: HceEvaluator::new(),
                psqt: vec![PsqtAccumulator::default(); MAX_PLY + 1].into_boxed_slice(),
            },
        })
    }

    /// Switches to another network, or to the HCE. Call [`Evaluator::reset`] afterwards.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        let is_same = match (&self.0, network) {
            (Kind::Network(stack), Some(network)) => Arc::ptr_eq(stack.network(), network),
            (Kind::Hce { .. }, None) => true,
            _ => false,
        };
        if !is_same {
            *self = Evaluator::new(network);
        }
    }

    /// Puts the root at ply 0.
    pub fn reset(&mut self, root: &Position) {
        match &mut self.0 {
            Kind::Hce { psqt, .. } => psqt[0] = PsqtAccumulator::of(root),
            Kind::Network(stack) => {
                stack.reset(root);
                // A root in check is not evaluated: without this every line would begin with a refresh.
                stack.update_accumulators(root, 0);
            }
        }
    }

    /// Makes a legal move in the position at `ply`, which is below [`MAX_PLY`]. It becomes the position at the next ply.
    #[inline]
    pub fn make_move(&mut self, position: &mut Position, m: Move, ply: usize) {
        match &mut self.0 {
            Kind::Hce { psqt, .. } => {
                let mut after = psqt[ply];
                position.make_move(m, &mut after);
                psqt[ply + 1] = after;
            }
            Kind::Network(stack) => position.make_move(m, stack.push(ply)),
        }
    }

    /// The network's part of the evaluator, for variants that it can evaluate too; `None` if the HCE evaluates.
    pub(super) fn network(&mut self) -> Option<&mut AccumulatorStack> {
        match &mut self.0 {
            Kind::Hce { .. } => None,
            Kind::Network(stack) => Some(stack),
        }
    }

    /// Makes a null move in the position at `ply`, which is below [`MAX_PLY`].
    #[must_use]
    pub fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        match &mut self.0 {
            Kind::Hce { psqt, .. } => psqt[ply + 1] = psqt[ply],
            Kind::Network(stack) => {
                stack.push(ply);
            }
        }
        position.after_null()
    }

    /// Updates the accumulators of the position at `ply`, which its evaluation needs, unless it is in check.
    #[inline]
    pub fn update_accumulators(&mut self, position: &Position, ply: usize) {
        if let Kind::Network(stack) = &mut self.0 {
            stack.prepare(position, ply);
        }
    }

    /// The static evaluation of the position at `ply` for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match &mut self.0 {
            Kind::Hce { evaluator, psqt } => evaluator.evaluate(position, &psqt[ply]),
            Kind::Network(stack) => evaluate_nnue(stack, position, ply),
        }
    }
}

/// Tempo bonus of the side to move, in centipawns (<https://www.chessprogramming.org/Tempo>): networks undervalue it by so
/// much, because the TD(λ) blend of their training scores takes in what the next moves lose.
const TEMPO: i32 = 8;

/// Shrinks an evaluation linearly with the halfmove clock once it exceeds `START` plies, to 58 % at the fifty-move rule
/// (from Stockfish, where it begins at once).
#[inline]
fn scale_by_halfmove_clock(score: Score, halfmove_clock: u16) -> Score {
    const START: u16 = 16;
    const LIMIT: i32 = 2 * FIFTY_MOVES as i32;
    let excess = i32::from(halfmove_clock.min(FIFTY_MOVES).saturating_sub(START));
    Score::cp(score.raw() * (LIMIT - excess) / LIMIT)
}

/// The network's evaluation, corrected by endgame knowledge.
#[inline]
fn evaluate_nnue(stack: &mut AccumulatorStack, position: &Position, ply: usize) -> Score {
    if let Some(score) = endgame::evaluate(position) {
        return score;
    }
    let score = Score::cp(stack.evaluate(position, ply) + TEMPO);
    let score = scale_by_halfmove_clock(score, position.halfmove_clock());
    let us = position.side_to_move();
    let stronger = if score >= Score::DRAW { us } else { !us };
    if endgame::cannot_win(position, stronger) {
        Score::DRAW
    } else if endgame::is_drawish(position, stronger) {
        Score::cp(score.raw() / 8)
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_shrink_with_the_halfmove_clock() {
        let scale = |score, clock| scale_by_halfmove_clock(Score::cp(score), clock).raw();
        assert_eq!(scale(200, 0), 200);
        assert_eq!(scale(200, 16), 200);
        assert_eq!(scale(200, 56), 160);
        assert_eq!(scale(-200, FIFTY_MOVES), -116);
        assert_eq!(scale(-200, u16::MAX), -116);
    }
}
