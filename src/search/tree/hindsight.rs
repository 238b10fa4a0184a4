//! Hindsight depth adjustment (from Stockfish).

use crate::eval::EvalRules;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::Node;

impl<R: EvalRules> Worker<'_, R> {
    /// Hindsight depth adjustment: corrects the late move reduction of the previous move once both evaluations
    /// are known. Their sum is the evaluation that the previous move has lost. A node is searched deeper if a
    /// greatly reduced move has not lost evaluation, and less deeply if a reduced move has lost much.
    pub(crate) fn hindsight_depth_adjustment(&self, node: &mut Node) {
        let previous = &self.stack[node.ply - 1];
        let (Some(eval), Some(previous_eval)) = (node.static_eval, previous.static_eval) else {
            return;
        };
        let sum = eval.raw() + previous_eval.raw();
        if previous.reduction >= params::hindsight_extension_reduction() && sum <= 0 {
            node.depth += 1;
        } else if previous.reduction >= 2
            && node.depth >= 2
            && sum > params::hindsight_reduction_margin()
        {
            node.depth -= 1;
        }
    }
}
