//! Singular extensions (<https://www.chessprogramming.org/Singular_Extensions>).

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeType, NonPvNode};
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// The result of a singular search.
pub(crate) enum Singularity {
    /// The extension of the TT move in plies; negative for a reduction.
    Extension(i32),
    /// Multicut: a second move fails high, so the node is cut off with this score.
    Multicut(Score),
}

impl<R: EvalRules> Worker<'_, R> {
    /// Singular extension: searches the node without its TT move, with a reduced depth and a null window below
    /// the TT score (`singular_beta`). If every other move fails low, the TT move is singular and is extended.
    pub(crate) fn singular_extension<N: NodeType>(
        &mut self,
        position: &Position<R>,
        node: &Node,
        tt_move: Move,
        window: Window,
    ) -> Singularity {
        let ply = node.ply;
        let Some(tt_entry) = node.tt_entry else {
            return Singularity::Extension(0);
        };
        let tt_score = Score::from_tt(tt_entry.score, ply);
        let is_eligible = node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && i32::from(tt_entry.depth) >= node.depth - 3
            && tt_entry.bound != Bound::Upper
            && !is_known_win(tt_score)
            && ply < 2 * self.depth as usize;
        if !is_eligible {
            return Singularity::Extension(0);
        }
        let margin = (node.depth * params::singular_margin() / 16).max(1);
        let singular_beta = tt_score - margin;
        let score = self.singular_search(position, node, tt_move, singular_beta);
        if self.stopped {
            return Singularity::Extension(0);
        }
        if score < singular_beta {
            // Double extension and triple extension: the other moves are far worse
            let double = !N::PV && score < singular_beta - params::double_extension_margin();
            let triple = double
                && tt_move.is_quiet()
                && score < singular_beta - params::triple_extension_margin();
            return Singularity::Extension(1 + i32::from(double) + i32::from(triple));
        }
        // Multicut: another move fails high too, even against the beta of the node
        if score >= window.beta && !score.is_decisive() {
            return Singularity::Multicut(score);
        }
        // Negative extension: the TT move is not the only good one
        Singularity::Extension(if tt_score >= window.beta {
            -2 - i32::from(!N::PV)
        } else if node.cut_node {
            -2
        } else {
            0
        })
    }

    /// Searches a node with its TT move excluded.
    fn singular_search(
        &mut self,
        position: &Position<R>,
        node: &Node,
        tt_move: Move,
        singular_beta: Score,
    ) -> Score {
        let ply = node.ply;
        let window = Window::null(singular_beta - 1);
        let depth = (node.depth - 1) / 2;
        let killers = self.stack[ply].killers;
        self.stack[ply].excluded_move = Some(tt_move);
        let score = self.negamax::<NonPvNode>(position, window, depth, ply, node.cut_node);
        self.stack[ply].excluded_move = None;
        self.stack[ply].killers = killers;
        self.stack[ply].tt_pv = node.tt_pv;
        score
    }
}
