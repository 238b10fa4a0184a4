//! The main search: principal variation search (PVS) in negamax form
//! (<https://www.chessprogramming.org/Principal_Variation_Search>).
//!
//! [`Worker::negamax`] lists the techniques that concern a node as a whole, in the order in which they are tried.
//! The moves of the node are searched in [`crate::search::tree::move_loop`].

use std::ops::ControlFlow;

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeType};
use crate::search::tree::pruning::mate_distance::mate_distance_pruning;
use crate::search::tree::pruning::probcut::small_probcut;
use crate::search::tree::pruning::reverse_futility::reverse_futility_pruning;
use crate::search::tree::tablebase_probe::TbProbeResult;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Score};

impl<R: EvalRules> Worker<'_, R> {
    /// Searches a position at `ply` to a depth of `depth` plies. Returns its score (fail-soft), which is
    /// meaningless once the worker is stopped.
    pub(crate) fn negamax<N: NodeType>(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // Step 1. Quiescence search at the horizon
        if depth <= 0 {
            return self.quiescence::<N>(position, window, ply);
        }
        self.pv_table.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        // Steps 2 to 4. Ends of the line, and bounds of the score
        if !N::ROOT {
            match self.enter_node(position, window, depth, ply) {
                ControlFlow::Continue(narrowed) => window = narrowed,
                ControlFlow::Break(score) => return score,
            }
        }
        // Step 5. Transposition table probe and TT cutoff
        let mut node = self.new_node::<N>(position, depth.min(MAX_PLY as i32 - 1), ply, cut_node);
        let excluded = self.stack[ply].excluded_move;
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.tt_cutoff(position, &node, window)
        {
            return score;
        }
        // Step 6. Tablebase probe
        let (min_score, max_score) = match self.probe_tablebases(position, window, node.depth, ply)
        {
            TbProbeResult::Cutoff(score) => return score,
            TbProbeResult::Bounds(min, max) => (min, max),
        };
        window.alpha = window.alpha.max(min_score);
        // Step 7. Static evaluation and improving
        self.evaluate_node(position, &mut node);
        if node.tt_entry.is_none() && node.static_eval.is_some() && excluded.is_none() {
            self.tt_store_eval(position, &node);
        }
        // Steps 8 to 14. Depth adjustments and pruning of the node
        if !N::ROOT
            && excluded.is_none()
            && !position.in_check()
            && let Some(score) = self.prune_node::<N>(position, &mut node, window)
        {
            return score.clamp(min_score, max_score);
        }
        // Steps 15 to 24. Move loop
        let mut result = self.search_moves::<N>(position, window, &node);
        if self.stopped || excluded.is_some() {
            return result.score;
        }
        result.score = result.score.clamp(min_score, max_score);
        // Steps 25 and 26. Correction history update and TT store, unless the root was searched with only some of its
        // moves
        let all_moves = self.pv_index == 0 && self.shared.limits.search_moves.is_none();
        if !N::ROOT || all_moves {
            self.update_correction_history(position, &node, &result);
            self.tt_store(position, ply, &result, node.depth, node.tt_pv);
        }
        result.score
    }

    /// The window narrowed by what is known about a node before the table is probed, or the score of the node if that
    /// settles it.
    #[inline(always)]
    fn enter_node(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> ControlFlow<Score, Window> {
        // Step 2. Draws, scores assigned by the user, and the maximum ply
        if let Some(score) = self.leaf_score(position, depth, ply) {
            return ControlFlow::Break(score);
        }
        // Step 3. Upcoming repetition (cuckoo tables): the side to move has at least a draw
        let draw = self.draw_score(ply);
        let is_upcoming = |position| self.keys.has_upcoming_repetition(position, ply);
        if window.alpha < draw && position.as_standard().is_some_and(is_upcoming) {
            window.alpha = draw;
            if window.alpha >= window.beta {
                return ControlFlow::Break(draw);
            }
        }
        // Step 4. Mate distance pruning
        window = mate_distance_pruning(window, ply);
        if window.alpha >= window.beta {
            return ControlFlow::Break(window.alpha);
        }
        ControlFlow::Continue(window)
    }

    /// The score of a node that is a draw, has a score assigned by the user, or lies at the maximum ply.
    fn leaf_score(&mut self, position: &Position<R>, depth: i32, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.end_by_rule() {
            return Some(self.outcome_score(position, outcome, ply));
        }
        if self.stopped || self.is_draw(position, ply) {
            return Some(self.avoidable_draw_score(position, ply));
        }
        if let Some(score) = self.assigned_score(position.key(), depth, ply) {
            return Some(score);
        }
        if position.wins_at_once() {
            return Some(Score::mate_in(ply + 1));
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(position, ply))
    }

    /// Probes the transposition table for a node and resets its part of the stack.
    fn new_node<N: NodeType>(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let tt_entry = self.probe_tt(position, ply);
        let tt_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].m)
        } else {
            tt_entry.and_then(|tt_entry| tt_entry.best_move)
        };
        let tt_pv = N::PV || tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        self.stack[ply].tt_pv = tt_pv;
        self.stack[ply].tt_hit = tt_entry.is_some();
        self.stack[ply + 1].cutoff_count = 0;
        Node {
            depth,
            ply,
            cut_node,
            tt_entry,
            tt_move,
            tt_pv,
            static_eval: None,
            eval: None,
            correction: 0,
            improving: false,
        }
    }

    /// Adjusts the depth of a node that is not in check, and prunes it where its evaluation or a reduced search
    /// lies far enough outside the window. Returns the score of a pruned node.
    fn prune_node<N: NodeType>(
        &mut self,
        position: &Position<R>,
        node: &mut Node,
        window: Window,
    ) -> Option<Score> {
        // Step 8. Hindsight depth adjustment
        self.hindsight_depth_adjustment(node);
        if !N::PV {
            // Step 9. Razoring
            if let Some(score) = self.razoring(position, node, window.alpha) {
                return Some(score);
            }
            // Step 10. Reverse futility pruning
            if let Some(score) = reverse_futility_pruning(node, window.beta) {
                return Some(score);
            }
            // Step 11. Null move pruning with zugzwang verification
            if let Some(score) = self.null_move_pruning(position, node, window.beta) {
                return Some(score);
            }
        }
        // Step 12. Internal iterative reduction (IIR,
        // <https://www.chessprogramming.org/Internal_Iterative_Reductions>): without a TT move the move order is
        // bad, so a reduced search finds a TT move for the next iteration at less cost
        if (N::PV || node.cut_node) && node.depth >= params::iir_depth() && node.tt_move.is_none() {
            node.depth -= 1;
        }
        if !N::PV {
            // Step 13. Small ProbCut
            if let Some(score) = small_probcut(node, window.beta) {
                return Some(score);
            }
            // Step 14. ProbCut
            return self.probcut(position, node, window.beta);
        }
        None
    }
}
