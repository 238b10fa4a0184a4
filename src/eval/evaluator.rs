//! What a search asks for evaluations: by a network or by hand-made terms, behind one interface.

use std::sync::Arc;

use super::endgame;
use super::hce::{self, PsqtAccumulator};
use super::nnue::{self, Network};
use crate::board::{FIFTY_MOVES, Position};
use crate::types::{MAX_PLY, Move, Score};

/// Evaluates the positions along a path from a root: it is told of every move that is made on the path,
/// and remembers what changes seldom. Each worker has its own.
pub struct Evaluator(Kind);

enum Kind {
    Classical {
        evaluator: hce::HceEvaluator,
        /// For each ply.
        sums: Box<[PsqtAccumulator]>,
    },
    Network(Box<nnue::AccumulatorStack>),
}

impl Evaluator {
    /// The memory it takes in bytes, at most but for networks of more than 512 accumulators.
    pub const BYTES: usize = {
        let classical = hce::HceEvaluator::BYTES + (MAX_PLY + 1) * size_of::<PsqtAccumulator>();
        let network = nnue::AccumulatorStack::bytes(512);
        if classical > network {
            classical
        } else {
            network
        }
    };

    /// An evaluator that wants to be told its root: by a network, or without one by hand-made terms.
    pub fn new(network: Option<&Arc<Network>>) -> Evaluator {
        Evaluator(match network {
            Some(network) => {
                Kind::Network(Box::new(nnue::AccumulatorStack::new(Arc::clone(network))))
            }
            None => Kind::Classical {
                evaluator: hce::HceEvaluator::new(),
                sums: vec![PsqtAccumulator::default(); MAX_PLY + 1].into_boxed_slice(),
            },
        })
    }

    /// Takes another network, or none, unless it has the same already. It wants to be told its root.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        let is_same = match (&self.0, network) {
            (Kind::Network(evaluator), Some(network)) => Arc::ptr_eq(evaluator.network(), network),
            (Kind::Classical { .. }, None) => true,
            _ => false,
        };
        if !is_same {
            *self = Evaluator::new(network);
        }
    }

    /// Begins a path at a position, which is at ply 0.
    pub fn reset(&mut self, root: &Position) {
        match &mut self.0 {
            Kind::Classical { sums, .. } => sums[0] = PsqtAccumulator::of(root),
            Kind::Network(evaluator) => evaluator.reset(root),
        }
    }

    /// The position after a legal move in the one at a ply, which is below [`MAX_PLY`]. It takes the place
    /// of what has been on the path at the next ply and beyond.
    #[inline]
    #[must_use]
    pub fn make_move(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let mut next = *position;
        match &mut self.0 {
            Kind::Classical { sums, .. } => {
                let mut after = sums[ply];
                next.make_move(m, &mut after);
                sums[ply + 1] = after;
            }
            Kind::Network(evaluator) => next.make_move(m, evaluator.push(ply)),
        }
        next
    }

    /// The same for passing.
    #[must_use]
    pub fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        match &mut self.0 {
            Kind::Classical { sums, .. } => sums[ply + 1] = sums[ply],
            Kind::Network(evaluator) => {
                evaluator.push(ply);
            }
        }
        position.after_null()
    }

    /// The value of the position at a ply for the side on move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match &mut self.0 {
            Kind::Classical { evaluator, sums } => evaluator.evaluate(position, &sums[ply]),
            Kind::Network(evaluator) => by_network(evaluator, position, ply),
        }
    }
}

/// The longer nothing has happened, the less an advantage is worth: half of it at the end (from Stockfish).
#[inline]
fn damped(score: Score, halfmove_clock: u16) -> Score {
    const ALL: i32 = FIFTY_MOVES as i32;
    let clock = i32::from(halfmove_clock).min(ALL);
    Score::cp(score.raw() * (2 * ALL - clock) / (2 * ALL))
}

/// What the network says, where nothing better is known of the endgame.
#[inline]
fn by_network(evaluator: &mut nnue::AccumulatorStack, position: &Position, ply: usize) -> Score {
    if let Some(score) = endgame::evaluate(position) {
        return score;
    }
    let score = Score::cp(evaluator.evaluate(position, ply));
    let score = damped(score, position.halfmove_clock());
    let us = position.side_to_move();
    let ahead = if score >= Score::DRAW { us } else { !us };
    if endgame::cannot_win(position, ahead) {
        return Score::DRAW;
    }
    match endgame::is_drawish(position, ahead) {
        true => Score::cp(score.raw() / 8),
        false => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fade_with_the_halfmove_clock() {
        let damped = |score, clock| damped(Score::cp(score), clock).raw();
        assert_eq!(damped(200, 0), 200);
        assert_eq!(damped(200, 50), 150);
        assert_eq!(damped(-200, FIFTY_MOVES), -100);
        assert_eq!(damped(-200, u16::MAX), -100);
    }
}
