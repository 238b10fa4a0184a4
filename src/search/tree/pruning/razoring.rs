//! Razoring (<https://www.chessprogramming.org/Razoring>).

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NonPvNode};
use crate::search::window::Window;
use crate::types::Score;

impl<R: EvalRules> Worker<'_, R> {
    /// Razoring: an evaluation so far below alpha that only captures are likely to reach it is left to the
    /// quiescence search. Returns its score if it confirms the fail low.
    pub(crate) fn razoring(
        &mut self,
        position: &Position<R>,
        node: &Node,
        alpha: Score,
    ) -> Option<Score> {
        let eval = node.eval?;
        let margin = params::razoring_base() + params::razoring_factor() * node.depth * node.depth;
        if alpha.is_decisive() || eval + margin >= alpha {
            return None;
        }
        let score = self.quiescence::<NonPvNode>(position, Window::null(alpha), node.ply);
        (score <= alpha || self.stopped).then_some(score)
    }
}
