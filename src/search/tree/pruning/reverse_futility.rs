//! Reverse futility pruning, also called static null move pruning
//! (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).

use crate::search::params;
use crate::search::tree::node::Node;
use crate::search::tree::score_adjustment::{blend_toward_beta, is_known_win};
use crate::types::Score;

/// Reverse futility pruning: an evaluation so far above beta that the opponent is not likely to bring it below
/// within the remaining depth fails high. The more the evaluation had to be corrected, the less it is trusted. Nodes on
/// a former principal variation are not pruned.
#[inline]
pub(crate) fn reverse_futility_pruning(node: &Node, beta: Score) -> Option<Score> {
    let eval = node.eval?;
    if node.tt_pv || node.depth > params::rfp_depth() || beta.is_loss() || is_known_win(eval) {
        return None;
    }
    let improving = if node.improving {
        params::rfp_improving()
    } else {
        0
    };
    let margin = (params::rfp_margin() * node.depth - improving).max(params::rfp_margin() / 4)
        + params::rfp_correction() * node.correction / 16;
    (eval - margin >= beta).then(|| blend_toward_beta(eval, beta))
}
