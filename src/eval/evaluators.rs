//! The evaluators of one search thread, one for each rule set.

use std::sync::Arc;

use super::evaluator::Evaluator;
use super::fairy::FairyEvaluator;
use super::nnue::{AccumulatorStack, Network};
use crate::board::{Fairy, Position, Rules, Standard};
use crate::types::{Move, Score};

/// The evaluators of one search thread. A search uses that of its rule set.
pub struct Evaluators {
    standard: Evaluator,
    fairy: FairyEvaluator,
}

/// A rule set whose positions can be evaluated. The functions are those of [`Evaluators`].
pub trait EvalRules: Rules {
    /// See [`Evaluators::reset`].
    fn reset(evaluators: &mut Evaluators, root: &Position<Self>);

    /// See [`Evaluators::make_move`].
    fn make_move(evaluators: &mut Evaluators, position: &mut Position<Self>, m: Move, ply: usize);

    /// See [`Evaluators::make_null_move`].
    fn make_null_move(
        evaluators: &mut Evaluators,
        position: &Position<Self>,
        ply: usize,
    ) -> Position<Self>;

    /// See [`Evaluators::update_accumulators`].
    fn update_accumulators(evaluators: &mut Evaluators, position: &Position<Self>, ply: usize);

    /// See [`Evaluators::evaluate`].
    fn evaluate(evaluators: &mut Evaluators, position: &Position<Self>, ply: usize) -> Score;
}

impl Evaluators {
    /// Upper limit of the memory in bytes for networks with a hidden size of up to 512.
    pub const BYTES: usize = Evaluator::BYTES + size_of::<FairyEvaluator>();

    /// Evaluators without a network.
    pub fn new() -> Evaluators {
        Evaluators {
            standard: Evaluator::new(None),
            fairy: FairyEvaluator::default(),
        }
    }

    /// Switches to another network, or to the HCE. Call [`Evaluators::reset`] afterwards.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        self.standard.set_network(network);
    }

    /// The network, if it can evaluate the variant of the search.
    fn network(&mut self) -> Option<&mut AccumulatorStack> {
        if self.fairy.uses_network() {
            self.standard.network()
        } else {
            None
        }
    }

    /// Puts the root at ply 0.
    pub fn reset<R: EvalRules>(&mut self, root: &Position<R>) {
        R::reset(self, root);
    }

    /// Makes a legal move in the position at `ply`, which is below [`MAX_PLY`](crate::types::MAX_PLY). It becomes the
    /// position at the next ply.
    #[inline]
    pub fn make_move<R: EvalRules>(&mut self, position: &mut Position<R>, m: Move, ply: usize) {
        <R as EvalRules>::make_move(self, position, m, ply);
    }

    /// Makes a null move in the position at `ply`, which is below [`MAX_PLY`](crate::types::MAX_PLY).
    #[must_use]
    pub fn make_null_move<R: EvalRules>(
        &mut self,
        position: &Position<R>,
        ply: usize,
    ) -> Position<R> {
        R::make_null_move(self, position, ply)
    }

    /// Updates the accumulators of the position at `ply`, which its evaluation needs, unless it is in check.
    #[inline]
    pub fn update_accumulators<R: EvalRules>(&mut self, position: &Position<R>, ply: usize) {
        R::update_accumulators(self, position, ply);
    }

    /// The static evaluation of the position at `ply` for the side to move.
    #[inline]
    pub fn evaluate<R: EvalRules>(&mut self, position: &Position<R>, ply: usize) -> Score {
        R::evaluate(self, position, ply)
    }
}

impl Default for Evaluators {
    fn default() -> Evaluators {
        Evaluators::new()
    }
}

impl EvalRules for Standard {
    fn reset(evaluators: &mut Evaluators, root: &Position) {
        evaluators.standard.reset(root);
    }

    #[inline]
    fn make_move(evaluators: &mut Evaluators, position: &mut Position, m: Move, ply: usize) {
        evaluators.standard.make_move(position, m, ply);
    }

    #[inline]
    fn make_null_move(evaluators: &mut Evaluators, position: &Position, ply: usize) -> Position {
        evaluators.standard.make_null_move(position, ply)
    }

    #[inline]
    fn update_accumulators(evaluators: &mut Evaluators, position: &Position, ply: usize) {
        evaluators.standard.update_accumulators(position, ply);
    }

    #[inline]
    fn evaluate(evaluators: &mut Evaluators, position: &Position, ply: usize) -> Score {
        evaluators.standard.evaluate(position, ply)
    }
}

impl EvalRules for Fairy {
    fn reset(evaluators: &mut Evaluators, root: &Position<Fairy>) {
        evaluators.fairy.reset(root);
        if let Some(network) = evaluators.network() {
            network.reset(root);
        }
    }

    fn make_move(evaluators: &mut Evaluators, position: &mut Position<Fairy>, m: Move, ply: usize) {
        match evaluators.network() {
            Some(network) => position.make_move(m, network.push(ply)),
            None => position.make_move(m, &mut ()),
        }
    }

    fn make_null_move(
        evaluators: &mut Evaluators,
        position: &Position<Fairy>,
        ply: usize,
    ) -> Position<Fairy> {
        if let Some(network) = evaluators.network() {
            network.push(ply);
        }
        position.after_null()
    }

    fn update_accumulators(evaluators: &mut Evaluators, position: &Position<Fairy>, ply: usize) {
        if let Some(network) = evaluators.network() {
            network.prepare(position, ply);
        }
    }

    fn evaluate(evaluators: &mut Evaluators, position: &Position<Fairy>, ply: usize) -> Score {
        let network = evaluators.network();
        let by_network = network.map(|network| network.evaluate(position, ply));
        evaluators.fairy.evaluate(position, by_network)
    }
}
